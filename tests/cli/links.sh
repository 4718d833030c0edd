# Symbolic links are left out and counted; --follow follows them, once round a loop.
mkdir -p tree/sub other
lines 1 300 >other/a
ln -s ../other tree/link
ln -s .. tree/sub/up
lines 500 800 >tree/b
kindred find tree
says out "1 file"
grep -qE 'Left out: .*link.* \(2\)' out || fail "the links are not counted"
timeout 60 "$KINDRED" find --follow --format json tree >out 2>err || [[ $? == 3 ]]
is summary files 2
