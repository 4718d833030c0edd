# Colour only when asked or on a terminal, never with NO_COLOR.
mkdir tree
lines 1 300 >tree/a
kindred find tree
! grep -q $'\e' out || fail "colour in a file"
kindred find --color always tree
grep -q $'\e\[1m' out || fail "no colour"
kindred find --color never tree
! grep -q $'\e' out || fail "colour in spite of never"
script -qec true /dev/null </dev/null >/dev/null 2>&1 || exit 0 # no such program, or no pseudo-terminals
on_terminal() { TERM=xterm script -qec "'$KINDRED' find --progress never tree" /dev/null </dev/null; }
on_terminal | grep -q $'\e\[1m' || fail "no colour on a terminal"
! NO_COLOR=1 on_terminal | grep -q $'\e' || fail "colour in spite of NO_COLOR"
