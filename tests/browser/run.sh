#!/usr/bin/env bash
# run.sh BUILD FILE [--record]: runs one file of tests, or those whose names fit $PATTERN. What they need of npm is
# installed once for each lockfile.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
build=$(readlink -f "$1")
skip() { echo "skipped: $1"; exit 77; }
command -v node >/dev/null && command -v npm >/dev/null || skip 'node and npm are not installed'
command -v chromium >/dev/null || skip 'chromium is not installed'

modules=$build/browser-modules
mkdir -p "$modules"
exec 9>"$modules/.lock"
flock 9
if ! cmp -s "$here/package-lock.json" "$modules/package-lock.json"; then
  cp "$here/package.json" "$modules/"
  (cd "$modules" && cp "$here/package-lock.json" . &&
    npm ci --ignore-scripts --no-audit --no-fund --loglevel=error) 9>&- || {
    rm -f "$modules/package-lock.json"
    skip 'npm cannot install playwright-core and axe-core'
  }
fi
flock -u 9
exec 9>&-
export ARTIFACTD_BUILD=$build BROWSER_MODULES=$modules/node_modules RECORD=${3:-}
exec node ${PATTERN:+--test-name-pattern="$PATTERN"} "$2"
