# Two methods live in one index, and each answers.
mkdir tree
lines 1 1000 >tree/a
lines 201 1200 >tree/b
settle
kindred scan --method fingerprints --method chunks tree
kindred index stats
says out "Method: fingerprints"
says out "Method: chunks"
for method in fingerprints chunks; do
  kindred find --method $method --format json tree
  is summary pairs 1
  says out "\"name\":\"$method\""
  kindred query --method $method --format json tree/a
  [[ $(grep -c '"match"' out) == 2 ]] || fail "$method: not two matches"
done
settle
kindred scan --method fingerprints --method chunks --format json tree
is scan read_files 0
