# --exclude-from .gitignore: what git would not add is left out, as git itself says.
mkdir -p tree/src/deep tree/build tree/doc/a/b tree/logs tree/src/logs
cat >tree/.gitignore <<'X'
# objects
*.o
!keep.o
/build
doc/**/*.pdf
logs/
abc/**
\#odd
trailing   
X
printf '!special.o\n/local\r\n' >tree/src/.gitignore
number=0
add() { for name in "$@"; do mkdir -p "tree/$(dirname "$name")"; number=$((number + 1)); hashes ${number}000 ${number}050 >"tree/$name"; done; }
add a.c a.o keep.o build/x src/build/y doc/a.pdf doc/a/b/c.pdf doc/a/text logs/l src/logs/m src/special.o src/deep/special.o \
    src/plain.o src/local src/deep/local abc/x abc/y/z '#odd' trailing 'src/deep/a b.txt'
kindred scan --exclude-from .gitignore tree
kindred find --exclude-from .gitignore --format json tree
files=$(value summary files)
if command -v git >/dev/null; then
  want=$(cd tree && git init -q . && git ls-files -z --others --exclude-standard | tr '\0' '\n' | grep -vc '^\.gitignore$\|/\.gitignore$')
  rm -rf tree/.git
  [[ $files == "$want" ]] || fail "$files files, but git would add $want"
fi
[[ $files == 8 ]] || fail "$files files, not 8"
# Hidden names are left out in any case; without the flag nothing else is.
kindred find --format json tree
is summary files 20
exits 2 "$KINDRED" find --exclude-from a/b tree
exits 2 "$KINDRED" find --exclude-from .gitignore --no-rescan tree
says err "--exclude-from"
exits 2 "$KINDRED" find --exclude-from .gitignore tree tree/src
# An ignore file that cannot be read is reported.
head -c 2000000 /dev/zero >tree/doc/.gitignore
exits 3 "$KINDRED" find --exclude-from .gitignore tree
says out "larger than 1 MB"
