# No space for the library's temporary files is an error at whatever size, and leaves no workbook.
mkdir tree disk
mount -t tmpfs -o size=4m none disk 2>/dev/null || skip_test "mount is not permitted"
trap 'umount disk; chmod -R u+rwx "$here"; rm -rf "$here"' EXIT
for i in $(seq 60); do lines $((i * 10)) $((i * 10 + 400)) >tree/$i; done
kindred scan tree
kindred find --no-rescan --format xlsx -o whole.xlsx tree
failed=0
for size in 4 40 200 500 1000 1500 2000 2500 3000 4000 6000 10000 20000; do
  mount -o remount,size=${size}k disk
  rm -f book.xlsx
  got=0
  TMPDIR=$here/disk "$KINDRED" find --no-rescan --format xlsx -o book.xlsx tree >out 2>err || got=$?
  if [[ $got == 0 ]]; then
    # Settings hold the command line, which is another one.
    python3 - <<'PY' || fail "half a workbook with $size kB"
import zipfile
whole, book = zipfile.ZipFile('whole.xlsx'), zipfile.ZipFile('book.xlsx')
assert whole.read('xl/worksheets/sheet2.xml') == book.read('xl/worksheets/sheet2.xml')
PY
  else
    [[ $got == 4 ]] || fail "exit code $got with $size kB"
    [[ ! -e book.xlsx ]] || fail "half a workbook was left"
    says err "kindred: "
    failed=$((failed + 1))
  fi
  [[ -z $(ls -A disk) ]] || fail "left behind: $(ls -A disk)"
done
((failed > 3 && failed < 13)) || fail "$failed of 13 sizes were too small; the sizes do not try anything"
