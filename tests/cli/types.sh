# Files are filtered by their first bytes, not by their names.
mkdir tree
page() { printf '<!DOCTYPE html>\n<html><body>\n'; lines 1 300; printf '</body></html>\n'; }
page >tree/page
{ page; echo more; } >tree/other.txt
lines 1 300 >tree/plain
{ printf '%%PDF-1.4\n'; lines 1 300; } >tree/a.pdf
printf '\x89PNG\r\n\x1a\n\0\0\0\0' >tree/picture
{ printf '\x89PNG\r\n\x1a\n\0\0\0\0'; head -c 1000 /dev/zero; } >tree/picture2
settle
count() {
  kindred find --format json "$@" tree
  is summary files "$want"
}
want=6 count
want=2 count --type html
is summary pairs 1
want=4 count --type text
want=1 count --type pdf
want=1 count --type plain
want=2 count --type image
want=2 count --type other
want=3 count --type html --type pdf
want=2 count --no-rescan --type html
kindred find --type html tree
says out "filtered (4)"
kindred query --type html --format json tree/plain
[[ $(grep -c '"match"' out) == 2 ]] || fail "not the two pages"
kindred spans --type html --format json tree
is spans files 2
exits 2 "$KINDRED" find --type word tree
says err "one of text, other"
# An index of the format before types is refused, and the message says what to do.
sed -i '1s/.*/kindred index 1/' index/manifest
exits 4 "$KINDRED" find tree
says err "index format 1 is older"
says err "remove the index, then make it again"
