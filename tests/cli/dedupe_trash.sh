# By trash: the desktop's own, with its notes; undo brings files back, but never over a new one.
mkdir -p tree/sub
lines 1 300 >tree/a
touch -d 2001-01-01 tree/a
cp tree/a tree/b
cp tree/a 'tree/sub/a b%'
cp tree/a tree/sub/b
settle
kindred dedupe --by trash --apply --format json tree
is dedupe done 3
[[ ! -e tree/b && ! -e 'tree/sub/a b%' && -e tree/a ]] || fail "the copies are still there"
trash=$HOME/.local/share/Trash
[[ -e $trash/files/b && -e $trash/files/b.2 && -e "$trash/files/a b%" ]] || { find "$trash"; fail "the trash lacks a file"; }
grep -qxF "Path=$PWD/tree/sub/a%20b%25" "$trash/info/a b%.trashinfo" || fail "no note, or a wrong one"
grep -q '^DeletionDate=20..-..-..T..:..:..$' "$trash/info/b.trashinfo" || fail "no date"
echo new >tree/b
exits 3 "$KINDRED" undo --format json
is undo restored 2
says out "a new file has its name"
[[ $(<tree/b) == new ]] || fail "undo went over a new file"
cmp tree/a 'tree/sub/a b%' || fail "it did not come back"
rm tree/b
kindred undo --format json
is undo restored 1
cmp tree/a tree/b || fail "it did not come back"
[[ -z $(find "$trash" -type f) ]] || fail "the trash still has notes or files"
