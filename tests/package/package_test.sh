#!/usr/bin/env bash
# Installs, upgrades, removes and purges the package in a fresh, minimal Debian: machine_test.sh says what has to be
# true there. Needs root and what apt needs.
#
#   package_test.sh PACKAGE.deb
set -euo pipefail
package=$(readlink -f "$1")
here=$(dirname "$(readlink -f "$0")")
# shellcheck source=tests/package/debian.sh
. "$here/debian.sh"

# The same programs in a package of a lower version.
lower_version() { # PACKAGE FILE
  local tree=$machine/tmp/lower
  dpkg-deb -R "$1" "$tree"
  sed -i -E 's/^(Version: .*)/\1~lower/' "$tree/DEBIAN/control"
  dpkg-deb --root-owner-group -Znone -b "$tree" "$2" >/dev/null
  rm -rf "$tree"
}

make_machine
cp "$package" "$here"/machine{,_test}.sh "$machine/root/"
lower_version "$package" "$machine/root/lower.deb"
inside "$machine" bash /root/machine_test.sh /root/lower.deb "/root/${package##*/}"
