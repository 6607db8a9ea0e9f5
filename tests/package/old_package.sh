#!/usr/bin/env bash
# Builds the oldest version from which an upgrade is tested, with today's debian/: a package, and what `cmake --install`
# put in place. It was never released. Takes as long as building the package, so the result is kept.
#
#   old_package.sh DIRECTORY        gets artifactd_0.1.0-0_amd64.deb and installed.tar
set -euo pipefail
directory=$1
commit=bf5696a9b7d6b9c67b67bd70e2bb095eb39d1a2e
cd "$(dirname "$(readlink -f "$0")")/../.."
[ ! -e "$directory/installed.tar" ] || exit 0
git cat-file -e "$commit" || { echo "this clone does not have the commit $commit: git fetch --unshallow" >&2; exit 1; }

copy=$directory/build/source
rm -rf "$directory"
mkdir -p "$copy"
git archive "$commit" | tar -x -C "$copy"
git archive HEAD debian | tar -x -C "$copy"
sed -i '1s/(.*)/(0.1.0-0)/' "$copy/debian/changelog"
touch "$copy/CHANGELOG.md"
# It needs only the headers of this library, whose package depends on much else.
mkdir -p "$copy/build/valijson"
(cd "$directory/build" && apt-get -q -o APT::Sandbox::User=root download libvalijson-dev)
dpkg -x "$directory"/build/libvalijson-dev_*.deb "$copy/build/valijson"

(cd "$copy" && CCACHE_DIR=$(ccache -k cache_dir) dpkg-buildpackage -b -us -uc)
DESTDIR=$directory/build/installed cmake --install "$copy"/obj-* --prefix /usr >/dev/null
mv "$directory"/build/artifactd_0.1.0-0_*.deb "$directory/"
tar -c -C "$directory/build/installed" --owner=0 --group=0 -f "$directory/installed.tar.new" .
mv "$directory/installed.tar.new" "$directory/installed.tar"
rm -rf "$directory/build"
