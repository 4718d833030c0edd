# xlsx: whichever write fails, the answer is an error or a whole workbook. The library does not report its failed writes.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0  # leaks cannot be looked for under strace
strace -o trace true 2>err || skip_test "no strace here"
mkdir tree
for i in $(seq 12); do lines $((i * 10)) $((i * 10 + 300)) >tree/$i; done
settle
kindred find --format xlsx -o whole.xlsx tree
strace -f -o trace -e trace=write "$KINDRED" find --no-rescan --format xlsx -o book.xlsx tree >out 2>err
writes=$(grep -c 'write(' trace)
((writes > 30)) || fail "only $writes writes; the test does not try anything"
failed=0
for n in $(seq "$writes"); do
  rm -f book.xlsx
  got=0
  strace -f -o trace -e trace=write -e inject=write:error=ENOSPC:when="$n" \
    "$KINDRED" find --no-rescan --format xlsx -o book.xlsx tree >out 2>err || got=$?
  if grep -q SanitizerTool err; then skip_test "a sanitizer writes, too, and does not expect that it fails"; fi
  if [[ $got != 0 ]]; then
    [[ $got == 4 ]] || fail "exit code $got when write $n fails"
    [[ ! -e book.xlsx ]] || fail "half a workbook was left when write $n failed"
    failed=$((failed + 1))
    continue
  fi
  python3 - <<'PY' || fail "a workbook that cannot be used when write $n fails"
import xml.dom.minidom, zipfile
whole, book = zipfile.ZipFile('whole.xlsx'), zipfile.ZipFile('book.xlsx')
assert whole.namelist() == book.namelist()
for name in book.namelist():
    xml.dom.minidom.parseString(book.read(name))
PY
done
((failed > 10)) || fail "$failed of $writes failed writes were reported"
