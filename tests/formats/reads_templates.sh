# An index whose templates an earlier build wrote (FORMAT, a .tar.gz) is sound, and its templates hold.
tar -xzf "$FORMAT"
cp -r index before
kindred index check
says out "The index is sound"
kindred template list --format json
is template name '"frame"'
is template files 4

# The first page of make_templates; the tree itself is not there.
{ seq -f 'This is line %.0f of a frame that all pages have.' 1 200
  seq -f 'This is line %.0f of page 1, and of no other one.' 1 200; } >page1
kindred query --format json --method fingerprints:window=50 page1
is query templates 1
kindred query --format json --no-templates --method fingerprints:window=50 page1
is query matches 4
# Version 1 has keys of one method; a later one keeps the text, and holds for all.
kindred query --format json --method chunks page1
if [[ $FORMAT == *templates_1.* ]]; then says_not out '"templates"'; else is query templates 1; fi
diff -r -x lock index before >/dev/null || fail "reading changed the index"
