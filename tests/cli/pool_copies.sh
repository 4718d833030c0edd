# A pool without names records how many files have the same bytes; its files do not count as wasted space here.
mkdir ours theirs
hashes 1 200 >ours/a
cp ours/a ours/b
for i in 1 2 3 4; do cp ours/a theirs/$i; done
hashes 1 150 >theirs/part
cp theirs/part theirs/part2
size=$(stat -c %s ours/a)
settle
kindred scan --index theirs.index theirs
kindred index export --index theirs.index -o named.kindred
kindred index export --index theirs.index --anonymous -o nameless.kindred
for pool in named nameless; do
  kindred find --show identical,families --with $pool.kindred ours
  says out "6 x"
  says out "Identical: 1 set, $(awk -v s="$size" 'BEGIN { printf "%.1f kB", s / 1000 }') to free here"
  says out "(2 copies)"
  kindred find --with $pool.kindred --format json ours
  is identical elsewhere 4
done
kindred find --show identical,families --with named.kindred ours
says_not out "without a name"
kindred find --show identical,families --with nameless.kindred ours
says out "and 3 files without a name"
kindred find --with nameless.kindred --format json ours
is identical unnamed 3
kindred find --with nameless.kindred --format html ours
says out "4 files in pools, 3 without a name"
kindred query --with nameless.kindred --format json ours/a
says out '"copies":4'
kindred query --with nameless.kindred ours/a
says out "(identical)  (4 copies)"
says out "with 1 pool"
kindred find --format json ours
says_not out elsewhere
