# Each command has the formats that fit its results, and refuses others.
mkdir tree
lines 1 1000 >tree/a
lines 201 1200 >tree/b
kindred scan tree
for command in "find tree" "query tree/a" "compare tree/a tree/b" "spans tree" "spans tree/a tree/b" "near tree"; do
  kindred $command --format html
  says out "</html>"
  kindred $command --format xlsx -o book.xlsx
  python3 -c 'import zipfile; assert zipfile.ZipFile("book.xlsx").testzip() is None' || fail "$command: no workbook"
done
refuses() {
  exits 2 "$KINDRED" "${@:2}"
  says err "$1"
  [[ $(wc -l <err) == 1 && ! -s out ]] || fail "more than one line"
}
refuses "'query' has no report as dot; give --format one of text, json, csv, xlsx, html" query tree/a --format dot
refuses "'scan' has no report as xlsx; give --format one of text, json, csv" scan tree --format xlsx
refuses "'show' has no report as xlsx; give --format one of text, json, csv, html" show tree/a tree/b --format xlsx
refuses "'index stats' has no report as html" index stats --format html
# A terminal cannot show a workbook.
python3 - "$KINDRED" <<'PY' || fail "a workbook went to the terminal"
import os, pty, sys
try:
    pty.openpty()
except OSError:
    sys.exit(0)  # this machine has no pseudo-terminals
said = b''
def read(descriptor):
    global said
    data = os.read(descriptor, 4096)
    said += data
    return data
status = pty.spawn([sys.argv[1], 'find', 'tree', '--format', 'xlsx'], read)
assert os.waitstatus_to_exitcode(status) == 2, status
assert b'name a file with -o FILE' in said, said
PY
