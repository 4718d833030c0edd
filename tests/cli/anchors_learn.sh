# A set learned from texts serves as a method, and the index identifies it by its digest.
mkdir texts tree
for i in 1 2 3 4 5 6 7 8; do lines ${i}000 ${i}900 | tr 'e' "$i" >texts/$i; done
lines 1 1000 >tree/a
lines 201 1200 >tree/b
head -c 100000 /dev/zero >texts/zeros
kindred anchors learn texts -o my.anchors
says out "anchors per KB"
says out "the longest"
says out "8 text files"
says my.anchors "kindred anchors 1"
says my.anchors "name my"
kindred anchors learn --format json --name other --every 64 texts -o other.anchors
is anchor_set name '"other"'
is anchor_set bare_files 0

kindred find --method anchors:set=my.anchors --format json tree
is summary pairs 1
says out '"set":"my"'
mkdir moved && mv my.anchors moved/
kindred query --method anchors:set=moved/my.anchors --format json tree/a
[[ $(grep -c '"match"' out) == 2 ]] || fail "the set was not found again"

# The same name, another set: its marks are not there, and the message says which are.
{ head -3 moved/my.anchors; echo acte; } >my.anchors
exits 4 "$KINDRED" query --method anchors:set=my.anchors tree/a
says err "the index has no marks of anchors:set=my,digest="
says err "ask with --method anchors:set=FILE,window=50,rate=auto where FILE is the file of set my (digest "
kindred query --method anchors:set=moved/my.anchors,window=50,rate=auto tree/a

# Skips have their path as it was typed, from the walk and from the reading.
mkdir odd
for i in 1 2 3 4 5 6 7 8; do lines ${i}000 ${i}900 | tr 'e' "$i" >odd/$i; done
mkfifo odd/pipe
truncate -s 2G odd/sparse
kindred anchors learn --format json ./odd -o odd.anchors
is skip path '"./odd/pipe"
"./odd/sparse"'

# Binaries beside the texts do not crowd them out of the sample.
mkdir -p crowd
for i in {1..30}; do lines ${i}0000 ${i}0200 | tr 'e' "$((i % 7))" >crowd/5$i; done
head -c 65536 /dev/zero >crowd/0
python3 -c 'import os; [os.link("crowd/0", f"crowd/{i + 100}.bin") for i in range(1, 4001)]'
kindred anchors learn crowd -o crowd.anchors
says out "30 text files"

# Spans take a method that the index has marks of; this one needs its file, so they mark anew.
kindred spans --format json tree
[[ $(grep -c '"span"' out) -gt 0 ]] || fail "no spans"
