#!/usr/bin/env bash
# Boots a Debian 12 that has the package, under its own systemd, in qemu without KVM: booted_test.sh says what has to be
# true there. Needs root, what apt needs, and a minute or two; the bootable Debian is made once. If it fails, the end of
# the machine's console is shown, and console and journal are kept. ARTIFACTD_BOOT_SECONDS=600 helps where the processor
# is shared.
#
#   boot_test.sh PACKAGE.deb
set -euo pipefail
package=$(readlink -f "$1")
here=$(dirname "$(readlink -f "$0")")
kept=$(dirname "$package")/boot-console.log
longest=${ARTIFACTD_BOOT_SECONDS:-170}
# shellcheck source=tests/package/debian.sh
. "$here/debian.sh"
bootable=$base-boot

die() { echo "FAILED: $*"; exit 1; }

make_bootable() {
  make_machine
  cp "$here/boot_base.sh" "$machine/root/"
  inside "$machine" bash /root/boot_base.sh >"$cache/boot_base.log" 2>&1 ||
    { tail -5 "$cache/boot_base.log"; die "the bootable Debian cannot be made"; }
  rm -rf --one-file-system "$bootable"
  mv "$machine" "$bootable"
}

# The test is a service of the machine. Its words come out of the second serial port.
add_test() {
  cp "$here/booted_test.sh" "$machine/root/"
  cat >"$machine/etc/systemd/system/booted-test.service" <<'END'
[Unit]
After=multi-user.target
[Service]
Type=exec
StandardOutput=tty
StandardError=tty
TTYPath=/dev/ttyS1
ExecStart=/bin/bash /root/booted_test.sh
ExecStopPost=/bin/systemctl --no-block poweroff
END
  ln -s ../booted-test.service "$machine/etc/systemd/system/multi-user.target.wants/"
}

# With rdrand, or it may wait long for random numbers: there is little in such a machine they could come from.
boot() {
  rm -f "$image"
  truncate -s 2G "$image"
  mke2fs -q -t ext4 -d "$machine" "$image"
  timeout --kill-after=5 "$longest" qemu-system-x86_64 -accel tcg -cpu qemu64,+rdrand -smp 2 -m 1024 \
    -nodefaults -no-user-config -display none -no-reboot -nic none \
    -drive "file=$image,format=raw,if=virtio,cache=unsafe" \
    -kernel "$machine/boot/vmlinuz" -initrd "$machine/boot/initrd" \
    -append 'root=/dev/vda rw console=ttyS0 quiet systemd.show_status=1 panic=-1' \
    -serial "file:$console" -serial "file:$report" </dev/null
}

# What is in the machine's journal once the power is off.
journal_of() { # OPTION OR MATCH...
  if [ ! -d "$after" ]; then
    mkdir "$after"
    e2fsck -fy "$image" >/dev/null 2>&1 || true
    debugfs -R "rdump /var/log/journal $after" "$image" >/dev/null 2>&1
  fi
  journalctl --directory "$after/journal" --quiet "$@"
}

cmp -s "$here/boot_base.sh" "$bootable/root/boot_base.sh" || make_bootable
make_machine "$bootable"
image=$machine.img console=$machine.console report=$machine.report after=$machine.after
trap 'rm -rf --one-file-system "$machine"*' EXIT
cp "$package" "$machine/root/"
install='apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get -y -q --no-install-recommends install "$1"'
inside "$machine" bash -c "$install" bash "/root/${package##*/}" </dev/null >"$machine.apt" 2>&1 ||
  { tail -5 "$machine.apt"; die "the package cannot be installed"; }
add_test

start=$SECONDS ended=0
boot || ended=$?
# The test starts even if artifactd does not. Where it says nothing at all, the emulated machine hung before.
if [ ! -s "$report" ]; then
  echo "the machine did not come up in $((SECONDS - start)) s ($ended), its console ends with:"
  tail -n 20 "$console"
  echo "it is booted again"
  start=$SECONDS ended=0
  boot || ended=$?
fi
tr -d '\r' <"$report"
echo "the machine ran for $((SECONDS - start)) s"
failures=0
fail() { echo "FAILED: $1"; failures=$((failures + 1)); }
[ "$ended" = 0 ] || fail "the machine was still running after $longest s, or qemu failed ($ended)"
grep -q '^passed' <(tr -d '\r' <"$report") || fail "the test in the machine did not pass"
grep -q 'Power down' "$console" || fail "the power was not switched off"
e2fsck -fn "$image" >/dev/null 2>&1 || fail "the file system was not unmounted in order"
[ "$(journal_of -o cat -t artifactd -n 1)" = stopped ] || fail "artifactd was not stopped in order"
[ "$failures" = 0 ] || {
  tail -n 20 "$console"
  cat "$console" <(journal_of -b) >"$kept"
  echo "console and journal: $kept"
}
exit $((failures > 0))
