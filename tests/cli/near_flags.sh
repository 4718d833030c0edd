# near: tolerances, by suffix too; keys; tags; what is refused.
mkdir tree
lines 1 400 >tree/a.txt
lines 1 397 >tree/b.txt
cp tree/a.txt tree/a.ps
cp tree/b.txt tree/b.ps
kindred near --format json tree
is near_summary pairs 3
kindred near --format json --tolerance 0.1% tree
is near_summary pairs 2
kindred near --format json --key skew --tolerance 1% --per-type /dev/null tree
is near_summary pairs 3
printf '# by suffix\ntxt 0.1%%\n.ps 5%%\n' >types
kindred near --format json --per-type types tree
says out '"a":"tree/a.ps","b":"tree/b.ps"'
says_not out '"a":"tree/a.txt","b":"tree/b.txt"'
# Types that the file does not name keep their built-in tolerance.
printf 'txt 5%%\n' >types
kindred near --format json --per-type types tree
says_not out '"a":"tree/a.ps","b":"tree/b.ps"'
says out '"a":"tree/a.txt","b":"tree/b.txt"'
printf 'txt\n' >types
exits 2 "$KINDRED" near --per-type types tree
says err "line 1"
kindred near --format json --tags 00,01,02,03,04,05,06,07,08,09,61,62,63,64,65,66 tree
is near_summary read_files 4
kindred near --format json tree
is near_summary tags '"kindred-1"'
for bad in "--tags 00" "--key skewed" "--tolerance x" "--database oracle://h/d"; do
  exits 2 "$KINDRED" near $bad tree
done
kindred near --verify --format json --tolerance 5% tree
says out '"of_a":'

# Tolerances that cannot be read are an error, not an empty list.
mkdir a_directory
exits 4 "$KINDRED" near --per-type a_directory tree
says err "cannot read the tolerances"
