# Pools: two repositories with separate indexes find what they share; wrong keys, methods and bytes are refused.
mkdir -p ours theirs third
hashes 1 200 >ours/report.txt
{ hashes 1 150; hashes 5000 5060; } >theirs/draft.txt
hashes 1 200 >theirs/copy.txt
{ hashes 6000 6100; hashes 1 40; } >theirs/other.txt
{ hashes 6000 6090; hashes 7000 7010; } >third/more.txt
settle
kindred scan --index theirs.index theirs
kindred scan --index third.index third
kindred index export --index theirs.index -o theirs.kindred
says out "in the pool"
kindred index export --index third.index -o third.kindred --format json
is pool files 1
is pool keyed false

kindred find --with theirs.kindred --format json --pairs ours
is summary pools 1
is summary pool_files 3
is identical files "[\"ours/report.txt\", \"theirs.kindred:$here/theirs/copy.txt\"]"
says out "\"b\":\"theirs.kindred:$here/theirs/draft.txt\""
# Pairs within a pool are not reported; pairs between pools are.
kindred find --with theirs.kindred --with third.kindred --format json --pairs ours
says out "\"a\":\"theirs.kindred:$here/theirs/other.txt\",\"b\":\"third.kindred:$here/third/more.txt\""
kindred find --with third.kindred --format json --pairs ours
is summary pairs 0
kindred find --with theirs.kindred ours
says out "1 pool, 3 files"
kindred query --with theirs.kindred --format json ours/report.txt
is query pools 1
[[ $(value match path) == *theirs.kindred:*copy.txt* ]] || fail "the copy in the pool is missing"
kindred query --with theirs.kindred --with third.kindred --format json third/more.txt
says out "theirs.kindred:$here/theirs/other.txt"

# A pool that is given twice counts once, also under another name. What is counted of the tree is the tree's alone.
kindred find --format json ours
alone=$(value summary marks)
cp theirs.kindred again.kindred
kindred find --with theirs.kindred --with ./theirs.kindred --with again.kindred --format json --pairs ours
is summary pools 1
is summary pool_files 3
is summary files 1
is summary contents 1
is summary marks "$alone"
is summary identical_sets 1
is identical files "[\"ours/report.txt\", \"theirs.kindred:$here/theirs/copy.txt\"]"
kindred query --with theirs.kindred --with again.kindred --format json ours/report.txt
is query pools 1
[[ $(grep -c copy.txt out) == 1 ]] || fail "a file of the pool is listed twice"

# An export of what the index does not have is an error.
for gone in theirs/nothing "$here/ours"; do
  exits 4 "$KINDRED" index export --index theirs.index -o empty.kindred "$gone"
  says err "$gone: the index has no file at or below this path"
  [[ ! -e empty.kindred ]] || fail "an empty pool was written"
done
kindred index export --index theirs.index -o part.kindred --format json theirs/copy.txt
is pool files 1

# Without names, and with a key.
head -c 32 /dev/urandom >key
head -c 32 /dev/urandom >wrong
kindred index export --index theirs.index --anonymous --key-file key -o secret.kindred
says out "left out"
! grep -qa draft secret.kindred || fail "a name is in the anonymous pool"
kindred find --with secret.kindred --key-file key --format json --pairs ours
is summary identical_sets 1
says out 'secret.kindred:#'
kindred find --with theirs.kindred --format json --pairs ours
open_pairs=$(value pair similarity | sort | tr '\n' ' ')
kindred find --with secret.kindred --key-file key --format json --pairs ours
[[ $(value pair similarity | sort | tr '\n' ' ') == "$open_pairs" ]] || fail "the key changes what is similar"
kindred query --with secret.kindred --key-file key --format json ours/report.txt
says out 'secret.kindred:#'
says out '"identical":true'

exits 2 "$KINDRED" find --with secret.kindred ours
says err "made with a key"
exits 2 "$KINDRED" find --with secret.kindred --key-file wrong ours
says err "made with another key"
exits 2 "$KINDRED" find --with theirs.kindred --key-file key ours
says err "made without a key"
exits 2 "$KINDRED" find --key-file key ours
says err "a key is for pools"
printf short >short
exits 2 "$KINDRED" find --with secret.kindred --key-file short ours
says err "can be guessed"
exits 2 "$KINDRED" find --with theirs.kindred --method fingerprints:window=40 ours
says err "window is 32 there and 40 here"
exits 2 "$KINDRED" find --with theirs.kindred --method chunks ours
says err "it has fingerprints, this run chunks"
exits 2 "$KINDRED" find --with theirs.kindred --verify ours
says err "the files of a pool cannot be read"
exits 4 "$KINDRED" find --with gone.kindred ours
says err "gone.kindred: cannot open the pool"
mkfifo pipe.kindred
exits 4 "$KINDRED" find --with pipe.kindred ours
says err "pipe.kindred: cannot open the pool"
exits 4 "$KINDRED" find --with ours ours
exits 4 "$KINDRED" find --with ours/report.txt ours
says err "this is not a pool"
exits 2 "$KINDRED" index export --index theirs.index
says err "no FILE for the pool"

# A template of our index applies to the pool's files, too.
kindred template add --file ours/report.txt --name all
kindred find --with theirs.kindred --format json --pairs ours
is summary pairs 0
is summary templates 1
kindred find --with secret.kindred --key-file key --format json --pairs ours
is summary pairs 0

# Damage of any kind is refused.
size=$(stat -c %s theirs.kindred)
for cut in 0 5 16 $((size / 2)) $((size - 1)); do
  head -c "$cut" theirs.kindred >cut.kindred
  exits 4 "$KINDRED" find --with cut.kindred ours
done
says err "the pool is damaged"
for at in 9 40 $((size / 2)) $((size - 3)); do
  cp theirs.kindred flip.kindred
  byte=$(od -An -tu1 -j "$at" -N 1 flip.kindred)
  printf "\\$(printf %o $((byte ^ 4)))" | dd of=flip.kindred bs=1 seek="$at" conv=notrunc status=none
  exits 4 "$KINDRED" query --with flip.kindred ours/report.txt
done
says err "the pool is damaged"
