# A file with more marks than fit in memory is marked within the budget, and the index is the same as with much memory.
mkdir tree
python3 -I -S -c '
import random
with open("tree/large", "wb") as file:
    for seed in range(64):
        file.write(random.Random(seed).randbytes(1 << 20))
with open("tree/part", "wb") as file:
    file.write(random.Random(20).randbytes(1 << 20)[1000:300000])'
for method in fingerprints:rate=fine fingerprints:rate=fine,ignore=case chunks:average=32; do
  rm -rf narrow wide
  peak=$(python3 -I -S -c '
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$KINDRED" scan --index narrow --memory 16M --threads 2 --method "$method" tree)
  ((peak < 56 * 1024)) || fail "$peak KB with --memory 16M and $method"
  kindred scan --index wide --memory 4G --threads 2 --method "$method" tree
  for index in narrow wide; do
    kindred index check --index $index
    kindred find --index $index --method "$method" --pairs --min 0.1% --estimate --format json tree
    sed 's/"seconds":[0-9.e-]*//' out >$index.pairs
  done
  grep -q '"type":"pair"' narrow.pairs || fail "the part was not found with $method"
  cmp narrow.pairs wide.pairs || fail "another answer with $method"
done
[[ -z $(ls narrow | grep tmp) ]] || fail "something was left behind"
# No space to put marks aside: said, with what to do; nothing is committed.
TMPDIR=/does/not/exist exits 4 "$KINDRED" scan --index other --memory 16M --rate fine tree
says err "set TMPDIR to a directory with more space, or give more with --memory"
kindred index check --index other
