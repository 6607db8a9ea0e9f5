#!/usr/bin/env bash
# What has to be true of the package under a real systemd: run as a service of a machine that boot_test.sh boots.
set -euo pipefail
export SYSTEMD_PAGER='' SYSTEMD_COLORS=0 SYSTEMD_EMOJI=0
config=/etc/artifactd/artifactd.toml
sessions=/var/lib/artifactd/sessions
session=$sessions/story
graph=$session/knowledge-graph.json

failures=0
fail() { echo "FAILED: $1"; failures=$((failures + 1)); }
expect() { "${@:2}" || fail "$1"; } # WHAT COMMAND...
says() { { "${@:2}" 2>&1 || true; } | grep -E -- "$1" >/dev/null; } # PATTERN COMMAND...
await() { # COMMAND...: until it succeeds, at most 30 s
  local end=$((SECONDS + 30))
  until "$@"; do [ "$SECONDS" -lt "$end" ] || return 1; read -rt 0.1 <> <(:) || true; done
}
must() { await "$@" || { systemctl status artifactd || true; journalctl -n 30; echo "FAILED: $*"; exit 1; }; }
as() { setpriv --reuid "$1" --regid "$1" --init-groups "${@:2}"; }
part() { echo "--- $1 ($SECONDS s)"; }

property() { systemctl show -P "$1" artifactd; }
running() { [ "$(property ActiveState) $(property SubState)" = "active running" ]; }
runs_as_other() { [ "$(property MainPID)" != "$1" ] && running; } # PID
no_failed_unit() { ! systemctl --failed --no-legend | grep .; }
drop_in() { # NAME TEXT
  mkdir -p /etc/systemd/system/artifactd.service.d
  printf '[Service]\n%s\n' "$2" >"/etc/systemd/system/artifactd.service.d/$1.conf"
  systemctl daemon-reload
}

submit() { # NAME TEXT
  as agent bash -c 'umask 002; mkdir -p "$1/artifacts/$2"; echo "$3" >"$1/artifacts/$2/a.json"; : >"$1/$2.kg.lock"' \
    agent "$session" "$@"
}
merged() { [ ! -e "$session/$1.kg.lock" ] && grep -q "\"$1\"" "$graph"; }

# The system's journal. What was logged may be there only a moment later.
journal() { journalctl -q "$@"; }
entry() { await says "$1" journal -o json ARTIFACTD_SESSION="$session" "${@:2}"; } # PATTERN MATCH...
no_entry() { ! journal -o json ARTIFACTD_SESSION="$session" | grep -v "$1"; }      # that lacks the PATTERN

part "start"
useradd -G artifacts agent
useradd -G artifactd reader
state=$(timeout 60 systemctl is-system-running --wait || true)
expect "the machine is $state" [ "$state" = running ]
expect "artifactd does not run" running
expect "READY was not said" says '[0-9] sessions' property StatusText
as agent bash -c 'umask 002; mkdir "$1"' agent "$session"
submit first '{"kept": true}'
must merged first
submit broken '{"kept": '
must test -e "$session/broken.kg.lock.error"
ask() { as reader artifactctl --config "$config" "$@"; }
expect "an ordinary user of group artifactd cannot ask for the status" says 'settled 1, refused 1,' ask status
expect "an ordinary user of group artifactd cannot use the control socket" says '^artifactd_up 1' ask metrics
expect "another user can use the control socket" says 'ermission|denied' as agent artifactctl --config "$config" metrics

part "journal"
expect "no entry of the start" await says '^ready' journal -o cat -u artifactd ARTIFACTD_EVENT=ready
expect "no entry for what was merged" entry '"ARTIFACTD_AGENT":"first"' ARTIFACTD_EVENT=merged
expect "no entry for what was refused" entry '"ARTIFACTD_CODE":"json' ARTIFACTD_EVENT=refused
expect "entries without MESSAGE_ID" no_entry '"MESSAGE_ID":"[0-9a-f]\{32\}"'
for field in PRIORITY=4 SYSLOG_IDENTIFIER=artifactd CODE_FILE=.*daemon/ CODE_LINE= ARTIFACTD_KIND=kg \
  ARTIFACTD_OUTCOME=refused ARTIFACTD_SIGNAL=broken.kg.lock _SYSTEMD_UNIT=artifactd.service; do
  expect "entries without $field" entry "\"${field%%=*}\":\"(\./)?${field#*=}" ARTIFACTD_EVENT=refused
