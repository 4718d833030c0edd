# A sparse file above 1 GiB is left out, with a reason that says so, in every command; smaller ones are read.
mkdir tree
lines 1 300 >tree/a
lines 1 310 >tree/b
truncate -s 1025M tree/disk.img
lines 400 410 | dd of=tree/disk.img bs=4096 seek=1 conv=notrunc status=none
truncate -s 1M tree/small.img
settle
for command in find scan near spans; do
  kindred $command tree
  says out "Left out: sparse file above 1 GiB, almost all holes (1)."
done
kindred find --format json tree
is summary files 3
is summary skips 1
is skip path '"tree/disk.img"'
is skip reason '"sparse file above 1 GiB, almost all holes"'
is skip error false
kindred find --format csv tree
says out "open: sparse file above 1 GiB, almost all holes"
exits 4 "$KINDRED" query tree/disk.img
says err "tree/disk.img: cannot open the query file: sparse file above 1 GiB, almost all holes"
