#!/bin/sh
# client_test.sh BUILD: the client of the SDK (npm) against the artifactctl of this build. Packages are installed below
# BUILD, as the lockfile says, and kept there. Exit code 77, with the reason: skipped.
set -eu
here=$(dirname "$(readlink -f "$0")")
build=$1
place=$build/tests/mcp-client

skip() {
  echo "skipped: $*"
  exit 77
}

command -v node >/dev/null || skip "there is no node"
command -v npm >/dev/null || skip "there is no npm"
node -e 'process.exit(process.versions.node.split(".")[0] >= 18 ? 0 : 1)' ||
  skip "node $(node --version) is older than 18"

mkdir -p "$place"
if ! cmp -s "$here/package-lock.json" "$place/installed-lock.json"; then
  cp "$here/package.json" "$here/package-lock.json" "$place"
  (cd "$place" && npm ci --ignore-scripts --no-audit --no-fund >npm.log 2>&1) ||
    skip "npm ci failed: $(tail -n 2 "$place/npm.log")"
  cp "$here/package-lock.json" "$place/installed-lock.json"
fi
cp "$here/client.mjs" "$place" # node looks for packages beside the script
exec node "$place/client.mjs" "$build"
