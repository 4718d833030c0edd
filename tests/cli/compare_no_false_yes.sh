# compare: "yes" is said only of bytes that were compared, and that are there twice.
mkdir a b
lines 1 300 >a/f
cp a/f b/f

# A sparse file is left out, and holds data that B lacks.
truncate -s 2G a/image
printf data | dd of=a/image bs=1 seek=1000000 conv=notrunc 2>err
exits 3 "$KINDRED" compare --exit-code a b
says out "Is all of A in B?  Unknown: left out of A: sparse file above 1 GiB, almost all holes (1)."
says out "Is all of B in A?  Yes: its file has a copy in A."
exits 3 "$KINDRED" compare --exit-code --format json a b
is compared all_of_a false
is compared cannot_tell_a true
is compared unknown_a 1
# A file of A without a copy may have it in what was left out of B.
lines 400 500 >b/g
exits 3 "$KINDRED" compare --exit-code b a
says out "Unknown: left out of B: sparse file above 1 GiB, almost all holes (1), and 1 of 2 files"
rm a/image b/g
exits 0 "$KINDRED" compare --exit-code a b

# A link that is followed from B to A is not a copy; a hard link is.
mkdir linked hard
ln -s ../a/f linked/f
exits 3 "$KINDRED" compare --follow --exit-code a linked
says out "Unknown: 1 file of A is in B only as the same file, behind a mount or a link."
ln a/f hard/f
exits 0 "$KINDRED" compare --exit-code a hard
says out "1 file of A is in B only as another name of the same file (link)."

# B is A, or holds it, behind a bind mount.
mounted() { exits "$1" unshare -m bash -c 'mount --bind "$1" "$2" && shift 2 && exec "$@"' - "${@:2}"; }
if unshare -m true 2>err; then
  mkdir -p deep/inner mount other
  cp a/f deep/inner/f
  touch file
  mounted 2 a mount "$KINDRED" compare --exit-code a mount
  says err "A and B are the same directory, mounted at two places"
  mounted 3 deep mount "$KINDRED" compare --exit-code --format json deep/inner mount
  is compared same_names_a 1
  is compared all_of_a false
  mounted 3 a/f file "$KINDRED" compare --exit-code a file
  says out "only as the same file, behind a mount or a link."
  # A hard link behind a mount is a separate name.
  ln a/f other/g
  mounted 0 "$PWD" mount "$KINDRED" compare --exit-code a mount/other
  # With another copy beside it the answer is yes.
  cp a/f other/h
  mounted 0 a mount "$KINDRED" compare --exit-code a other
fi
