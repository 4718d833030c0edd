# find --directories: a copied tree is one pair.
mkdir -p tree/p/q tree/old
lines 1 300 >tree/p/x
lines 400 700 >tree/p/q/y
cp -r tree/p tree/old/p
lines 2000 2200 >tree/p/new
kindred find --directories --format json tree
is directories a '"tree/old/p"'
is directories b '"tree/p"'
is directories of_a 1
is directories identical_files 2
is summary directories 1
kindred find --directories tree
says out "Directories: 1 pair"
kindred find --directories --format csv tree
says out "directories,tree/old/p,tree/p,"

# With many copies only the nearest are compared, and the report says so.
mkdir -p many/1 few
for i in 1 2 3; do lines ${i}000 ${i}100 >many/1/$i; done
for ((i = 2; i <= 70; ++i)); do cp -r many/1 many/$i; done
kindred find --directories --format json many
[[ $(value directories similarity | sort -u) == 1 ]] || fail "the copies are not equal"
[[ $(value directories a | sort -u | wc -l) -gt 60 ]] || fail "not all copies are listed"
is summary crowded_files 210
kindred find --directories many
says out "210 files have similar files in many directories: only the nearest"
lines 9000 9300 >few/a
kindred find --directories few
says out "No two directories reach 25%."

# A copy of one release among many similar ones is listed, by the inner directory, not the one around it.
for ((i = 10; i < 25; ++i)); do
  mkdir -p manuals/$i
  for ((j = 10; j < 16; ++j)); do { lines 1 60; hashes $i${j}00 $i${j}60; } >manuals/$i/$j; done
done
mkdir -p manuals/home/Documents manuals/home/Backup
cp -r manuals/12 manuals/home/Documents/Thesis
cp -r manuals/home/Documents/Thesis manuals/home/Backup/Thesis
echo "one more line" >>manuals/home/Backup/Thesis/10
for ((i = 1; i < 9; ++i)); do hashes ${i}0000 ${i}0400 >manuals/home/Documents/letter$i; done
kindred find --directories --format json --estimate manuals
says out '"a":"manuals/12","b":"manuals/home/Documents/Thesis"'
says out '"a":"manuals/home/Backup/Thesis","b":"manuals/home/Documents/Thesis"'
says_not out '"a":"manuals/home/Backup/Thesis","b":"manuals/home/Documents"'

# Nothing but directories.
kindred compare --find-similar-directories tree
says out "Directories: 1 pair"
says_not out "Identical"
says_not out "Groups"
exits 1 "$KINDRED" compare --find-similar-directories --exit-code --format json tree
[[ $(wc -l <out) == 2 ]] || fail "more than a summary and a pair"
exits 0 "$KINDRED" compare --find-similar-directories --exit-code few
says out "No two directories reach 25%."
exits 2 "$KINDRED" compare --find-similar-directories
