#!/usr/bin/env bash
# Installs into a scratch prefix and asks systemd's own tools about the result. Needs no running systemd, no root.
#
#   units.sh CMAKE BUILD_DIRECTORY
set -euo pipefail
cmake=$1 build=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset DESTDIR
export XDG_RUNTIME_DIR=$scratch/run
mkdir -p "$scratch/run" "$scratch/machine/etc"

failures=0
fail() {
  echo "FAILED: $1"
  [ -z "${2:-}" ] || sed 's/^/    /' <<<"$2"
  failures=$((failures + 1))
}

install_to() { "$cmake" --install "$build" --prefix "$1" >/dev/null; }

prefix=$scratch/usr
install_to "$prefix"
core=$prefix/lib/systemd/system/artifactd.service
user=$prefix/lib/systemd/user/artifactd.service
config=$prefix/etc/artifactd/artifactd.toml

# Documents and examples are where the documents link them.
doc=$prefix/share/doc/artifactd
for document in "$doc"/*.md "$doc"/docs/*.md; do
  for link in $(grep -oE '\]\([^)#:]+[)#]' "$document" | sed 's/^](//; s/.$//'); do
    [ -e "$(dirname "$document")/$link" ] || fail "$document links $link, which is not installed"
  done
done
[ -x "$doc/examples/kg-artifact-processor.sh" ] || fail "the example script is not executable"
[ -f "$prefix/share/artifactd/schemas/tuning-state.schema.json" ] || fail "the schema is not installed"
for file in man/man1/artifactctl.1 man/man5/artifactd.toml.5 man/man7/artifactd-signals.7 man/man8/artifactd.8 \
  bash-completion/completions/artifactctl zsh/vendor-completions/_artifactctl \
  fish/vendor_completions.d/artifactctl.fish; do
  [ -s "$prefix/share/$file" ] || fail "share/$file is not installed"
done

# What systemd does not understand it only mentions, and exits 0.
verify() { # UNIT OPTION...
  local said
  said=$(systemd-analyze --man=no "${@:2}" verify "$1" 2>&1) && [ -z "$said" ] || fail "verify $1" "$said"
}
verify "$core"
verify "$user" --user
run=$prefix/lib/systemd/system/artifactd-run@.service
verify "$prefix/lib/systemd/system/artifactd-run.socket"
model=$prefix/lib/systemd/system/artifactd-model.service
verify "$model"
verify "$prefix/lib/systemd/system/artifactd-model.socket"
web=$prefix/lib/systemd/system/artifactd-web.service
verify "$web"
verify "$prefix/lib/systemd/system/artifactd-web.socket"
verify "$prefix/lib/systemd/system/artifactd-web-core.socket"

# The threshold counts in tenths.
exposure() { systemd-analyze security --offline=true --no-pager --threshold="${2:-9}" "$1" 2>&1; }
said=$(exposure "$core") || fail "exposure of the core unit is above 0.9" "$(tail -1 <<<"$said")"
said=$(exposure "$run" 30) || fail "exposure of the run unit is above 3.0" "$(tail -1 <<<"$said")"
said=$(exposure "$model" 15) || fail "exposure of the model unit is above 1.5" "$(tail -1 <<<"$said")"
for hidden in ProtectHome=yes InaccessiblePaths=-/var/lib/artifactd InaccessiblePaths=-/run/artifactd LimitCORE=0; do
  grep -qx "$hidden" "$model" || fail "the unit that has the keys lacks $hidden"
done
said=$(exposure "$web" 15) || fail "exposure of the web unit is above 1.5" "$(tail -1 <<<"$said")"
for hidden in ProtectHome=yes InaccessiblePaths=-/var/lib/artifactd InaccessiblePaths=-/run/artifactd \
  PrivateNetwork=yes; do
  grep -qx "$hidden" "$web" || fail "the unit that serves strangers lacks $hidden"
done
for unit in "$core" "$user" "$prefix/lib/systemd/system/artifactd-run@.service"; do
  grep -qx OOMPolicy=continue "$unit" || fail "$unit is stopped if a program it runs needs too much memory"
done
! grep -E '^SupplementaryGroups=|^Group=artifact(d|s)$' "$model" || fail "who has the keys shares a group with agents"
exposure "$user" >/dev/null && fail "the user unit scores as if it were a system unit: the threshold tests nothing"

# What the daemon cannot live without has to survive the filter: every call of a real settle, and those that only
# the waiting daemon makes.
mkdir -p "$scratch/root/session/artifacts/agent"
echo '{"settled": true}' >"$scratch/root/session/artifacts/agent/a.json"
touch "$scratch/root/session/agent.kg.lock"
printf 'state_dir = "%s/state"\nruntime_dir = "%s/run"\n[[root]]\npath = "%s/root"\n' \
  "$scratch" "$scratch" "$scratch" >"$scratch/once.toml"
said=$(strace -f -o "$scratch/trace" "$prefix/bin/artifactd" --config "$scratch/once.toml" --once 2>&1) ||
  fail "settle under strace" "$said"
[ ! -e "$scratch/root/session/agent.kg.lock" ] || fail "nothing was settled under strace"
called=$(sed -nE 's/^[0-9]+ +([a-z0-9_]+)\(.*/\1/p' "$scratch/trace" | sort -u)
allowed=$(systemd-analyze syscall-filter --no-pager 2>/dev/null)
group() { awk -v group="$1" '/^[^ ]/ {on = $1 == group; next} on && $1 != "#" {print $1}' <<<"$allowed"; }
expand() {
  local word
  for word in $(group "$1"); do
    case $word in @*) expand "$word" ;; *) echo "$word" ;; esac
  done
}
service=$(expand @default; expand @system-service)
allowed_again=$(expand @chown; printf '%s\n' prlimit64 setrlimit setpriority)
denied=$({ expand @privileged; expand @resources; } | grep -vxF "$allowed_again")
for call in $called fchown inotify_init1 inotify_add_watch epoll_wait eventfd2 signalfd4 timerfd_create sendmsg \
  memfd_create socket bind listen accept4 getsockopt sendto recvfrom chown chmod flock setpriority; do
  grep -qx "$call" <<<"$service" || fail "$call is not allowed"
  ! grep -qx "$call" <<<"$denied" || fail "$call is taken away again"
