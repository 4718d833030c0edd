# compare: what --ignore-case and the like leave out of marks, it leaves out here, too.
mkdir a b
lines 1 300 >a/f
tr a-z A-Z <a/f >b/g
kindred compare --format json a b
is compared only_a 1
kindred compare --ignore-case --format json a b
is compared only_a 0
is compare relation '"changed"'
is compare of_a 1
