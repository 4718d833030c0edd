# A workbook: sheets, outline, filters; names are strings and come back as they are.
source "$(dirname "$script")/report_tree.bash"
report_tree
mkdir tmp
export TMPDIR=$here/tmp
kindred find --format xlsx -o book.xlsx tree
[[ ! -s out ]] || fail "something on standard output"
python3 - <<'PY' || fail "the workbook is not right"
import os, re, urllib.parse, zipfile
import xml.etree.ElementTree as xml
SHEET = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
book = zipfile.ZipFile('book.xlsx')
assert book.testzip() is None
for part in book.namelist():
    if part.endswith('.xml'):
        xml.fromstring(book.read(part))
names = [sheet.get('name') for sheet in xml.fromstring(book.read('xl/workbook.xml')).iter(SHEET + 'sheet')]
assert names == ['Summary', 'Families', 'Copied folders', 'Identical files', 'Contained files', 'Groups', 'Skips', 'Settings'], names

def rows(title):
    sheet = xml.fromstring(book.read('xl/worksheets/sheet%d.xml' % (names.index(title) + 1)))
    assert not list(sheet.iter(SHEET + 'f'))
    found = []
    for row in sheet.iter(SHEET + 'row'):
        cells = {}
        for cell in row:
            text = cell.find(SHEET + 'is/' + SHEET + 't')
            cells[re.sub('[0-9]', '', cell.get('r'))] = text.text if text is not None else float(cell[0].text)
        found.append((int(row.get('outlineLevel', 0)), row.get('hidden'), cells))
    return found, sheet

def name(text):  # what docs/formats/reports.md promises
    text = re.sub('_x([0-9A-F]{4})_', lambda m: chr(int(m[1], 16)), text)
    def back(m):
        if m[0] == '\\\\': return b'\\'
        code = int(m[1], 16)
        return bytes([code - 0xdc00]) if 0xdc80 <= code <= 0xdcff else chr(code).encode()
    out, last = b'', 0
    for m in re.finditer(r'\\\\|\\u([0-9a-f]{4})', text):
        out += text[last:m.start()].encode() + back(m); last = m.end()
    return out + text[last:].encode()

families, sheet = rows('Families')
assert sheet.find(SHEET + 'autoFilter') is not None
kinds = [(level, cells['A']) for level, hidden, cells in families[1:]]
assert kinds[0] == (0, 'family') and (1, 'file') in kinds and (2, 'link') in kinds, kinds
assert all(hidden == ('1' if level == 2 else None) for level, hidden, cells in families[1:])
# What a family has is on all its rows, and dates are numbers.
head = families[0][2]
column = {title: letter for letter, title in head.items()}
for title in ('Family', 'Files', 'Bytes', 'Average', 'Weakest', 'Centre', 'Links'):
    assert len({cells[column[title]] for level, hidden, cells in families[1:]}) == 1, title
assert all(40000 < cells[column['Modified']] < 90000 for level, hidden, cells in families[1:] if cells['A'] == 'file')
# Every name is a link to its file, in plain characters.
number = names.index('Families') + 1
where = {relation.get('Id'): relation.get('Target') for relation in
         xml.fromstring(book.read('xl/worksheets/_rels/sheet%d.xml.rels' % number))}
ID = '{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id'
links = {link.get('ref'): where[link.get(ID)] for link in sheet.iter(SHEET + 'hyperlink')}
for row, (level, hidden, cells) in enumerate(families[1:], 2):
    target = links['C%d' % row]
    assert re.fullmatch('file:///[-A-Za-z0-9._~/%]+', target), target
    assert urllib.parse.unquote_to_bytes(target[7:]) == os.getcwdb() + b'/' + name(cells['C']), target
files = {name(cells['C']) for level, hidden, cells in families[1:] if cells['A'] == 'file'}
tree = {b'tree/' + entry for entry in os.listdir(b'tree')}
assert files == tree - {b'tree/one', b'tree/two', b'tree/link'}, files
identical, sheet = rows('Identical files')
assert [cells['B'] for level, hidden, cells in identical if cells['A'] == 'file'] == ['tree/one', 'tree/two']
skips, sheet = rows('Skips')
summary = {cells['A']: cells.get('B') for level, hidden, cells in rows('Summary')[0]}
assert summary['Files'] == 7 and summary['Families'] == 1 and summary['Identical sets'] == 1, summary
settings = {cells['A']: cells.get('B') for level, hidden, cells in rows('Settings')[0]}
assert settings['Command'].startswith('kindred find --format xlsx'), settings
PY
cp book.xlsx before.xlsx
kindred find --format xlsx -o book.xlsx tree
cmp book.xlsx before.xlsx || fail "the same tree gives other bytes"
"$KINDRED" find --format xlsx tree >piped.xlsx
[[ $(head -c 2 piped.xlsx) == PK ]] || fail "no workbook on standard output"
! cmp -s piped.xlsx book.xlsx || fail "another command line, the same settings"
[[ -z $(ls -A tmp) ]] || fail "temporary files were left: $(ls -A tmp)"
