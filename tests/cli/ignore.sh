# Reflowed, recased and marked-up text is found when asked for, and such marks never mix with others.
mkdir tree
lines 1 300 >tree/text
tr '\n' ' ' <tree/text | fold -s -w 61 >tree/reflowed
tr a-z A-Z <tree/text >tree/capitals
{ printf '<html><body>'; sed 's/^This is/<p><b>This<\/b>   is/; s/test/<i class="x">te<\/i>st/' tree/text; } >tree/page.html
{ printf '.TH X 1\n.SH NAME\n'; sed 's/^This is/.PP\n.B This\nis/; s/test/\\fItest\\fR/' tree/text; } >tree/page.1
{ printf '\\documentclass{article}\n'; sed 's/^This is/\\noindent\n{\\bf This} is/; s/test/\\emph{test}/' tree/text; } >tree/page.tex
settle
similar() { # FLAGS...: to tree/text, above 80 %
  kindred scan "$@" tree
  kindred query --min 80% --margin 0 --format json "$@" tree/text
  value match path | tr -d '"' | sed 's|.*/||' | sort | tr '\n' ' ' >got
}
similar
grep -qx 'text ' got || fail "without flags: $(cat got)"
similar --ignore-space
grep -qx 'reflowed text ' got || fail "space: $(cat got)"
similar --ignore-case
grep -qx 'capitals text ' got || fail "case: $(cat got)"
similar --ignore-markup --ignore-space
grep -qx 'page.1 page.html page.tex reflowed text ' got || fail "markup and space: $(cat got)"
similar --ignore-space --ignore-case --ignore-markup
[[ $(wc -w <got) == 6 ]] || fail "all: $(cat got)"
# Verified shares leave out the same.
kindred query --verify --min 90% --ignore-space --format json tree/text
[[ $(grep -c '"measured":true' out) -ge 2 ]] || fail "not verified"
value match path | grep -q reflowed || fail "the reflowed text fell below 90 %"
kindred index stats
says out "ignore=space"
kindred index check
exits 2 "$KINDRED" find --method fingerprints:ignore=words tree
says err "give case, markup or space"
