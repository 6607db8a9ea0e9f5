#!/usr/bin/env bash
# An upgrade from an old version to the package, on a machine of its own, as root: with work that is merged, pending,
# refused, run again by its agent's command, and left to a person.
#
#   upgraded_test.sh package|cmake PACKAGE.deb
set -euo pipefail
from=$1 package=$2
# shellcheck source=tests/package/machine.sh
. "$(dirname "$0")/machine.sh"
old=/root/artifactd_0.1.0-0_amd64.deb

refused() { await test -e "$session/$1.kg.lock.error"; }
runs() { [ "$(cat "/tmp/$1.runs" 2>/dev/null | wc -l)" = "$2" ]; }
no_errors() { ! grep -E 'error|fail' "$log"; }
asks() { says "$1" artifactctl inbox "$session" --list; }

echo "--- install the old version ($from)"
must apt update
if [ "$from" = package ]; then
  must apt install "$old"
else
  must apt satisfy "$(dpkg-deb -f "$old" Depends)"
  tar -x -C / --keep-directory-symlink -f /root/installed.tar
  systemd-sysusers
  systemd-tmpfiles --create artifactd.conf
  sed -i "s/^#values = 8/values = 9/" "$config"
fi
mkdir -p /etc/artifactd/conf.d
cat >/etc/artifactd/conf.d/work.toml <<'END'
[kg]
lock_stale_after = "1h"
[[agent]]
match = "again"
reinvoke = ["/usr/local/bin/again"]
[[agent]]
match = "idle"
reinvoke = ["/bin/true"]
END
# It goes on when it may, and otherwise until it is ended.
cat >/usr/local/bin/again <<'END'
#!/bin/sh
echo "$ARTIFACTD_ATTEMPT" >>/tmp/again.runs
[ -e /tmp/go ] || exec sleep 1000
echo '{"kept": true}' >artifacts/again/a.json
: >"$ARTIFACTD_SIGNAL"
END
chmod 755 /usr/local/bin/again

echo "--- work"
start_daemon
useradd -m -G artifacts agent
as agent bash -c 'umask 002; mkdir "$1"' agent "$session"
submit writer '{"kept": 1}'
must await merged writer
submit writer '{"kept": 2}'
must await merged writer
submit broken '{"kept": '
must refused broken
submit again '{"kept": '
must await runs again 1
submit idle '{"kept": '
must await asks 'idle'
mkdir "$session/.kg-merge.lock"
submit later '{"kept": true}'
must await says later artifactctl status "$session"

echo "--- upgrade"
keep=()
[ "$from" = package ] || keep=(-o Dpkg::Options::=--force-confold)
must apt "${keep[@]}" install "$package"
expect "the package is not installed" [ "$(installed_version)" = "$(dpkg-deb -f "$package" Version)" ]
expect "the configuration has a mistake" artifactd --check >/dev/null
if [ "$from" = package ]; then
  expect "the configuration is not today's" cmp -s "$config" <(dpkg-deb --fsys-tarfile "$package" | tar -xO ".$config")
else
  expect "the configuration is not kept" grep -q 'values = 9' "$config"
fi
stop_daemon
must runs again 1
touch /tmp/go
start_daemon

echo "--- merged"
expect "the journal is lost" recorded writer
expect "former values are lost" says '1  until' artifactctl history "$session" writer
echo "--- pending"
expect "the pending signal is lost" test -e "$session/later.kg.lock"
rmdir "$session/.kg-merge.lock"
expect "the pending signal is not merged" await merged later
echo "--- run again"
expect "the run that was cut off is not started again" await merged again
expect "it ran more than once more" runs again 2
expect "the run that was cut off is counted" [ "$(sort -u /tmp/again.runs | wc -l)" = 1 ]
echo "--- refused"
write broken '{"kept": true}'
expect "artifactctl cannot retry" artifactctl retry "$session" broken >/dev/null
expect "the refused signal is not merged" await merged broken
expect "the journal is not continued" await recorded broken
echo "--- left to a person"
expect "the person is not asked any more" asks 'idle'
write idle '{"kept": true}'
expect "artifactctl cannot retry after a person repaired it" artifactctl retry "$session" idle >/dev/null
expect "what a person repaired is not merged" await merged idle
expect "the log has an error" no_errors
expect "the journal, the graph or what is beside it is damaged" artifactctl doctor --fsck >/dev/null
stop_daemon

[ "$failures" = 0 ] && echo "passed"
exit $((failures > 0))
