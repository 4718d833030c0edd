# JSON lines: the contract's types and keys.
mkdir tree
lines 1 1000 >tree/a
lines 201 1200 >tree/b
cp tree/b tree/c
kindred find --format json --pairs tree
is summary files 3
is summary contents 2
is summary identical_sets 1
is summary families 1
is summary groups 1
is summary pairs 1
is identical files "[\"tree/b\", \"tree/c\"]"
is pair a "\"tree/a\""
is pair b "\"tree/b\""
is family files "[\"tree/a\", \"tree/b\"]"
[[ $(head -1 out) == '{"type":"summary","version":'* ]] || fail "the summary is not first"
python3 -c "
share = float('$(value pair of_a)')
assert 0.65 < share < 0.95, share" || fail "of_a is far from 0.8"
