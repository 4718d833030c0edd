# -o never replaces what the report is about, nor a file of the index; a dangling link is written through.
mkdir tree
lines 1 100 >tree/a
lines 1 120 >tree/b
cp tree/a before
kindred scan tree
for command in "spans tree/a tree/b" "query tree/a" "show tree/a tree/b" "compare tree/a tree/b" "find tree/a tree/b"; do
  exits 2 "$KINDRED" $command -o tree/a
  says err "tree/a: is also what the report is about"
done
ln -s tree/a link
ln tree/a hard
exits 2 "$KINDRED" spans tree/a tree/b -o link
exits 2 "$KINDRED" spans tree/a tree/b --output=hard
cmp tree/a before || fail "the operand was replaced"
cp index/manifest manifest
exits 2 "$KINDRED" find tree -o index/manifest
says err "is in the directory of the index"
exits 2 "$KINDRED" find tree -o index/report
exits 2 "$KINDRED" find tree --index index -o "$here/index/report"
exits 2 "$KINDRED" index export -o index/lock
cmp index/manifest manifest || fail "the manifest was replaced"
kindred index check

# Below an operand is another matter.
kindred find tree -o tree/report
[[ -s tree/report ]] || fail "no report"

mkdir elsewhere
ln -s elsewhere/report dangling
kindred find tree -o dangling
[[ -L dangling && -s elsewhere/report ]] || fail "the link was replaced, or nothing was written"
ln -s missing/report nowhere
exits 4 "$KINDRED" find tree -o nowhere
says err "No such file or directory"
[[ -L nowhere ]] || fail "the link was replaced"
ln -s loop loop
exits 4 "$KINDRED" find tree -o loop
says err "is a link that leads nowhere"
kindred find tree -o - --quiet
