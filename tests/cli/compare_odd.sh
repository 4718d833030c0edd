# compare: the same directory, one inside the other, files as operands, what cannot be read, hard links.
mkdir -p b/a b/c
lines 1 300 >b/a/x
cp b/a/x b/c/y
lines 400 700 >b/z
exits 2 "$KINDRED" compare b b
says err "A and B are the same"
ln -s b link
exits 2 "$KINDRED" compare b link/
exits 2 "$KINDRED" compare b
exits 4 "$KINDRED" compare b missing

# A inside B: is all of A elsewhere in B? Its own files do not count.
exits 0 "$KINDRED" compare --exit-code b/a b
says out "A lies inside B"
rm b/c/y
exits 1 "$KINDRED" compare --exit-code b/a b
cp b/a/x b/c/y
exits 1 "$KINDRED" compare --exit-code b b/a
says out "B lies inside A"

# Files.
exits 0 "$KINDRED" compare --exit-code b/c/y b/a
exits 0 "$KINDRED" compare --exit-code --format json b/a/x b/c/y
is compare relation '"identical"'
exits 1 "$KINDRED" compare --exit-code --format json b/a/x b/z
[[ $(value compare relation) == $'"only_a"\n"only_b"' ]] || fail "two files that differ"

# Hard links are reported.
mkdir l
ln b/a/x l/x
kindred compare b/a l
says out "1 file of A is in B only as another name of the same file"

# An empty directory, and empty files.
mkdir e
exits 0 "$KINDRED" compare --exit-code e b
says out "Yes: A has no files."
: >e/empty
exits 1 "$KINDRED" compare --exit-code e b
says out "No: 1 of 1 file (empty) has no copy in B."

if [[ $(id -u) != 0 ]]; then
  cp b/a/x l/secret
  chmod 0 l/secret
  exits 3 "$KINDRED" compare l b
  says out "Unknown: 1 item of A could not be read"
fi
