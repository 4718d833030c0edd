# forget removes what is at or below a path, and nothing else.
mkdir -p tree/old tree/older
lines 1 300 >tree/a
lines 1000 1300 >tree/old/b
lines 1000 1300 >tree/older/c
kindred scan tree
kindred index forget tree/old
says out "1 file forgotten"
kindred index stats --format json
is stats files 2
rm -r tree
kindred index forget tree/older "$PWD/tree/a"
kindred index stats --format json
is stats files 0
kindred index check
kindred index forget nowhere
says out "0 files forgotten"
