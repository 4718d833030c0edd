# A reader that closes the pipe early is not an error.
mkdir tree
for i in $(seq 400); do lines ${i}000 ${i}030 | tee tree/${i}a >tree/${i}b; done
kindred scan tree
set +o pipefail
for format in text json csv; do
  { "$KINDRED" find --no-rescan --limit 0 --format $format tree 2>err; echo $? >code; } | head -1 >first
  [[ $(cat code) == 0 && ! -s err && -s first ]] || fail "$format: exit code $(cat code), said: $(cat err)"
done
kindred index check
