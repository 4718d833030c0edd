# near: files that cannot be read when their bytes are compared are skips, not files that differ.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0  # leaks cannot be looked for under strace
strace -o trace true 2>err || skip_test "no strace here"
mkdir tree
lines 1 500 >tree/a
cp tree/a tree/b
lines 600 900 >tree/c
settle
kindred near tree
# Nothing changed, so the only reads are those that compare.
failing() { strace -f -o trace -P "$PWD/tree/$1" -P "$1" -e trace=read -e inject=read:error=EIO "${@:2}"; }
for file in a b; do
  exits 3 failing $file "$KINDRED" near --format json tree
  is near_summary skips 1
  is skip reason '"input/output error"'
  is skip path "\"tree/$file\""
done
exits 3 failing b "$KINDRED" near --format json tree/a
is skip reason '"input/output error"'
kindred near --format json tree
is near identical true
