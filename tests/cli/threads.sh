# The answer does not depend on the number of threads or on the memory.
mkdir tree
for i in $(seq 60); do lines $((i * 37)) $((i * 37 + 400)) >tree/$i; done
cp tree/7 tree/copy
for threads in 1 2 7; do
  kindred find --index index$threads --threads $threads --memory 64M --format json --pairs tree
  cp out out$threads
done
cmp out1 out2 || fail "1 and 2 threads differ"
cmp out1 out7 || fail "1 and 7 threads differ"
[[ $(grep -c '"pair"' out1) -gt 50 ]] || fail "too few pairs for this test"
