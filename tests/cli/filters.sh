# What the filters leave out is counted, not hidden.
mkdir -p tree/sub tree/.git
lines 1 300 >tree/a.c
lines 1 300 >tree/b.h
lines 1 300 >tree/sub/c.c
lines 1 300 >tree/.git/d.c
lines 1 300 >tree/.hidden
head -c 10 /dev/zero >tree/small.c
count() {
  kindred find --format json "$@" tree
  is summary files "$want"
}
want=4 count
want=6 count --hidden
want=3 count --include '*.c'
want=2 count --include '*.c' --size 1K..
want=1 count --size 10
want=2 count --exclude '*.c' --hidden
want=3 count --exclude sub
want=2 count --include '*.h' --include 'sub/*'
kindred find --include '*.h' tree
says out "filtered (3)"
says out "hidden (2)"
