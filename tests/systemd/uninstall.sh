#!/usr/bin/env bash
# `./dev uninstall` removes what `cmake --install` installed, and nothing else.
#
#   uninstall.sh BUILD       a directory below build/
set -euo pipefail
build=$1
here=$(dirname "$(readlink -f "$0")")
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
cmake --install "$build" --prefix "$prefix" >/dev/null
mkdir -p "$prefix/etc/artifactd"
echo "# mine" >"$prefix/etc/artifactd/mine.toml"
[ -x "$prefix/bin/artifactd" ] || { echo "FAILED: bin/artifactd was not installed"; exit 1; }
"$here/../../dev" uninstall "$(basename "$build")"
left=$(cd "$prefix" && find . -name '*artifactd*' ! -path './etc/*')
[ -z "$left" ] || { echo "FAILED: still there: $left"; exit 1; }
[ -e "$prefix/etc/artifactd/mine.toml" ] || { echo "FAILED: a file of the operator was removed"; exit 1; }
