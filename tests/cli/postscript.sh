# The header that all PostScript files of a program share does not make them similar; what follows it does.
mkdir tree
header() { printf '%%!PS-Adobe-3.0\n'; lines 1 400; printf '%%%%EndProlog\n'; }
{ header; lines 5001 5400; } >tree/a.ps
{ header; lines 7001 7400; } >tree/b.ps
{ header; lines 7101 7500; } >tree/c.ps
kindred find --pairs --format json tree
is summary pairs 1
says out '"a":"tree/b.ps","b":"tree/c.ps"'
# The same bytes in files that are not PostScript are marked.
for f in a b; do { echo; cat tree/$f.ps; } >tree/$f.txt; done
kindred find --pairs --format json --include '*.txt' tree
is summary pairs 1
