# Findings change the exit code only when asked.
mkdir tree alone
lines 1 300 >tree/a
cp tree/a tree/b
lines 1000 1300 >alone/a
kindred find tree
exits 1 "$KINDRED" find --exit-code tree
exits 0 "$KINDRED" find --exit-code alone
exits 1 "$KINDRED" query --exit-code tree/a
lines 5000 5300 >other
exits 0 "$KINDRED" query --exit-code other

# Lists that are asked for count, too.
mkdir sets
{ lines 1 100; lines 1000 4000; } >sets/a
{ lines 1 100; lines 5000 8000; } >sets/b
exits 0 "$KINDRED" find --exit-code sets
exits 1 "$KINDRED" find --exit-code --sets --min-shared 3 sets
