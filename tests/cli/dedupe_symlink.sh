# By symlink: relative links that lead to the file that stays; undo brings the files back.
mkdir -p tree/x/y tree/z
lines 1 300 >tree/x/y/kept
touch -d 2001-01-01 tree/x/y/kept
cp tree/x/y/kept tree/z/copy
cp tree/x/y/kept tree/x/copy
chmod 640 tree/x/y/kept tree/z/copy tree/x/copy
settle
find tree -type f -printf '%p %s %m %T@\n' | sort >before
kindred dedupe --by symlink --apply tree
[[ $(readlink tree/z/copy) == ../x/y/kept && $(readlink tree/x/copy) == y/kept ]] || fail "wrong links"
cmp tree/z/copy tree/x/y/kept || fail "a link leads elsewhere"
kindred undo
find tree -type f -printf '%p %s %m %T@\n' | sort | diff before - || fail "undo is not exact"