done
explained() { journal -x -u artifactd ARTIFACTD_EVENT="$1"; }
expect "the catalog does not explain refusals" says 'artifactctl explain' explained refused
expect "the explanation does not name the session" says "first submitted is in .* of $session" explained merged
systemd-analyze security artifactd

part "reload"
before=$(property MainPID)
printf '\n[kg]\nlock_stale_after = "1h"\n' >>"$config"
systemctl reload artifactd
expect "the configuration is not reloaded" await says '^reloaded' journal -o cat ARTIFACTD_EVENT=reloaded
expect "it is not ready after the reload" await running
expect "it was restarted, not reloaded" [ "$(property MainPID)" = "$before" ]

part "watchdog"
drop_in watchdog WatchdogSec=3
systemctl restart artifactd
must running
before=$(property MainPID)
kill -STOP "$before"
submit hung '{"kept": true}'
must runs_as_other "$before"
expect "what was pending when it hung is not merged" await merged hung
expect "it was not the watchdog" says 'Watchdog timeout' journal -u artifactd
rm /etc/systemd/system/artifactd.service.d/watchdog.conf
systemctl daemon-reload

part "restart"
drops=200
as agent bash -c '
  umask 002
  for ((i = 1; i <= $2; i++)); do
    mkdir -p "$1/artifacts/n$i"
    echo "{\"number\": $i}" >"$1/artifacts/n$i/a.json"
    : >"$1/n$i.kg.lock"
  done' agent "$session" "$drops" &
agent=$!
restarts=0
systemctl reset-failed artifactd # five starts in a minute are the limit
while [ "$restarts" -lt 4 ] && kill -0 "$agent" 2>/dev/null; do
  systemctl restart artifactd
  restarts=$((restarts + 1))
done
wait "$agent"
number_of() { { grep -oE "$1" "$graph" || true; } | sort -u | wc -l; }
all_merged() { [ "$(number_of '"n[0-9]+"')" = "$drops" ] && ! compgen -G "$session/n*.kg.lock" >/dev/null; }
await all_merged || fail "of $drops drops, only $(number_of '"n[0-9]+"') are merged"
expect "values are lost" [ "$(number_of '"number": ?[0-9]+')" = "$drops" ]
echo "$drops drops, $restarts restarts"
expect "there were no restarts in between" [ "$restarts" -gt 1 ]
expect "a drop was refused" [ "$(compgen -G "$session/*.error")" = "$session/broken.kg.lock.error" ]
expect "artifactd's own journal is not kept" says 'Z  merged' artifactctl explain "$session" first
expect "the system's journal has lost what was before" entry '"ARTIFACTD_AGENT":"first"' ARTIFACTD_EVENT=merged
expect "entries without MESSAGE_ID" no_entry '"MESSAGE_ID":"[0-9a-f]\{32\}"'

part "socket activation"
cat >>"$config" <<'END'
[reinvoke]
socket = "/run/artifactd-run.sock"
[[agent]]
match = "again"
reinvoke = ["/usr/local/bin/again"]
END
cat >/usr/local/bin/again <<'END'
#!/bin/sh
echo "{\"by\": \"$(id -un)\"}" >artifacts/again/a.json
: >"$ARTIFACTD_SIGNAL"
END
chmod 755 /usr/local/bin/again
systemctl enable --now artifactd-run.socket
systemctl reset-failed artifactd
systemctl restart artifactd
submit again '{"kept": '
expect "the agent's command is not run by the socket's unit" await merged again
expect "the agent's command has another account" grep -qE '"by": ?"artifactd-run"' "$graph"
expect "no entry for the run" entry '"ARTIFACTD_ENDED":"submitted"' ARTIFACTD_EVENT=run

part "stop"
systemctl stop artifactd
expect "it did not stop well" [ "$(property Result) $(property ExecMainStatus)" = "success 0" ]
expect "a unit failed" no_failed_unit
systemctl start artifactd
expect "it does not start again" running
part "end"
[ "$failures" = 0 ] && echo "passed"
exit $((failures > 0))
