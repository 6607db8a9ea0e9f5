# Sourced by what needs a fresh Debian: a tree to chroot into. It is made once, by debootstrap, and copied for each run.
# It needs root and what apt needs. ARTIFACTD_DEBIAN names the version: bookworm (Debian 12) or trixie (Debian 13).
cache=${XDG_CACHE_HOME:-$HOME/.cache}/artifactd
codename=${ARTIFACTD_DEBIAN:-bookworm}
base=$cache/$codename

make_base() {
  local setting from
  from=$(apt-get indextargets --format '$(REPO_URI)' "Codename: $codename" 'Component: main' 'Created-By: Packages' |
    sed -n 1p)
  rm -rf "$base.new"
  debootstrap --variant=minbase --include=ca-certificates "$codename" "$base.new" \
    "${from:-http://deb.debian.org/debian}" >"$cache/debootstrap.log" 2>&1 ||
    { tail -5 "$cache/debootstrap.log" >&2; return 1; }
  # It reaches the mirror in the same way: by a proxy, a certificate, a name. Packages bring their own settings.
  for setting in /etc/apt/apt.conf /etc/apt/apt.conf.d/*; do
    ! grep -qsiE 'Acquire|Proxy|Verify' "$setting" || dpkg -S "$setting" >/dev/null 2>&1 ||
      cp -a "$setting" "$base.new/etc/apt/apt.conf.d/"
  done
  cp -L /etc/hosts /etc/resolv.conf "$base.new/etc/"
  [ ! -e /etc/ssl/certs/ca-certificates.crt ] || cp -L /etc/ssl/certs/ca-certificates.crt "$base.new/etc/ssl/certs/"
  mv "$base.new" "$base"
}

# A copy of the TREE, or of the base, as $machine; it is gone when the test ends.
make_machine() { # [TREE]
  mkdir -p "$cache"
  [ -e "$base" ] || make_base
  machine=$(mktemp -d "$cache/machine.XXXXXX")
  trap 'rm -rf --one-file-system "$machine"' EXIT
  cp -a "${1:-$base}/." "$machine/"
  chmod 755 "$machine"
}

# Runs a command in a tree. Mounts and processes end with it.
inside() { # TREE COMMAND...
  local environment=(HOME=/root LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin)
  local variable
  for variable in http_proxy https_proxy no_proxy ARTIFACTD_COMMIT; do
    [ -z "${!variable:-}" ] || environment+=("$variable=${!variable}")
  done
  env -i "${environment[@]}" unshare --mount --pid --fork --kill-child --propagation private bash -c '
    set -e
    mount -t proc proc "$1/proc"
    mount --rbind /dev "$1/dev"
    exec chroot "$@"
  ' inside "$@"
}
