# Graphs for Graphviz: one for each family; an arrow leads to the file that holds the other.
mkdir tree
lines 1 1000 >tree/large
lines 1 200 >tree/part
lines 5001 6000 >tree/'quo"te\N'
lines 5001 6010 >tree/$'new\nline'
kindred find --format dot tree
[[ $(grep -c '^digraph "family ' out) == 2 ]] || fail "not two graphs"
says out 'tooltip="tree/quo\"te\\\\N"'
says out 'tooltip="tree/new\\u000aline"'
python3 - <<'PY' || fail "the arrow is wrong"
import re
graph = [part for part in open('out').read().split('digraph ') if 'tree/part' in part][0]
node = {path: number for number, path in re.findall(r'(f\d) \[label=.*tooltip="tree/(\w+)"', graph)}
assert re.search(r'%s -> %s \[label="\d+%%", weight=\d+, penwidth=[\d.]+\];' % (node['part'], node['large']), graph)
PY
says out "dir=none"
if command -v dot >/dev/null; then dot -Tsvg out >graphs.svg || fail "Graphviz cannot read it"; fi
