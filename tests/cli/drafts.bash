# Words of the scripts that compare documents made by real programs.

# make_drafts: draft.txt, final.txt (the same with three paragraphs replaced and four added) and other.txt.
make_drafts() {
python3 -I -S - <<'PY'
import random
random.seed(7)
words = ["".join(random.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(random.randrange(3, 11))) for _ in range(3000)]
def paragraphs(count): return [" ".join(random.choice(words) for _ in range(40)).capitalize() + "." for _ in range(count)]
draft = paragraphs(60)
final = list(draft)
for at in (5, 21, 40): final[at] = paragraphs(1)[0]
final[50:50] = paragraphs(4)
for name, lines in ("draft", draft), ("final", final), ("other", paragraphs(60)):
    open(name + ".txt", "w").write("\n".join(lines) + "\n")
PY
}

shares() {  # TYPE: the largest share that find reports for the drafts, and for one of them with the other text; 0 if none
  rm -rf three index
  mkdir three
  cp draft.$1 final.$1 other.$1 three
  settle
  kindred find --min 1% --verify --pairs --format json --types together three
  python3 -I -S -c '
import json
pairs = [r for r in map(json.loads, open("out")) if r["type"] == "pair"]
other = lambda r: "/other." in r["a"] or "/other." in r["b"]
print(max([r["similarity"] for r in pairs if not other(r)], default=0), max([r["similarity"] for r in pairs if other(r)], default=0))'
}

# check_types TYPE...: of draft, final and other as files of each type, the drafts are as similar as their plain texts, within
# five points, and the other one is not similar: at most a share of $most.
most=0.05
check_types() {
  local type plain nothing drafts unrelated
  read -r plain nothing < <(shares txt)
  for type in "$@"; do
    read -r drafts unrelated < <(shares "$type")
    python3 -I -S -c 'import sys; plain, drafts, unrelated, most = map(float, sys.argv[1:]); sys.exit(drafts < plain - 0.05 or unrelated > most)' \
      "$plain" "$drafts" "$unrelated" "$most" || fail "$type: drafts $drafts (as text $plain), unrelated $unrelated"
  done
}
