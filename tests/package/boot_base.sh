#!/usr/bin/env bash
# Makes a fresh Debian bootable, from inside it: systemd, and in /boot the cloud kernel with an initrd that finds the
# disk. That kernel has ext4 built in but virtio as modules.
set -euo pipefail
apt() { DEBIAN_FRONTEND=noninteractive apt-get -y -q --no-install-recommends "$@" </dev/null; }

apt update
apt install systemd systemd-sysv dbus udev kmod busybox-static xz-utils
# Unpacked, not installed: that would bring initramfs-tools.
cd /var/tmp
kernel=$(apt-cache depends linux-image-cloud-amd64 | sed -n 's/.*Depends: \(linux-image-[0-9].*\)/\1/p' | head -n 1)
apt download "$kernel"
dpkg-deb -x linux-image-*.deb kernel
version=$(ls kernel/lib/modules)
cp "kernel/boot/vmlinuz-$version" /boot/vmlinuz
depmod -b kernel "$version"
mkdir -p initrd/dev initrd/root
for module in virtio_pci virtio_blk; do
  modprobe -d "$PWD/kernel" -S "$version" --show-depends "$module"
done | awk '!seen[$2]++ { print $2 }' >modules
cp /bin/busybox initrd/
{
  echo '#!/busybox sh'
  echo '/busybox mount -t devtmpfs dev /dev'
  while read -r module; do
    name=${module##*/} name=${name%.xz} # Debian 13 compresses them
    case $module in *.xz) xzcat "$module" ;; *) cat "$module" ;; esac >"initrd/$name"
    echo "/busybox insmod /$name"
  done <modules
  echo 'until [ -b /dev/vda ]; do /busybox usleep 20000; done'
  echo '/busybox mount -t ext4 /dev/vda /root'
  echo 'exec /busybox switch_root /root /sbin/init'
} >initrd/init
chmod 755 initrd/init
(cd initrd && find . | busybox cpio -o -H newc | gzip -1) >/boot/initrd
rm -rf kernel initrd modules linux-image-*.deb
apt clean
echo '/dev/vda / ext4 defaults 0 1' >/etc/fstab
echo artifactd >/etc/hostname
passwd -d root
