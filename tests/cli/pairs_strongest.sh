# --pairs: all pairs by name; a list that is cut shows the strongest.
mkdir tree
hashes 1 300 >tree/a
{ hashes 1 150; hashes 1000 1150; } >tree/b
hashes 2000 2300 >tree/x
{ hashes 2000 2290; hashes 3000 3010; } >tree/y
settle
kindred find --pairs --format json tree
[[ $(value pair a | head -1) == '"tree/a"' ]] || fail "all pairs are not by name"
kindred find --pairs --format json --limit 1 tree
is pair a '"tree/x"'
is summary pairs 2
kindred find --pairs --limit 1 tree
says out "1 of 2 pairs shown"
says out tree/y
