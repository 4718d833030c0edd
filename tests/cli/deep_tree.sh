# A deep tree takes time and memory by its names, not by its paths: at 10,000 levels these have 100 MB together, at 2,000
# levels of 255-byte names half a gigabyte.
if place=$(mktemp -d /dev/shm/kindred_cli_XXXXXX 2>/dev/null); then  # a disk takes long to remove such a tree
  trap 'rm -rf "$place" "$here"' EXIT
  cd "$place"
fi
python3 -I -S -c '
import os
def grow(root, levels, name):
    os.mkdir(root)
    os.chdir(root)
    for level in range(levels):
        with open("file", "w") as file:
            file.write("level %d of %s\n" % (level, root) * 20)
        if level % 100 == 0:  # a branch, after which the way goes back
            os.mkdir("a")
            os.link("file", "a/link")
        os.mkdir(name)
        os.chdir(name)
    with open("copy", "w") as file:
        file.write("a copy\n" * 20)
here = os.getcwd()
os.mkdir("tree")
for root, levels, name in ("deep", 10000, "d"), ("long", 2000, "n" * 255):
    os.chdir(here + "/tree")
    grow(root, levels, name)'
# peak COMMAND...: runs it, keeps `out`, and prints its memory in KB.
peak() {
  python3 -I -S -c '
import resource, subprocess, sys
with open("out", "wb") as out:
    subprocess.run(sys.argv[1:], check=True, stdout=out)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$@"
}
budget=$((64 * 1024))
for command in "scan" "scan" "find --format json"; do
  used=$(peak timeout 60 "$KINDRED" $command --memory 32M --threads 2 tree)
  ((used < budget)) || fail "$used KB for $command"
done
is summary files 12122
is summary identical_sets 121
grep -q '"files":\["tree/deep/\(d/\)*copy","tree/long/\(n*/\)*copy"\]' out || fail "the copies at the ends were not found"
timeout 60 "$KINDRED" index check >out || { cat out; fail "the check did not end"; }
mv tree/deep gone
used=$(peak timeout 60 "$KINDRED" scan --memory 32M --threads 2 tree)
((used < budget)) || fail "$used KB for what is gone"
says out "10,101 gone"
kindred find --no-rescan --format json tree
is summary files 2021
