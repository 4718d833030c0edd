# Documents as people's own programs write them: LibreOffice and pandoc. Two drafts are as similar as their plain texts, within
# five points, and others are not similar.
command -v soffice >/dev/null && command -v pandoc >/dev/null || skip_test "LibreOffice and pandoc are not installed"
source "$(dirname "$script")/drafts.bash"
make_drafts

# from PROGRAM TYPE...: draft, final and other, as PROGRAM wrote them, are what is compared.
from() {
  local name type
  for type in "${@:2}"; do
    for name in draft final other; do cp "$1/$name.$type" "$name.$type"; done
  done
  check_types "${@:2}"
}

mkdir pandoc sheets office again
for name in draft final other; do
  sed G $name.txt >$name.md
  sed 's/^/## Slide\n\n/;G' $name.txt >$name.slides.md
  for type in docx odt epub rtf; do pandoc -s --metadata title=$name $name.md -o pandoc/$name.$type; done
  pandoc $name.md -o pandoc/$name.html  # a style sheet would be a sixth of it, and the same in all
  pandoc $name.slides.md -o pandoc/$name.pptx
  cp $name.txt sheets/$name.csv
done
from pandoc docx odt epub html rtf pptx

# One start of the office for each kind: it takes longer than the work.
office() {  # office DIRECTORY TYPE FILE...
  soffice --headless --norestore -env:UserInstallation="file://$here/profile" --convert-to "$2" --outdir "$1" "${@:3}" >office.log 2>&1 ||
    { cat office.log >&2; fail "soffice cannot write $2"; }
}
office office docx pandoc/{draft,final,other}.odt
office office pdf pandoc/{draft,final,other}.odt
office office rtf pandoc/{draft,final,other}.odt
office office odt pandoc/{draft,final,other}.docx
office office xlsx sheets/{draft,final,other}.csv
office office ods sheets/{draft,final,other}.csv
office office odp pandoc/{draft,final,other}.pptx
office again pptx office/{draft,final,other}.odp
from office docx pdf odt xlsx ods odp
from again pptx
# RTF is compared as it is: LibreOffice's tables of fonts and styles are a third of these, and the same in all.
most=0.4
from office rtf

# One text, four programs and types: each is found in the others.
mkdir dress
cp pandoc/draft.epub office/draft.docx office/draft.pdf dress
cp pandoc/final.odt dress
settle
kindred find --pairs --format json dress
python3 -I -S - <<'PY' || fail "another dress"
import json
pairs = {frozenset((r["a"], r["b"])): r for r in map(json.loads, open("out")) if r["type"] == "pair"}
for other in "draft.docx", "final.odt":
    assert pairs[frozenset(("dress/draft.epub", "dress/" + other))]["similarity"] > 0.8, (other, pairs)
PY
