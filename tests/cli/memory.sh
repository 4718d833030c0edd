# A match in little memory is the same match, byte for byte; too little memory, and no space for what is put
# aside, are clear errors that leave the index as it was.
mkdir tree disk
# No two words have 50 bytes in common.
words() { seq "$1" "$2" | awk '{ x = $1; s = ""; for (k = 0; k < 8; ++k) { x = (x * 69069 + 12345) % 2147483648; s = s sprintf("%x ", x) } print s }'; }
for i in $(seq 1 100); do
  { words $((i % 10 * 1000)) $((i % 10 * 1000 + 200)); words $((i * 100 + 50000)) $((i * 100 + 50050)); } >tree/$i
done
same=(--index index --method fingerprints:rate=16 --no-rescan --limit 0 --pairs --format json tree)
kindred scan --index index --method fingerprints:rate=16 tree
kindred find "${same[@]}"
mv out wide
grep -q '"type":"pair"' wide || fail "there is nothing to compare"
for flags in "--memory 8M --threads 1" "--memory 4M --threads 2" "--memory 3M --threads 1"; do
  rm -f index/pairs
  kindred find $flags --timings "${same[@]}"
  cmp wide out || fail "another answer with $flags"
done
# A typo for M is not punished: less than a MiB counts as that, so that files are not written one by one.
"$KINDRED" scan --index other --memory 1K --timings --method fingerprints:rate=16 tree >out 2>err
rounds=$(grep -c '^read ' err)
((rounds > 0 && rounds < 20)) || { cat err; fail "$rounds rounds for a hundred files"; }
ls index >names
rm -f index/pairs
exits 4 "$KINDRED" find --memory 1K --threads 64 "${same[@]}"
says err "M is the least"
least=$(sed -n 's/.*; \([0-9]*M\) is the least.*/\1/p' err)
kindred find --memory "$least" --threads 64 "${same[@]}"
cmp wide out || fail "another answer with the least memory"

rm -f index/pairs
TMPDIR=/does/not/exist exits 4 "$KINDRED" find --memory 4M "${same[@]}"
says err "set TMPDIR to a directory with more space"
if mount -t tmpfs -o size=64k none disk 2>/dev/null; then
  trap 'umount disk; chmod -R u+rwx "$here"; rm -rf "$here"' EXIT
  TMPDIR=$here/disk exits 4 "$KINDRED" find --memory 4M "${same[@]}"
  says err "No space left on device"
  says err "set TMPDIR to a directory with more space, or give more with --memory"
  [[ -z $(ls disk) ]] || fail "something was left behind"
fi
kindred index check --index index
kindred find --memory 4M "${same[@]}"
cmp wide out || fail "another answer afterwards"
ls index | cmp names - || fail "something was left in the index"
