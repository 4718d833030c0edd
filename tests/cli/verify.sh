# --verify: exact shares in find and query; what falls below --min is dropped and counted.
mkdir tree
hashes 1 200 >tree/a
hashes 101 300 >tree/b
settle
kindred find --verify --pairs --format json tree
is summary verified true
is pair measured true
of_a=$(value pair of_a)
[[ $of_a == 0.5* ]] || fail "of_a is $of_a"
kindred find --verify --min 51% --margin 50 --format json --pairs tree
is summary pairs 0
is summary dropped 1
kindred find --show pairs --verify tree
says out "exact"
kindred query --verify --format json tree/a
[[ $(value match measured) == $'true\ntrue' ]] || fail "a match is not verified"
kindred query --verify --min 60% --margin 50 --format json tree/a
is query dropped 1
is match identical true

# An empty file is equal to an empty one, proved or not.
: >tree/empty
: >none
kindred scan --size 0.. tree
kindred query --verify --format json none
is match identical true
is match measured true
is query identical 1
