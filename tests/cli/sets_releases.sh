# find --sets: ten versions of 300 files take seconds, and the result is complete.
python3 - <<'END'
import os, random
random.seed(1993)
word = lambda: "".join(random.choice("abcdefghijklmnop") for _ in range(8))
line = lambda: " ".join(word() for _ in range(9))
files = [[line() for _ in range(60)] for _ in range(300)]
for version in range(10):
    os.makedirs(f"tree/v{version}")
    for number, lines in enumerate(files):
        for _ in range(3 if version else 0):
            lines[random.randrange(60)] = line()
        open(f"tree/v{version}/f{number}", "w").write("\n".join(lines) + "\n")
END
SECONDS=0
kindred find --sets --min-shared 20 --format json tree
((SECONDS < 60)) || fail "it took $SECONDS seconds"
is summary sets_complete true
value set files | python3 -c '
import json, sys
sets = [json.loads(line) for line in sys.stdin]
assert len(sets) >= 300, len(sets)
for files in sets:
    assert len({path.split("/")[-1] for path in files}) == 1, files
assert len({files[0].split("/")[-1] for files in sets}) == 300' || fail "the sets are not the families"
