# find --measure of-reference: sif's directed groups. A page is in a book; the book is not in the page.
mkdir tree
hashes 1 1000 >tree/book
hashes 301 400 >tree/page
{ hashes 301 380; hashes 5000 5040; } >tree/edition
kindred find --format json --pairs tree
containment=$(value group reference | tr '\n' ' ')
[[ $containment == *book* ]] || fail "by containment the book has a group, too: $containment"
pairs=$(value pair similarity | tr '\n' ' ')
kindred find --format json --pairs --measure of-reference tree
[[ $(value group reference | tr '\n' ' ') == '"tree/edition" ' ]] || fail "other groups: $(value group reference)"
is group total_files 2
[[ $(value pair similarity | tr '\n' ' ') == "$pairs" ]] || fail "pairs are as by containment"
python3 - <<'PY' || fail "the similarity in a group is not that of the reference"
import json
for line in open("out"):
    record = json.loads(line)
    if record["type"] != "group":
        continue
    shares = [file["similarity"] for file in record["files"]]
    assert all(file["similarity"] == file["of_reference"] >= 0.25 for file in record["files"]), record
    assert shares == sorted(shares, reverse=True), shares
PY
kindred find --show groups --measure of-reference --min 90% tree
says out "R100 tree/page"
says_not out "R100 tree/edition"
says out "the reference in each file of a group (of-reference)"
