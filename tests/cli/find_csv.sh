# CSV: one header, the same columns in every record, a type to filter by.
mkdir tree
lines 1 1000 >tree/a,b
lines 201 1200 >'tree/say "hi"'
kindred find --format csv --pairs tree
python3 - <<'PY' || fail "the table is not as it should be"
import csv
rows = list(csv.DictReader(open("out", newline="")))
assert all(None not in row and None not in row.values() for row in rows), rows
types = {row["type"] for row in rows}
assert types == {"summary", "root", "family", "link", "group", "pair"}, types
pair = [row for row in rows if row["type"] == "pair"][0]
assert pair["path_a"].endswith("/a,b") and pair["path_b"].endswith('/say "hi"'), pair
assert 0.65 < float(pair["of_a"]) < 0.95, pair
PY
