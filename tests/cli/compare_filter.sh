# compare with a filter: a. and b. are the files of A and B, whatever comes first in the index.
mkdir z m
lines 1 1000 >z/old.c
lines 201 1200 >m/new.h
for order in "z m old.c new.h c h" "m z new.h old.c h c"; do
  read -r A B name_a name_b suffix_a suffix_b <<<"$order"
  kindred compare --format json --filter "a.suffix == '$suffix_a' and b.suffix == '$suffix_b'" $A $B
  is compared changed 1
  is compared filtered_out 0
  kindred compare --format json --filter "a.suffix == '$suffix_b'" $A $B
  is compared changed 0
  is compared filtered_out 1
  kindred compare --format json \
    --filter-command "tee seen | sed -e 's/.*\"a\":\"$A.$name_a\",\"b\":\"$B.$name_b\".*/yes/' -e '/^yes/!s/.*/no/'" $A $B
  is compared changed 1
done

# Of a content that is on both sides, a.path is its path in A and b.path its path in B.
mkdir a1 b1
cp m/new.h a1/copy
cp z/old.c a1/old
cp m/new.h b1/new
kindred compare --format json --filter 'a.path == "a1/old" and b.path == "b1/new"' a1 b1
is compared filtered_out 0
kindred compare --format json --filter 'a.path == "a1/copy"' a1 b1
is compared filtered_out 1

# Shares go with their files.
mkdir y n
hashes 1 200 >y/whole
hashes 41 140 >n/part
kindred compare --format json --verify --filter 'of_a < 60% and of_b > 90%' y n
is compared filtered_out 0
kindred compare --format json --verify --filter 'of_b > 90% and of_a < 60%' n y
is compared filtered_out 1
kindred compare --format json --verify --filter 'of_a > 90% and of_b < 60%' n y
is compared filtered_out 0

# What the filter leaves out is similar all the same, and the report says so.
kindred compare --filter 'a.suffix == "h"' z m
says out 'filter   a.suffix == "h"'
says out "nothing like it in B that the filter lets through"
says out "The filter left out 1 pair."
kindred compare --filter 'a.suffix == "c"' z m
says_not out "lets through"
