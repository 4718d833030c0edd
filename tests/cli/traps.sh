# A tree with bombs and traps in it: each ends at its limit with a reason, and all else is found as without them.
mkdir -p tree/bombs
make_trap=$(dirname "$script")/../make_trap
declare -A traps=([gz_zeros]=gz [forty_two]=zip [overlapping_zip]=zip [many_members]=gz)
for trap in "${!traps[@]}"; do /usr/bin/python3 "$make_trap" "$trap" "tree/bombs/$trap.${traps[$trap]}"; done
lines 1 400 >tree/a.txt
sed 's/line 200,/row 200,/' tree/a.txt >a2.txt
zip -q tree/good.zip a2.txt
settle
kindred find --pairs --unpack-limit 20M --format json tree
python3 -I -S - <<'PY' || fail "the answer"
import json
records = [json.loads(line) for line in open("out")]
pairs = [r for r in records if r["type"] == "pair"]
assert [{r["a"], r["b"]} for r in pairs] == [{"tree/a.txt", "tree/good.zip//a2.txt"}], pairs
stopped = {r["path"]: r["reason"] for r in records if r["type"] == "skip" and r["stage"] == "inside"}
assert "tree/bombs/gz_zeros.gz" in stopped and "tree/bombs/forty_two.zip" in stopped, stopped
assert "tree/good.zip" not in stopped, stopped
assert records[0]["files"] == 6, records[0]
PY
# The user sets the limit: what is larger is left out and reported.
rm -r tree/bombs
kindred find --pairs --unpack-limit 1K --format json tree
says out '"path":"tree/good.zip","stage":"inside"'
says_not out '"type":"pair"'
kindred find --pairs --unpack-limit 1M --format json tree
says out '"tree/good.zip//a2.txt"'
exits 2 "$KINDRED" find --unpack-limit much tree
# Without a sandbox only if asked; here there is one, and the answer is the same.
kindred find --pairs --unsandboxed --format json --index other tree
says out '"tree/good.zip//a2.txt"'
