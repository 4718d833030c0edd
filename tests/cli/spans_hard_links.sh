# Two names of one file are reported as such, not as a shared run (Hardy's "false transclusion"); a copy is a run.
lines 1 100 >a
ln a b
cp a copy
kindred spans a b
says out "two names (hard links) of one file"
says_not out "Spans:"
kindred spans --format json a b
is comparison same_file true
is comparison spans 0
kindred spans --format json a copy
says_not out same_file
is comparison spans 1
