# New, changed and gone files are noticed, and only they are read.
mkdir tree
lines 1 300 >tree/stays
lines 1000 1300 >tree/changes
lines 2000 2300 >tree/goes
settle
kindred scan tree
lines 1 300 >tree/new
lines 1 250 >tree/changes
rm tree/goes
settle
kindred scan --format json tree
is scan added 1
is scan changed 1
is scan gone 1
is scan unchanged 1
is scan read_files 2
settle
kindred find --format json --no-rescan tree
is summary files 3
is summary identical_sets 1
is summary pairs 1
