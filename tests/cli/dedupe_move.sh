# By move: copies go to another folder under their own paths, never over anything, and come back.
mkdir -p tree/sub away/sub
lines 1 300 >tree/a
touch -d 2001-01-01 tree/a
cp tree/a tree/b
cp tree/a tree/sub/c
echo here >away/sub/c
settle
exits 3 "$KINDRED" dedupe --by move:away --apply --format json tree
is dedupe done 1
says out "the target has a file of that name"
[[ ! -e tree/b && -e tree/sub/c && $(<away/sub/c) == here ]] || fail "wrong files were moved"
cmp tree/a away/b || fail "it is not there"
kindred undo
kindred dedupe --by move --to away2 tree
says out "tree/b to"
cmp tree/a tree/b || fail "it did not come back"
[[ ! -e away/b ]] || fail "it is still there"
