# template suggest: the printed command works as printed, and selects the files that the suggestion counted.
mkdir -p tree/pages tree/-odd
for i in $(seq 1 8); do { hashes 1 120; hashes ${i}000 ${i}080; } >tree/pages/p$i.html; done
for i in $(seq 1 6); do { hashes 500 620; hashes 2${i}000 2${i}080; } >tree/pages/q$i.txt; done
for i in $(seq 1 5); do { hashes 700 820; hashes 4${i}000 4${i}060; } >"tree/-odd/it's $i.html"; done
for i in $(seq 1 5); do { hashes 800 920; hashes 5${i}000 5${i}060; } >"tree/pages/$i.x[ab]*"; done
for i in $(seq 1 2); do { hashes 800 920; hashes 6${i}000 6${i}060; } >tree/pages/$i.xa; done
hashes 1 200 >tree/.hidden.html
settle
kindred scan --hidden tree

# tried FLAGS...: every suggestion's command is run with --preview. Those of a directory, suffix or type must select as
# many files as the suggestion counted.
tried() {
  local command group files
  kindred template suggest --format json "$@"
  cp out suggested
  [[ -s suggested ]] || fail "nothing is suggested: $*"
  while IFS=$'\t' read -r group files command; do
    got=0
    bash -c "kindred() { '$KINDRED' \"\$@\"; }; $command --preview --format json" >out 2>err || got=$?
    [[ $got == 0 ]] || { cat err >&2; fail "$command"; }
    [[ $group == family* || $(value template_effect files_in_scope) == "$files" ]] ||
      { cat out >&2; fail "$group has $files files: $command"; }
  done < <(python3 -c '
import json
for line in open("suggested"):
    s = json.loads(line)
    print(s["group"], s["files"], s["command"], sep="\t")')
}
tried tree
tried
tried --same-suffix tree
tried --measure both tree
tried --min-shared 10 tree
tried --max-degree 50 tree
tried --max-degree 90% --min 30% --margin 0 tree
tried --types together --size 1K.. --size-ratio 0.2 tree
tried --filter 'size > 1K and a.suffix == b.suffix' tree
tried --include '*.html' tree
tried --include 'pages/*.html' --include '*.txt' tree
tried --exclude 'q*' --hidden tree
tried --type text tree
tried tree/pages tree/-odd
printf '%s\n' tree/pages/*.html >names
tried --files-from names
kindred scan --fine tree
tried --fine tree
