# What an interrupted writer left goes with the next scan, also if that has nothing to write; foreign files stay, and so
# do those of a writer at work.
mkdir tree
lines 1 100 >tree/a
settle
kindred scan tree
ls index >names
strays="manifest.new pairs.new templates.new templates-88 marks-77.segment catalog-99.sqlite match-123.tmp spill-456.tmp"
for name in $strays; do echo left >index/$name; done
echo mine >index/notes.txt
cp index/manifest before
kindred scan --format json tree
is scan read_files 0
cmp before index/manifest || fail "something was committed"
[[ -e index/notes.txt ]] || fail "a foreign file was removed"
rm index/notes.txt
ls index | cmp - names || { ls index; fail "something is left"; }

# A writer at work holds the lock.
echo left >index/marks-77.segment
exec 9>>index/lock
flock 9
kindred scan tree
[[ -e index/marks-77.segment ]] || fail "a file of a writer was removed"
exec 9>&-
kindred scan tree
[[ ! -e index/marks-77.segment ]] || fail "it is still there"
