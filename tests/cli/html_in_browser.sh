# A page as a browser shows it: the script runs under the page's policy, and lists keep all their rows.
command -v chromium >/dev/null || skip_test "no chromium here"
mkdir tree
for i in $(seq 70); do { lines 1 400; hashes $((i * 100)) $((i * 100 + 5)); } >tree/$i.md; done
sed -i '1i # The <b>first</b> of them' tree/1.md
settle
kindred find --format html --limit 0 -o page.html tree
chromium --headless --no-sandbox --disable-gpu --user-data-dir="$here/profile" --dump-dom "file://$here/page.html" >dom 2>err ||
  skip_test "chromium does not start here"
python3 - <<'PY' || fail "the page is not right in a browser"
import re
dom = open('dom', encoding='utf-8').read()
assert '<html lang="en" class="js">' in dom, 'the script did not run'
assert '<small>The &lt;b&gt;first&lt;/b&gt; of them</small>' in dom, 'no title'
card = dom[dom.index('<details class="card" open'):]
card = card[:card.index('</details>')]
lists = re.findall(r'<span aria-live="polite">([^<]*)</span>(.*?)</table>', card, re.S)
assert len(lists) == 2, len(lists)
files, links = lists
assert files[0] == '70 shown' and files[1].count('<tr>') == 71, (files[0], files[1].count('<tr>'))
shown, of, all = links[0].partition(' of ')
assert shown == '1–200' and links[1].count('<tr>') == 201, (links[0], links[1].count('<tr>'))
assert int(all.replace(',', '')) == 70 * 69 // 2, all
PY
