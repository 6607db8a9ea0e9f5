#!/usr/bin/env bash
# One life of the package on a machine of its own, as root: installed, at work under its service account, upgraded,
# removed, purged.
#
#   machine_test.sh LOWER.deb PACKAGE.deb
set -euo pipefail
lower=$1 package=$2
# shellcheck source=tests/package/machine.sh
. "$(dirname "$0")/machine.sh"

check_installed() {
  expect "the default root is not shared" owned "2770 artifactd artifacts" "$sessions"
  expect "agents may list $state" owned "711 artifactd artifactd" "$state"
  expect "artifactd shares no sessions" says '\bartifacts\b' id -nG artifactd
  expect "artifactd-run shares no sessions" says '\bartifacts\b' id -nG artifactd-run
  expect "artifactd-model shares something" says '^artifactd-model$' id -nG artifactd-model
  expect "artifactd-web shares something" says '^artifactd-web$' id -nG artifactd-web
  expect "artifactd-jq is not installed" test -x /usr/libexec/artifactd/artifactd-jq
  local library
  for library in archive curl edit pq sqlite3 systemd; do # loaded at their first use
    expect "lib$library is not installed" says "lib$library\.so\." ldconfig -p
  done
  expect "the schemas are not installed" test -f /usr/share/artifactd/schemas/tuning-state.schema.json
  expect "the reference of settings is not installed" test -f /usr/share/artifactd/artifactd.toml
  expect "the operator's manual is not installed" test -f /usr/share/doc/artifactd/docs/operators.md
  expect "there are other conffiles than the configuration" \
    [ "$(dpkg-query -W -f '${Conffiles}' artifactd | awk 'NF { print $1 }')" = "$config" ]
  local version
  version=$(installed_version)
  expect "the package has another version than the programs" says "^artifactd ${version%%-*} " artifactd --version
  expect "the configuration has a mistake" artifactd --check >/dev/null
  expect "the core is not enabled" test -L /etc/systemd/system/multi-user.target.wants/artifactd.service
  local enabled
  enabled=$(find /etc/systemd -name 'artifactd*' ! -path '*/multi-user.target.wants/*')
  expect "these are enabled, too: $enabled" [ -z "$enabled" ]
}

echo "--- install"
must apt update
must apt install "$lower"
check_installed

echo "--- run"
mkdir -p /etc/artifactd/conf.d
cat >/etc/artifactd/conf.d/checks.toml <<'END'
[[agent]]
match = "checked"
assert = [{ that = ".claims | length > 0", message = "no claim was made" }]
END
start_daemon
useradd -m -G artifacts agent
as agent bash -c 'umask 002; mkdir "$1"' agent "$session"
submit writer '{"kept": true}'
expect "writer is not merged" await merged writer
expect "artifactctl does not know that writer was merged" await recorded writer
submit broken '{"kept": '
expect "broken is not refused" await test -e "$session/broken.kg.lock.error"
submit checked '{"claims": []}'
expect "jq refuses nothing" await test -e "$session/checked.kg.lock.error"
expect "it was not jq" says 'no claim was made' cat "$session/checked.retry-instructions.json"
submit checked '{"claims": [1]}'
expect "jq accepts nothing" await merged checked
expect "there is no backup" artifactctl backup --to /root/backup.tar.zst >/dev/null
expect "the backup is damaged" artifactctl backup verify /root/backup.tar.zst >/dev/null

echo "--- upgrade"
# As a tool that holds the graph, and for as long as it likes.
printf '\n[kg]\nlock_stale_after = "1h"\n' >>"$config"
kill -HUP "$daemon"
must await says 1h artifactctl config show
mkdir "$session/.kg-merge.lock"
submit later '{"kept": true}'
expect "nothing waits for the other tool" await says later artifactctl status "$session"
echo 'worker = 3' >/etc/artifactd/conf.d/mistake.toml
must apt install "$package"
expect "the package is not upgraded" [ "$(installed_version)" = "$(dpkg-deb -f "$package" Version)" ]
expect "no word about a mistake in the configuration" says 'worker: unknown key' cat /root/apt.log
rm /etc/artifactd/conf.d/mistake.toml
expect "the configuration is not kept" grep -q 1h "$config"
expect "the daemon did not survive the upgrade" kill -0 "$daemon"
stop_daemon
check_installed
expect "a pending signal is lost" test -e "$session/later.kg.lock"
expect "a refused signal is lost" test -e "$session/broken.kg.lock.error"
expect "the journal is lost" recorded writer
start_daemon
rmdir "$session/.kg-merge.lock"
expect "the pending signal is not merged" await merged later
write broken '{"kept": true}'
expect "artifactctl cannot retry" artifactctl retry "$session" broken >/dev/null
expect "the refused signal is not merged" await merged broken
expect "the journal is not continued" await recorded broken
stop_daemon

echo "--- remove"
must apt remove artifactd
for path in "$unit" /usr/bin/artifactd /usr/bin/artifactctl /usr/libexec/artifactd /usr/share/artifactd \
  /usr/lib/systemd/user/artifactd.service /usr/lib/sysusers.d/artifactd.conf; do
  expect "$path is left" absent "$path"
done
expect "the configuration is not kept" grep -q 1h "$config"
expect "the journal is not kept" test -s "$state/journal.db"

echo "--- install again"
must apt install "$package"
check_installed
expect "the configuration is not taken up again" grep -q 1h "$config"
expect "the journal is not taken up again" recorded writer

echo "--- purge"
# What an operator has there besides.
mkdir -p "$state/games" /var/lib/artifactd-run/.cache /var/lib/artifactd-model
echo '# mine' >/etc/artifactd/conf.d/mine.toml
must apt purge artifactd
expect "the configuration is left" absent "$config"
expect "a file of the operator's is lost" test -e /etc/artifactd/conf.d/mine.toml
expect "sessions, a root of the operator's, or more than these are left: $(ls -A "$state")" \
  [ "$(ls -A "$state" | tr '\n' ' ')" = "games sessions " ]
expect "a graph is lost" merged writer
for path in /var/lib/artifactd-run /var/lib/artifactd-model /run/artifactd \
  /etc/systemd/system/multi-user.target.wants/artifactd.service; do
  expect "$path is left" absent "$path"
done
expect "an account that owns sessions is gone" \
  getent passwd artifactd artifactd-run artifactd-model artifactd-web >/dev/null
expect "the group that shares sessions is gone" getent group artifacts >/dev/null

echo "--- purge where there are no sessions"
must apt install "$package"
expect "a graph is lost when artifactd comes back" merged writer
rm -r "$session" "$state/games"
must apt purge artifactd
expect "$state is left without sessions" absent "$state"

[ "$failures" = 0 ] && echo "passed"
exit $((failures > 0))
