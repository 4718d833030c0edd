# A page allows its own style and script and nothing else, loads nothing, and shows hostile names as text.
source "$(dirname "$script")/report_tree.bash"
report_tree
{ printf '<title>The page of &lt;b&gt; & \xe2\x80\xae</title>\n'; hashes 7000 7100; } >tree/page.html
cp tree/page.html tree/page2.html
kindred find --format html -o page.html tree
python3 - <<'PY' || fail "the page is not right"
import base64, hashlib, html.parser, re
page = open('page.html', encoding='utf-8').read()

def digest(tag):
    parts = re.findall('<%s>(.*?)</%s>' % (tag, tag), page, re.S)
    assert len(parts) == 1, (tag, len(parts))
    return base64.b64encode(hashlib.sha256(parts[0].encode()).digest()).decode()

policy = re.search('Content-Security-Policy" content="([^"]*)"', page)[1]
wanted = "default-src 'none'; style-src 'sha256-%s'; script-src 'sha256-%s'; base-uri 'none'; form-action 'none'" % (
    digest('style'), digest('script'))
assert policy == wanted, 'set the digests in src/report/html/html_page.cc:\n' + wanted

class Reader(html.parser.HTMLParser):
    tags, text, scripts = set(), '', 0
    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.scripts += tag == 'script'
        for key, value in attributes:
            assert not key.startswith('on') and key not in ('src', 'style'), (tag, key)
            if key == 'href':
                assert re.fullmatch('#[-a-z0-9]+|file:///[-A-Za-z0-9._~/%]+', value), value
    def handle_data(self, data):
        self.text += data

reader = Reader()
reader.feed(page)
assert reader.scripts == 1
assert not reader.tags & {'img', 'iframe', 'link', 'object', 'embed', 'form', 'base'}, reader.tags
for name in ('tree/<script>alert(1)<', 'tree/=1+1.txt', 'tree/\\u202ecod"q\'.txt', 'tree/\\udcff\\u000a]]>'):
    assert name in reader.text, name
assert '\u202e' not in page
assert 'http' not in page.replace('http-equiv', ''), 'something from elsewhere'
assert '<small>The page of &lt;b&gt; &amp; \\u202e</small>' in page, 'no title'
assert '<svg class="graph"' in page or '<table class="mx">' in page
PY
kindred find --format html tree
says out "<!DOCTYPE html>"
