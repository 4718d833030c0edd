# --min counts in any spelling, and another one needs no reading.
mkdir tree
lines 1 1000 >tree/a
lines 501 1500 >tree/b
kindred scan tree
kindred find --format json --min 90% tree
is summary pairs 0
for min in 25% 25 0.25; do
  kindred find --format json --min $min tree
  is summary pairs 1
done
kindred find --format json --min 90% --no-rescan tree
is summary pairs 0
