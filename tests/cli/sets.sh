# find --sets: the largest sets that share enough marks; with too little work left it would say so.
mkdir tree
lines 1 600 >tree/base
for i in 1 2 3; do
  { lines 1 300; lines $((i * 1000)) $((i * 1000 + 300)); } >tree/v$i
done
lines 9000 9300 >tree/alone
kindred find --sets --min-shared 10 --format json tree
is set files '["tree/base", "tree/v1", "tree/v2", "tree/v3"]'
is summary sets 1
is summary sets_complete true
kindred find --sets --min-shared 10 tree
says out "Interesting sets: 1, all files of a set share 10 passages or more"
says out "  4 files share"
kindred find --sets --min-shared 100000 tree
says out "no interesting sets"
