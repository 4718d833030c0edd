# --index must be a directory.
mkdir tree
lines 1 300 >tree/a
echo precious >file
for command in "find tree" "scan tree" "query tree/a" "index stats" "index check" "index forget tree"; do
  exits 4 "$KINDRED" $command --index file
  says err "file"
  [[ $(wc -l <err) == 1 ]] || fail "more than one line"
done
[[ $(cat file) == precious ]] || fail "the file was changed"
exits 2 "$KINDRED" index stats --index ""
