# Sourced by the tests of a machine of their own, which run as root in a Debian without a running systemd: the daemon is
# started by hand, as its unit says.
state=/var/lib/artifactd
sessions=$state/sessions
session=$sessions/story
config=/etc/artifactd/artifactd.toml
unit=/lib/systemd/system/artifactd.service
log=/root/artifactd.log

failures=0
fail() { echo "FAILED: $1" >&2; failures=$((failures + 1)); }
expect() { "${@:2}" || fail "$1"; } # WHAT COMMAND...
absent() { [ ! -e "$1" ] && [ ! -L "$1" ]; }
owned() { [ "$(stat -c '%a %U %G' "$2")" = "$1" ]; } # "MODE USER GROUP" PATH
says() { { "${@:2}" 2>&1 || true; } | grep -E -- "$1" >/dev/null; } # PATTERN COMMAND...
apt() { DEBIAN_FRONTEND=noninteractive apt-get -y -q --no-install-recommends "$@" </dev/null >/root/apt.log 2>&1; }
must() { "$@" || { tail -qn 30 /root/*.log; echo "FAILED: $*"; exit 1; }; }
as() { setpriv --reuid "$1" --regid "$1" --init-groups "${@:2}"; }
await() { # COMMAND...: until it succeeds, at most 30 s
  local end=$((SECONDS + 30))
  until "$@"; do [ "$SECONDS" -lt "$end" ] || return 1; read -rt 0.02 <> <(:) || true; done
}

setting() { sed -n "s/^$1=//p" "$unit"; }

start_daemon() {
  local user group
  user=$(setting User) group=$(setting Group)
  install -d -o "$user" -g "$group" -m "$(setting RuntimeDirectoryMode)" "/run/$(setting RuntimeDirectory)"
  : >"$log"
  (
    umask "$(setting UMask)"
    export STATE_DIRECTORY=/var/lib/$(setting StateDirectory) RUNTIME_DIRECTORY=/run/$(setting RuntimeDirectory)
    export CONFIGURATION_DIRECTORY=/etc/$(setting ConfigurationDirectory)
    # shellcheck disable=SC2046 # words
    exec setpriv --reuid "$user" --regid "$group" --init-groups $(setting ExecStart)
  ) >>"$log" 2>&1 &
  daemon=$!
  must await grep -q ready "$log"
}

stop_daemon() {
  kill "$daemon"
  wait "$daemon" || fail "the daemon ended with $?"
}

# An agent writes a file and drops its signal.
write() { # NAME TEXT
  as agent bash -c 'umask 002; mkdir -p "$1/artifacts/$2"; echo "$3" >"$1/artifacts/$2/a.json"' agent "$session" "$@"
}
submit() { write "$@" && as agent touch "$session/$1.kg.lock"; }
merged() { absent "$session/$1.kg.lock" && grep -q "\"$1\"" "$session/knowledge-graph.json"; }
recorded() { says 'Z  merged' artifactctl explain "$session" "$1"; }

installed_version() { dpkg-query -W -f '${Version}' artifactd; }
