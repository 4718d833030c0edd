# Line ends and encodings do not make texts differ, unless --raw asks for bytes; copies are those of the bytes.
mkdir tree
hashes 1 600 >tree/lf
sed 's/$/\r/' tree/lf >tree/crlf
tr '\n' '\r' <tree/lf >tree/cr
{ printf '\xef\xbb\xbf'; cat tree/lf; } >tree/bom
for code in UTF-16LE UTF-16BE UTF-32LE UTF-32BE; do
  { printf '\xef\xbb\xbf'; cat tree/lf; } | iconv -f UTF-8 -t $code >tree/marked.$code
  iconv -f UTF-8 -t $code tree/crlf >tree/unmarked.$code
done
settle
shares() { # of every pair, the lesser one
  python3 -I -S -c '
import json
for line in open("out", encoding="utf-8"):
    record = json.loads(line)
    if record["type"] == "pair":
        print(min(record["of_a"], record["of_b"]))'
}
for flags in "" --verify "--method chunks --verify"; do
  kindred find --pairs --format json $flags tree
  is summary pairs 66 # each of twelve files with each other
  is summary identical_sets 0
  shares | awk '$1 < 0.99 { exit 1 }' || fail "'$flags': less than 99 %"
done
# By their bytes.
kindred find --raw --pairs --format json tree
[[ $(value summary pairs) -lt 30 ]] || fail "--raw: $(value summary pairs) pairs"
says out '"text":"raw"'
kindred query --verify --min 90% --format json tree/lf
value match path >as_text
kindred query --raw --verify --min 90% --format json tree/lf
value match path >raw
absent crlf raw as_text
grep -q 'tree/bom"' raw || fail "--raw: a byte order mark is only three bytes"
# Queries and directories, too.
kindred query --min 99% --format json tree/crlf
[[ $(grep -c '"match"' out) == 12 ]] || fail "$(grep -c '"match"' out) matches"
[[ $(value match identical | grep -c true) == 1 ]] || fail "identical is by bytes"
mkdir a b
cp tree/lf a/text
cp tree/crlf b/text
kindred compare --format json a b
is compare relation '"changed"'
is compare of_a 1
kindred compare --raw --format json a b
is compared only_a 1
# All of these are texts, whatever their zeros.
kindred find --pairs --type plain --format json tree
is summary pairs 66
exits 2 "$KINDRED" find --method fingerprints:text=utf8 tree
says err "give raw or plain"
