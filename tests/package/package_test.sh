#!/usr/bin/env bash
# Installs, upgrades, removes and purges the package in a fresh, minimal Debian 12: machine_test.sh says what has to be
# true there. Needs root and what apt needs; the Debian is made once by debootstrap and copied for each run.
#
#   package_test.sh PACKAGE.deb
set -euo pipefail
package=$(readlink -f "$1")
here=$(dirname "$(readlink -f "$0")")
cache=${XDG_CACHE_HOME:-$HOME/.cache}/artifactd
base=$cache/bookworm

make_base() {
  local setting from
  from=$(apt-get indextargets --format '$(REPO_URI)' 'Codename: bookworm' 'Component: main' 'Created-By: Packages' |
    sed -n 1p)
  rm -rf "$base.new"
  debootstrap --variant=minbase --include=ca-certificates bookworm "$base.new" "${from:-http://deb.debian.org/debian}" \
    >"$cache/debootstrap.log" 2>&1 || { tail -5 "$cache/debootstrap.log" >&2; return 1; }
  # It reaches the mirror in the same way: by a proxy, a certificate, a name.
  for setting in /etc/apt/apt.conf /etc/apt/apt.conf.d/*; do
    ! grep -qsiE 'Acquire|Proxy|Verify' "$setting" || cp -a "$setting" "$base.new/etc/apt/apt.conf.d/"
  done
  cp -L /etc/hosts /etc/resolv.conf "$base.new/etc/"
  [ ! -e /etc/ssl/certs/ca-certificates.crt ] || cp -L /etc/ssl/certs/ca-certificates.crt "$base.new/etc/ssl/certs/"
  mv "$base.new" "$base"
}

# The same programs in a package of a lower version.
lower_version() { # PACKAGE FILE
  local tree=$machine/tmp/lower
  dpkg-deb -R "$1" "$tree"
  sed -i -E 's/^(Version: .*)/\1~lower/' "$tree/DEBIAN/control"
  dpkg-deb --root-owner-group -Znone -b "$tree" "$2" >/dev/null
  rm -rf "$tree"
}

mkdir -p "$cache"
[ -e "$base" ] || make_base
machine=$(mktemp -d "$cache/machine.XXXXXX")
trap 'rm -rf --one-file-system "$machine"' EXIT
cp -a "$base/." "$machine/"
chmod 755 "$machine"
cp "$package" "$here/machine_test.sh" "$machine/root/"
lower_version "$package" "$machine/root/lower.deb"

environment=(HOME=/root LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin)
for variable in http_proxy https_proxy no_proxy; do
  [ -z "${!variable:-}" ] || environment+=("$variable=${!variable}")
done
# Mounts and processes end with it.
env -i "${environment[@]}" unshare --mount --pid --fork --kill-child --propagation private bash -c '
  set -e
  mount -t proc proc "$1/proc"
  mount --rbind /dev "$1/dev"
  exec chroot "$1" bash /root/machine_test.sh /root/lower.deb "/root/$2"
' machine "$machine" "${package##*/}"
