# A full disk is a clear error; the index stays as it was.
mkdir tree disk
mount -t tmpfs -o size=600k none disk 2>/dev/null || skip_test "mount is not permitted"
trap 'umount disk; chmod -R u+rwx "$here"; rm -rf "$here"' EXIT
lines 1 300 >tree/a
kindred scan --index disk/index tree
for i in $(seq 200); do lines ${i}000 ${i}999 >tree/$i; done
head -c 10M /dev/zero >disk/filler 2>/dev/null || true
exits 4 "$KINDRED" scan --index disk/index tree
says err "No space left on device"
kindred index check --index disk/index
kindred query --index disk/index --format json tree/a
is match identical true
exits 4 "$KINDRED" find --no-rescan --index disk/index -o disk/report tree
[[ ! -e disk/report ]] || fail "half a report was left"
rm disk/filler
kindred index check --index disk/index
