# compare --verify: exact shares by reading.
mkdir a b
noise() { for i in $(seq "$1" "$2"); do echo "$i" | sha256sum; done; } # no two lines have 50 bytes in common
noise 1 200 >a/f
noise 101 300 >b/f
settle
kindred compare --verify --format json a b
is compared verified true
is compare relation '"changed"'
is compare measured true
is compare of_a 0.5
is compare of_b 0.5
is compared of_a 0.5
kindred compare --verify a b
says out "exact"
says out "50% of A's bytes are in B, 50% of B's bytes in A."
