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
