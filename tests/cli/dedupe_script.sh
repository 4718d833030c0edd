# The plan as a shell script: it calls this program for each set, removes nothing by itself, and does what was planned.
mkdir -p tree/sub
lines 1 300 >"tree/it's [a] *"
touch -d 2001-01-01 "tree/it's [a] *"
cp "tree/it's [a] *" $'tree/new\nline'
cp "tree/it's [a] *" $'tree/sub/\xff'
lines 400 800 >tree/other
cp tree/other tree/sub/other
chmod 600 tree/sub/other
settle
exits 3 "$KINDRED" dedupe --by hardlink --format sh -o plan.sh tree
! grep -qwE 'rm|mv|ln|unlink' plan.sh || fail "the script removes or links by itself"
says plan.sh "# left alone: tree/sub/other: it has other permissions"
exits 0 env KINDRED="$KINDRED" sh plan.sh
[[ $(stat -c %h "tree/it's [a] *") == 3 ]] || fail "the script did not do what was planned"
[[ $(stat -c %h tree/other) == 1 ]] || fail "the script did more than was planned"
# The same index, the same permissions to differ, the same text of links.
exits 0 "$KINDRED" undo
exits 0 "$KINDRED" dedupe --by symlink --across-permissions --index other --format sh -o plan.sh tree
exits 0 env KINDRED="$KINDRED" sh plan.sh
[[ $(readlink tree/sub/other) == ../other && $(readlink $'tree/sub/\xff') == "../it's [a] *" ]] || fail "other links than planned"
kindred journal --index other
says out "dedupe by symlink"
exits 2 "$KINDRED" dedupe --by hardlink --format sh --apply tree
exits 2 "$KINDRED" find --format sh tree
