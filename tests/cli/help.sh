# Help lists every command; every command has its own help, with an example.
kindred --help
for command in find query scan 'index stats' 'index check' 'index forget' man completions help; do
  says out "  $command "
done
for command in find query scan man completions 'index stats' 'index check' 'index forget'; do
  kindred $command --help
  says out "Usage: kindred $command"
  says out "Examples:"
  cp out direct
  kindred help $command
  cmp out direct || fail "help $command differs from $command --help"
done
exits 2 "$KINDRED"
says out "Usage: kindred COMMAND"
kindred --version
grep -qE '^kindred [0-9]+\.[0-9]+\.[0-9]+$' out || fail "--version: $(cat out)"
# The summaries of all commands are in one column.
kindred --help
columns=$(sed -n '/^Commands:/,/^$/p' out | grep -oE '^  [a-z]+( [a-z]+)? +' | awk '{ print length($0) }' | sort -u | wc -l)
[[ $columns == 1 ]] || { cat out >&2; fail "$columns columns"; }
