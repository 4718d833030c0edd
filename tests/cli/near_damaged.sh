# A damaged store is an error that says what to do; removed, it is made again. The index is not affected.
mkdir tree
for i in $(seq 30); do lines $((i * 100)) $((i * 100 + 90)) >tree/$i; done
kindred scan tree
kindred near --format json tree
cp out sound
kindred index check
kindred index stats
printf 'not a database at all, but long enough to have a header' >index/tallies.sqlite
exits 4 "$KINDRED" near tree
says err "index/tallies.sqlite"
says err "remove the file"
kindred index check
rm index/tallies.sqlite
kindred near --format json tree
cmp out sound || fail "another answer"
[[ $(stat -c %a index/tallies.sqlite) == 600 ]] || fail "others may read the tallies"

# A link in place of the store may lead to another user's database.
mv index/tallies.sqlite elsewhere.sqlite
cp elsewhere.sqlite before
ln -s ../elsewhere.sqlite index/tallies.sqlite
exits 4 "$KINDRED" near tree
says err "index/tallies.sqlite: is a link"
exits 4 "$KINDRED" index forget tree
cmp elsewhere.sqlite before || fail "the file behind the link was changed"
kindred near --database sqlite:index/tallies.sqlite --format json tree
