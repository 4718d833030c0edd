# compare: the answer is about the files as they are now, says what it leaves out, and says when it cannot be given.
mkdir n1 n2
lines 1 300 >n1/f
exits 2 "$KINDRED" compare --no-rescan n1 n2
exits 1 "$KINDRED" compare --exit-code n1 n2

# Files that find has not put into the index count all the same.
mkdir h g
lines 1 400 >h/f
cp h/f g/f
lines 5000 5400 >h/.secret
: >h/zero
kindred find h g
exits 1 "$KINDRED" compare --exit-code h g
says out "No: 2 of 3 files"

# If nothing was compared, the answer is not yes.
mkdir o
lines 600 900 >o/x.c
ln -s x.c o/link
exits 3 "$KINDRED" compare --exit-code --include '*.h' o g
says out "Is all of A in B?  Unknown: nothing was compared; left out of A: filtered (2)."
kindred compare --include '*.h' o g
rm o/x.c
exits 3 "$KINDRED" compare --exit-code o g
says out "Unknown: nothing was compared; left out of A: symbolic link (1)."
exits 3 "$KINDRED" compare --exit-code --format json o g
is compared all_of_a false
is compared cannot_tell_a true
is compared left_out_a '[{"reason": "symbolic link", "files": 1, "error": false}]'
is compared left_out_b '[]'

# Something was compared, and something was not.
cp h/f o/f.c
lines 7000 7300 >o/only.h
exits 0 "$KINDRED" compare --exit-code --include '*.c' --include f o g
says out "Yes, of what was compared: its file has a copy in B; left out of A: filtered (2)."
exits 0 "$KINDRED" compare --exit-code --exclude only.h o g
says out "left out of A: symbolic link (1), filtered (1)."
exits 2 "$KINDRED" compare --exit-code o o

# What is left out of B does not count against A.
ln -s f g/link
mkdir p
cp h/f p/f
exits 0 "$KINDRED" compare --exit-code p g
says out "Is all of A in B?  Yes: its file has a copy in B."
rm g/link

# A file of B that cannot be read may be the copy; a yes stays a yes. Files of this kind not even root can read.
unreadable=
for file in /sys/bus/*/drivers_probe; do
  [[ ! -e $file ]] || cat "$file" >out 2>err || unreadable=$file
done
if [[ -n $unreadable ]]; then
  mkdir q
  ln -s "$unreadable" q/secret
  exits 3 "$KINDRED" compare --follow --exit-code p q
  says out "Is all of A in B?  Unknown: 1 item of B could not be read, and 1 of 1 file"
  cp p/f q/f
  exits 0 "$KINDRED" compare --follow --exit-code p q
  says out "Is all of A in B?  Yes: its file has a copy in B."
  says out "Is all of B in A?  Unknown: 1 item of B could not be read."
  exits 3 "$KINDRED" compare --follow p q
  exits 3 "$KINDRED" compare --follow --exit-code q p
  lines 8000 8300 >q/new
  exits 1 "$KINDRED" compare --follow --exit-code q p
  says out "No: 1 of 2 files"
fi

# A link from B into A is the same file.
mkdir r
ln -s ../p/f r/f
kindred compare --follow p r
says out "Unknown: 1 file of A is in B only as the same file, behind a mount or a link."

# A byte that is not there is a share below 1, in every format.
mkdir all but_one
hashes 1 10000 >all/large
cp all/large but_one/large
printf x >all/small
kindred compare --format json all but_one
is compared of_a 0.9999
is compared all_of_a false
is compared of_b 1
kindred compare --format csv all but_one
says out ",0.9999,1,"
kindred compare all but_one
says out "99% of A's bytes are in B, 100% of B's bytes in A."
