# A small file inside a large one: nearly all of the one, little of the other.
mkdir tree
lines 1 5000 >tree/large
lines 2001 2200 >tree/small
kindred find --format json --pairs tree
python3 -c "
of_large, of_small = float('$(value pair of_a)'), float('$(value pair of_b)')
assert of_large < 0.15 and of_small > 0.8, (of_large, of_small)" || fail "containment"
kindred find --format json --measure both tree
is summary pairs 0
kindred find --format json --measure resemblance tree
is summary pairs 0
kindred find --format json --size-ratio 50% tree
is summary pairs 0
