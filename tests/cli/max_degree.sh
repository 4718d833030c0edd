# --max-degree as a number and as a share: a header that all files have proposes nothing, but counts in the
# score of a pair that its bodies propose.
mkdir tree
# No two words have 50 bytes in common.
words() { seq "$1" "$2" | awk '{ x = $1; s = ""; for (k = 0; k < 8; ++k) { x = (x * 69069 + 12345) % 2147483648; s = s sprintf("%x ", x) } print s }'; }
for i in $(seq 1 40); do
  { words 1 60; words $((i * 1000)) $((i * 1000 + 60)); } >tree/$i
done
{ words 1 60; words 40000 40045; } >tree/version
kindred find --pairs --format json --max-degree 20% tree
is summary pairs 1
is pair b '"tree/version"'
kindred find --pairs --format json --max-degree 10 tree
is summary pairs 1
kindred find --pairs --format json --max-degree 100% tree
is summary pairs 820
exits 2 "$KINDRED" find --max-degree 200% tree
says err "at most 100%"
