# A bare Debian 12 in a directory, for trials of what a new user does: source it with `trial` set to the name of the trial. It
# downloads a system (some 300 MB with a compiler) and needs root and debootstrap. DEBOOTSTRAP names another debootstrap, MIRROR
# another mirror.
say() { printf '%s: %s\n' "$trial" "$*"; }
fail() { say "FAILED: $*"; exit 1; }
[[ $(id -u) == 0 ]] || fail "needs root, for debootstrap and chroot"
debootstrap=${DEBOOTSTRAP:-debootstrap}
command -v "$debootstrap" >/dev/null || fail "needs debootstrap (apt-get install debootstrap)"

work=$(mktemp -d)
bare=$work/bare
clean_up() {
  for mounted in proc sys dev; do
    if mountpoint -q "$bare/$mounted"; then umount "$bare/$mounted"; fi
  done
  rm -rf --one-file-system "$work"
}
trap clean_up EXIT

make_bare() {
  say "making a bare Debian 12"
  "$debootstrap" --variant=minbase bookworm "$bare" ${MIRROR:+"$MIRROR"} >"$work/log" 2>&1 ||
    { tail -n 30 "$work/log"; fail "debootstrap"; }
  # Names are looked up as here, and downloads go the same way.
  cp /etc/resolv.conf "$bare/etc/resolv.conf"
}
inside() {
  chroot "$bare" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} "$@"
}
apt_installs() {
  inside apt-get install -y --no-install-recommends "$@" >"$work/log" 2>&1 || { tail -n 30 "$work/log"; fail "apt-get install $*"; }
}
