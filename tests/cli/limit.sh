# Lists are cut at the limit and say so; 0 shows all; JSON is cut only when asked.
mkdir tree
for i in $(seq 1 30); do lines ${i}000 ${i}050 | tee tree/${i}a >tree/${i}b; done
kindred find --show identical tree
says out "10 of 30 sets shown (--limit 0 shows all)"
kindred find --limit 0 tree
says_not out " shown"
kindred find --limit 3 tree
says out "3 of 30 sets shown"
kindred find --format json tree
[[ $(grep -c '"type":"identical"' out) == 30 ]] || fail "JSON was cut"
says_not out limited

# JSON and CSV say what was left out, of lists and within records; JSON families have their links.
mkdir family
for i in $(seq 1 6); do { hashes 1 300; hashes ${i}000 ${i}100; } >family/$i; done
cp family/1 family/copy
cp family/1 family/copy2
kindred find --format json family
is identical total_files 3
is family total_files 6
is family links 15
[[ $(value family member_links | grep -o '"a": ' | wc -l) == 15 ]] || fail "not all links of the family"
says out '{"a":0,"b":1,"of_a":0.7481,"of_b":0.7481,"similarity":0.7481,'
kindred find --format json --limit 2 family
is identical files '["family/1", "family/copy"]'
is identical total_files 3
is family total_files 6
[[ $(value group total_files | sort -u) == 5 ]] || fail "the group does not say how many files it has"
kindred find --format csv --limit 2 family
says out total_files=3
says out "total_links=15 total_files=6"
kindred find --format json --pairs --limit 2 tree family
says out '{"type":"limited","list":"identical","shown":2,"total":31}'
says out '{"type":"limited","list":"pair","shown":2,"total":15}'
says_not out '"list":"family"'
kindred find --format csv --pairs --limit 2 tree family
grep -q '^limited,.*,identical,shown=2 total=31,' out || fail "CSV does not say what was left out"
kindred query --format json --limit 1 family/1
says out '{"type":"limited","list":"match","shown":1,"total":8}'
kindred spans --format json --limit 1 family
says out '{"type":"limited","list":"span","shown":1,'
kindred near --format json --limit 1 --tolerance 20% family
says out '{"type":"limited","list":"near","shown":1,'
kindred compare --format json --limit 1 family tree
says out '{"type":"limited","list":"compare",'
