#!/usr/bin/env bash
# Builds the package in the Debian that ARTIFACTD_DEBIAN names, whatever this machine is. The tree it builds in is kept,
# with its compiler cache. Needs root and what apt needs.
#
#   builder.sh build DIRECTORY      from DIRECTORY/source; the packages are put into DIRECTORY
#   builder.sh lintian DIRECTORY    asks that Debian's lintian about the packages
set -euo pipefail
directory=$(readlink -f "$2")
# shellcheck source=tests/package/debian.sh
. "$(dirname "$(readlink -f "$0")")/debian.sh"
builder=$base-builder

build='
  export DEBIAN_FRONTEND=noninteractive CCACHE_DIR=/var/cache/ccache CCACHE_NOHASHDIR=1
  cd /build/source
  apt-get -q update
  apt-get -y -q --no-install-recommends install build-essential ccache
  apt-get -y -q --no-install-recommends build-dep ./
  dpkg-buildpackage -b -us -uc
'
lintian='
  export DEBIAN_FRONTEND=noninteractive
  apt-get -y -q --no-install-recommends install lintian >/dev/null
  cd /build
  lintian --allow-root --fail-on error,warning *.changes
'

if [ ! -e "$builder" ]; then
  make_machine
  mv "$machine" "$builder"
fi
rm -rf "$builder/build"
cp -a "$directory" "$builder/build"
case $1 in
  build)
    inside "$builder" bash -ec "$build" </dev/null
    find "$builder/build" -maxdepth 1 -type f -exec cp -t "$directory" {} +
    ;;
  lintian) inside "$builder" bash -ec "$lintian" </dev/null ;;
esac
