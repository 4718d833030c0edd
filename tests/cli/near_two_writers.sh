# Several runs at once share the store and answer the same.
mkdir tree
for i in $(seq 200); do lines $((i / 2 * 50)) $((i / 2 * 50 + 100 + i % 2)) >tree/$i; done
kindred near --format json tree
grep '^{"type":"near"' out >expected
rm index/tallies.sqlite
for i in 1 2 3 4; do "$KINDRED" near --format json tree >out$i 2>err$i & done
wait
for i in 1 2 3 4; do
  grep '^{"type":"near"' out$i | cmp - expected || fail "another answer: $(cat err$i)"
done
