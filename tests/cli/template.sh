# Templates: a family of pages in one frame dissolves, the true versions stay; mistakes change nothing.
mkdir -p tree/pages tree/old
for i in $(seq 1 8); do { hashes 1 120; hashes ${i}000 ${i}080; } >tree/pages/p$i.html; done
{ hashes 1 120; hashes 1000 1070; hashes 99000 99010; } >tree/old/p1.html
settle
kindred find --format json tree
is summary families 1
says_not out '"templates"'
id=$(value family id | tr -d '"')
kindred template list
says err "no templates"
kindred template suggest --format json tree
says out '"type":"template_suggestion"'
says out "kindred template add --name"

kindred template add --family "$id" --name frame --preview tree
says out "not stored"
says out "1 before, 1 after; 0 dissolve, 1 shrink"
kindred template list
says err "no templates"
kindred template add --family "$id" --name frame --format json tree
is template_effect stored true
is template_effect files_touched 9
is template_family left 2

kindred find --format json tree
is summary templates 1
is family files '["tree/old/p1.html", "tree/pages/p1.html"]'
kindred find --show families tree
says out "1 template with"
kindred find --no-templates --format json tree
says_not out '"templates"'
[[ $(value family files) == *p8.html* ]] || fail "--no-templates left something out"
kindred query --format json tree/pages/p1.html
is query templates 1
is query matches 2
kindred query --no-templates --format json tree/pages/p1.html
is query matches 9
kindred compare --format json tree/old tree/pages
is compared templates 1
is compared changed 1
kindred compare tree/old tree/pages
says out "Without 1 template with"

kindred template list
says out "family $id"
says out "9 files of the index have some"
kindred template show frame
says out "example"
kindred index check
exits 2 "$KINDRED" template add --family "$id" --name frame tree
says err "there is a template 'frame' already"
exits 2 "$KINDRED" template add --family deadbeef --name other tree
says err "there is no family deadbeef"
exits 2 "$KINDRED" template add --name other tree
says err "nothing to make a template of"
exits 2 "$KINDRED" template add --file tree/old/p1.html
says err "needs a name"
exits 2 "$KINDRED" template show other
says err "these are there: frame"
exits 2 "$KINDRED" template remove other
says err "there is no template 'other'"
kindred template remove frame
kindred find --format json tree
says_not out '"templates"'
is summary families 1

# It holds for every method and rate; a share of 90% is the default.
kindred template add --family "$id" --name frame tree
says out "90% of its files"
says out "it holds for every method"
says_not err "nothing changes"
for how in "--rate fine" "--method chunks:average=128" "--coarse"; do
  kindred find --format json $how tree
  is summary templates 1
  is family files '["tree/old/p1.html", "tree/pages/p1.html"]'
done
kindred template list --format json
is template files 9
[[ $(value template text_bytes) -gt 4000 ]] || fail "the text is not kept"
kindred template remove frame

# A template that changes nothing is reported.
hashes 500000 500100 >elsewhere
kindred template add --file elsewhere --name nothing tree
says err "nothing changes"
kindred template remove nothing

# All suggestions in one step.
kindred template suggest --apply tree
says out "Template added"
says err "removes one"
kindred find --format json tree
is family files '["tree/old/p1.html", "tree/pages/p1.html"]'
for name in $("$KINDRED" template list --format json | python3 -c '
import json, sys
for line in sys.stdin: print(json.loads(line)["name"])'); do
  kindred template remove "$name"
done

# Of a span, and with the suggested command.
kindred template add --span tree/pages/p2.html:0+4320 --name head
kindred find --format json tree
is family files '["tree/old/p1.html", "tree/pages/p1.html"]'
kindred template remove head
exits 2 "$KINDRED" template add --span tree/pages/p2.html:0+99999999 --name head
says err "give --span FILE:OFFSET+LENGTH inside the file"
exits 2 "$KINDRED" template add --span tree/pages/p2.html --name head
says err "FILE:OFFSET+LENGTH"
kindred template suggest --limit 1 --format json tree
command=$(value template_suggestion command)
read -ra words <<<"${command//\"/}"
kindred "${words[@]:1}"
kindred find --format json tree
is summary templates 1
is family files '["tree/old/p1.html", "tree/pages/p1.html"]'

# A template file that is missing, or is another file, is an error, not an empty list of templates.
templates=$(echo index/templates-*)
mv "$templates" kept
exits 4 "$KINDRED" find tree
says err "the templates are damaged: the file is missing"
exits 4 "$KINDRED" query tree/pages/p1.html
exits 4 "$KINDRED" index check
says out "the file is missing"
kindred find --no-templates tree
cp kept "$templates"
kindred find --format json tree
is summary templates 1

# A damaged file is an error, and can be ignored by a flag.
printf 'x' | dd of="$templates" bs=1 seek=20 conv=notrunc status=none
exits 4 "$KINDRED" find tree
says err "the templates are damaged"
kindred find --no-templates tree
exits 4 "$KINDRED" index check
says out "templates are damaged"
