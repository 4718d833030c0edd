# An index of a newer format, or of one that is no longer read, is an error that says so, and is left alone.
mkdir tree
lines 1 300 >tree/a
settle
kindred scan tree
sed -i '1s/.*/kindred index 99/' index/manifest
cp -r index before
for command in "find tree" "scan tree" "query tree/a" "index stats" "index forget tree"; do
  exits 4 "$KINDRED" $command
  says err "index format 99 is newer"
  says err "upgrade kindred"
  [[ $(wc -l <err) == 1 ]] || fail "more than one line"
done
diff -r -x lock index before >/dev/null || fail "the index was changed"
exits 4 "$KINDRED" index check

sed -i '1s/.*/kindred index 1/' index/manifest
exits 4 "$KINDRED" find tree
says err "index format 1 is older than this kindred reads"
says err "remove the index, then make it again with 'kindred scan PATH'"
