# A template of a part of an archive or document, named as everywhere: it holds for what is inside others, and for plain files.
mkdir boxes
for i in 1 2 3; do
  { hashes 200000 200120; hashes ${i}00000 ${i}00100; } >letter.txt
  python3 -c 'import sys, zipfile; zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED).write("letter.txt")' boxes/$i.zip
done
hashes 200000 200120 >head.txt
python3 -c 'import zipfile; zipfile.ZipFile("head.zip", "w", zipfile.ZIP_DEFLATED).write("head.txt")'
rm letter.txt
settle
kindred find --format json boxes
is summary families 1
exits 4 "$KINDRED" template add --file head.zip//no.txt --name none boxes
says err 'head.zip: there is no part no.txt inside'
kindred template add --file head.zip//head.txt --name letterhead --preview --format json boxes
is template_effect dissolved 1
kindred template add --span "head.zip//head.txt:0+$(wc -c <head.txt)" --name letterhead boxes
kindred find --format json boxes
is summary families 0
kindred template remove letterhead
kindred find --format json boxes
is summary families 1
