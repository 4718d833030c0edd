# By reflink, on file systems that can: blocks are shared, files stay what they are, and nothing has to be undone.
[[ $(id -u) == 0 ]] || skip_test "mounting a file system needs root"
tried=0
for kind in btrfs xfs; do
  command -v mkfs.$kind >/dev/null || continue
  truncate -s 400M image.$kind
  mkfs.$kind -q image.$kind >/dev/null 2>&1 || continue
  mkdir -p m.$kind
  mount -o loop image.$kind m.$kind 2>/dev/null || continue
  trap 'umount m.* 2>/dev/null || true; chmod -R u+rwx "$here"; rm -rf "$here"' EXIT
  tried=1
  mkdir m.$kind/tree
  head -c 3000123 /dev/urandom >m.$kind/tree/a
  for name in b c; do cp --reflink=never m.$kind/tree/a m.$kind/tree/$name; done
  cp --reflink=never m.$kind/tree/a m.$kind/tree/d
  printf x | dd of=m.$kind/tree/d conv=notrunc status=none
  chmod 600 m.$kind/tree/c   # its permissions are its own
  sync -f m.$kind
  settle
  find m.$kind/tree -type f -printf '%p %i %n %s %m %T@ %C@\n' | sort >before
  md5sum m.$kind/tree/* >sums
  kindred dedupe --apply --format json m.$kind/tree   # reflink is the default here
  is dedupe done 2
  is dedupe by '"default"'
  find m.$kind/tree -type f -printf '%p %i %n %s %m %T@ %C@\n' | sort | diff before - || fail "$kind: something but blocks changed"
  md5sum -c --quiet sums || fail "$kind: bytes changed"
  sync -f m.$kind
  settle
  kindred dedupe --format json m.$kind/tree
  is dedupe actions 0
  is dedupe shared 2
  kindred undo --format json
  is undo not_needed 2
  exits 4 "$KINDRED" undo
  umount m.$kind
done
[[ $tried == 1 ]] || skip_test "neither btrfs nor xfs can be made and mounted here"
# If the file system has no reflinks, that is reported.
if [[ $(stat -f -c %T .) != btrfs && $(stat -f -c %T .) != xfs ]]; then
  mkdir tree
  lines 1 300 >tree/a
  cp tree/a tree/b
  settle
  exits 3 "$KINDRED" dedupe --by reflink --apply tree
  says out "its file system has no reflinks"
fi
