# Sets that come with the program need no file; a bad or empty one is a clear error.
mkdir tree
for i in 1 2; do
  { seq -f 'When the %.0f-th character of a document is inserted here, every other is where it should be.' 1 200
    seq -f "Number $i: this representation of item %.0f follows from the specification of the compiler." 1 50; } >tree/$i
done
for set in english code html; do
  kindred find --method anchors:set=$set --format json tree
  is summary pairs 1
  says out "\"set\":\"$set\""
done
kindred find --method anchors --format json tree
is summary pairs 1

bad() { # MESSAGE TEXT
  printf "$2" >bad.anchors
  exits 2 "$KINDRED" find --method anchors:set=bad.anchors tree
  says err "bad.anchors: "
  says err "$1"
}
bad "not an anchor set" ""
bad "not an anchor set" "hello\n"
bad "the anchor set is empty" "kindred anchors 1\nname bad\nevery 32\n"
bad "the anchor in line 4 has 1 bytes" "kindred anchors 1\nname bad\nevery 32\nx\n"
exits 2 "$KINDRED" find --method anchors:set=missing tree
says err "missing: "
says err "there is no such file, and no set of this name"
# A path that exists, but is not a file, is not called missing.
mkdir folder
mkfifo pipe
for odd in folder pipe /dev/zero; do
  exits 2 "$KINDRED" find --method anchors:set=$odd tree
  says err "cannot open the file that --method names"
  says_not err "no such file"
done
exits 2 "$KINDRED" find --method anchors:set=a,b.set tree
says err "holds a comma"
exits 2 "$KINDRED" anchors learn tree
says err "no FILE for the anchors"
exits 2 "$KINDRED" anchors learn --name english tree -o x
says err "comes with the program"
echo short >tree/3
exits 4 "$KINDRED" anchors learn tree/3 -o x
says err "too little text"
[[ ! -e x ]] || fail "a file was left"
exits 2 "$KINDRED" find --method anchors:set=englsh tree
says err "name the file of a set, or one of english, code, html"
