# show --format html: a page that needs nothing else, in which no byte of the files is markup.
mkdir tree
lines 1 40 >common
{ echo '<script>alert(1)</script>'; cat common; printf 'odd \xff \033[31m \xe2\x80\xae & "quoted"\n'; lines 90 99; } >'tree/<a>.txt'
{ lines 50 60; cat common; lines 90 99; echo '</td></table>'; } >'tree/b &.txt'
kindred show --format html -o page.html 'tree/<a>.txt' 'tree/b &.txt'
python3 - <<'PY' || fail "the page is not right"
import base64, hashlib, html.parser, os, re, urllib.parse
page = open('page.html', encoding='utf-8').read()
policy = re.search('Content-Security-Policy" content="([^"]*)"', page)[1]
for tag in ('style', 'script'):
    part = re.findall('<%s>(.*?)</%s>' % (tag, tag), page, re.S)
    assert len(part) == 1, tag
    assert base64.b64encode(hashlib.sha256(part[0].encode()).digest()).decode() in policy, tag

class Reader(html.parser.HTMLParser):
    text, links, ids, tags = '', [], set(), set()
    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        for key, value in attributes:
            assert not key.startswith('on') and key not in ('src', 'style'), (tag, key)
            if key == 'href':
                self.links.append(value)
            if key == 'id':
                assert value not in self.ids, value
                self.ids.add(value)
    def handle_data(self, data):
        self.text += data

reader = Reader()
reader.feed(page)
for text in ('<script>alert(1)</script>', '</td></table>', 'odd \\xff', '\\u{202e} & "quoted"'):
    assert text in reader.text, text
assert '\u202e' not in page and '\x1b' not in page
files = [link for link in reader.links if link.startswith('file:///')]
assert [urllib.parse.unquote(link[7:]) for link in files] == [os.path.abspath('tree/<a>.txt'), os.path.abspath('tree/b &.txt')]
runs = [link for link in reader.links if link.startswith('#')]
assert len(runs) + len(files) == len(reader.links), reader.links
assert {link[1:] for link in runs} == reader.ids == {'a1', 'b1', 'a2', 'b2'}, (runs, reader.ids)
PY
# Other files are shown in hexadecimal; an empty one has nothing to show.
head -c 3000 "$KINDRED" >x
{ head -c 700 "$KINDRED"; echo tail; } >y
kindred show --format html x y
says out "7f45 4c46"
says out 'id="a1"'
: >empty
kindred show --format html empty x
says out "nothing: A is empty"