done
filters=$(grep '^SystemCallFilter=' "$core" | tr '\n' ' ')
judged='SystemCallFilter=@system-service SystemCallFilter=~@privileged @resources SystemCallFilter=@chown '
[ "$filters" = "${judged}SystemCallFilter=prlimit64 setrlimit setpriority " ] ||
  fail "this test judges another filter than the unit's" "$filters"

# An account for the unit, and directories of these accounts.
said=$(systemd-sysusers --root="$scratch/machine" "$prefix/lib/sysusers.d/artifactd.conf" 2>&1) || fail sysusers "$said"
grep -q '^artifactd:' "$scratch/machine/etc/passwd" || fail "no account artifactd is made"
grep -q '^artifactd-model:' "$scratch/machine/etc/passwd" || fail "no account artifactd-model is made"
grep -q '^artifactd-web:' "$scratch/machine/etc/passwd" || fail "no account artifactd-web is made"
grep -q '^artifacts:.*:artifactd,artifactd-run$' "$scratch/machine/etc/group" ||
  fail "artifactd is no member of artifacts"
if [ "$(id -u)" = 0 ]; then
  said=$(systemd-tmpfiles --root="$scratch/machine" --create "$prefix/lib/tmpfiles.d/artifactd.conf" 2>&1) ||
    fail tmpfiles "$said"
  mode=$(stat -c %a "$scratch/machine/var/lib/artifactd/sessions") && [ "$mode" = 2770 ] ||
    fail "sessions are not shared by a set-group-ID directory: mode $mode"
fi

# A second installation keeps what a person has written, and paths follow the prefix.
echo '# mine' >"$config"
install_to "$prefix"
[ "$(cat "$config")" = '# mine' ] || fail "installing again overwrites the configuration"
grep -qx "ExecStart=$prefix/bin/artifactd" "$core" || fail "ExecStart does not name the installed binary"
DESTDIR=$scratch/package install_to /usr
[ -e "$scratch/package/etc/artifactd/artifactd.toml" ] || fail "under /usr the configuration does not go to /etc"

# The catalog is where systemd looks for it, and can be compiled.
said=$(journalctl --root="$scratch/package" --update-catalog 2>&1) && [ -z "$said" ] || fail "the catalog" "$said"
said=$(journalctl --root="$scratch/package" --list-catalog)
entries=$(grep -c '^Subject: ' "$prefix/lib/systemd/catalog/artifactd.catalog")
[ "$(grep -c ' artifactd: ' <<<"$said")" = "$entries" ] || fail "entries of the catalog are lost" "$said"

# The reference says what the defaults are, so every value it mentions has to be one. The configuration changes none and
# names the reference where it is.
install_to "$scratch/fresh"
example=$scratch/fresh/share/artifactd/artifactd.toml
initial=$scratch/fresh/etc/artifactd/artifactd.toml
grep -qF " $example " "$initial" || fail "the configuration does not say where the reference is"
cd "$scratch"
mkdir sessions schemas
echo '{}' | tee schemas/completion.schema.json >schemas/any.schema.json
rooted() { sed -e "s|^path = .*|path = \"$scratch/sessions\"|" "$1"; }
rooted "$example" >short.toml
rooted "$initial" >initial.toml
sed -e '/^#\(state_dir\|runtime_dir\|agents_dir\|also_lock\)/d' -e '/^#\[\[agent\]\]/,$d' short.toml |
  sed -e 's/^#\([^ ]\)/\1/' >long.toml
sed -e 's/^#\([^ ]\)/\1/' short.toml >all.toml
show() { "$prefix/bin/artifactctl" --config "$1" config show --json; }
same() { diff <(show "$1" | jq .settings) <(show "$2" | jq .settings); }
same short.toml long.toml || fail "the reference does not show the defaults"
same short.toml initial.toml || fail "a new configuration changes defaults"
missing=$(show all.toml | jq -r '.origins as $said | .settings |
  del(.root, .agent, .models, .graph.also_lock) | paths(scalars) | join(".") | select($said[.] | not)')
[ -z "$missing" ] || fail "the reference does not mention" "$missing"
said=$("$prefix/bin/artifactd" --check --config all.toml 2>&1) || fail "the reference with every line in force" "$said"

exit $((failures > 0))
