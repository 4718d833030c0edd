# A second scan of an unchanged tree reads no file.
mkdir tree
for i in 1 2 3; do lines ${i}000 ${i}300 >tree/$i; done
settle
kindred scan --format json tree
is scan read_files 3
is scan added 3
settle
kindred scan --format json tree
is scan read_files 0
is scan unchanged 3
settle
kindred scan tree
says out "0 new, 0 changed, 0 gone, 3 unchanged"
