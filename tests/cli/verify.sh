# --verify: exact shares in find and query; what falls below --min is dropped and counted.
mkdir tree
lines 1 200 >tree/a
lines 101 300 >tree/b
settle
kindred find --verify --pairs --format json tree
is summary verified true
is pair verified true
of_a=$(value pair of_a)
python3 -c "
size = $(stat -c %s tree/a)
shared = len(''.join('This is line %d of a text that was made for a test.\n' % i for i in range(101, 201)))
assert abs($of_a - shared / size) < 0.01, $of_a" || fail "of_a is $of_a"
kindred find --verify --min 51% --margin 50 --format json --pairs tree
is summary pairs 0
is summary dropped 1
kindred find --verify tree
says out "exact"
kindred query --verify --format json tree/a
[[ $(value match verified) == $'true\ntrue' ]] || fail "a match is not verified"
kindred query --verify --min 60% --margin 50 --format json tree/a
is query dropped 1
is match identical true
