#!/usr/bin/env bash
# Upgrades to the package from what old_package.sh built, each in a fresh, minimal Debian 12: from the old package, and
# from an installation by `cmake --install`. upgraded_test.sh says what has to be true there. Needs root and what apt
# needs.
#
#   upgrade_test.sh DIRECTORY PACKAGE.deb
set -euo pipefail
old=$(readlink -f "$1") package=$(readlink -f "$2")
here=$(dirname "$(readlink -f "$0")")
# shellcheck source=tests/package/debian.sh
. "$here/debian.sh"

for from in package cmake; do
  make_machine
  cp "$package" "$old"/artifactd_*.deb "$old/installed.tar" "$here"/{machine,upgraded_test}.sh "$machine/root/"
  inside "$machine" bash /root/upgraded_test.sh "$from" "/root/${package##*/}"
  rm -rf --one-file-system "$machine"
done
