# Names are bytes, in the store too; bad files are skips; text and csv reports.
mkdir tree
lines 1 300 >$'tree/latin \xe9.txt'
lines 1 299 >$'tree/new\nline.txt'
lines 1 298 >'tree/back\x5cslash'"'"'.txt'
mkfifo tree/pipe
kindred near --format json tree
is near_summary pairs 3
says out 'latin \udce9.txt'
settle
kindred near --format json tree
kindred near --format json tree
is near_summary read_files 0
kindred near tree
says out "Near: 3 pairs"
says out "fifo (1)"
kindred near --format csv tree
says out "near,"
says out "key_distance="
kindred near --limit 1 tree
says out "1 of 3 pairs shown"
