# Undo restores over nothing but what we made, and only bytes that are still those that were there.
mkdir tree
for name in a b c d e; do lines 1 300 >tree/$name; done
touch -d 2001-01-01 tree/a
settle
kindred dedupe --by hardlink --apply tree
rm tree/b && echo new >tree/b             # another file has the name
rm tree/c                                 # it is gone
exits 3 "$KINDRED" undo --format json
is undo restored 2
is undo left 2
says out "it is no longer the link that replaced it"
says out "vanished"
[[ $(<tree/b) == new && ! -e tree/c ]] || fail "undo restored over something new"
cmp tree/a tree/d || fail "undo changed bytes"
[[ $(stat -c %h tree/a) == 1 ]] || fail "a link is left"
# Written to since: what it was is not known any more.
settle
kindred dedupe --by hardlink --apply tree
echo more >>tree/a
exits 3 "$KINDRED" undo --format json
is undo restored 0
says out "the bytes have changed since"
[[ $(stat -c %h tree/a) == 3 ]] || fail "undo took something apart"
