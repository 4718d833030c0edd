# Bad usage is one line that says what to do, and exit code 2. No file is made.
complains() {
  exits 2 "$KINDRED" "${@:2}"
  says err "$1"
  [[ $(wc -l <err) == 1 && ! -s out ]] || fail "more than one line: ${*:2}"
  [[ $(head -c 9 err) == "kindred: " ]] || fail "no 'kindred: ' in front"
}
complains "try 'kindred find DIRECTORY'" find
complains "try 'kindred query FILE'" query
complains "needs a command" index
complains "takes no PATH" index stats x
complains "give --min SHARE" find . --min
complains "give a share such as 25%" find . --min lots
complains "give one of text, json, csv, xlsx, html, dot" find . --format xml
complains "give a size" find . --memory much
complains "the smaller size first" find . --size 10..1
complains "'scan' does not take --pairs" scan . --pairs
complains "name one of: bash, zsh, fish" completions tcsh
complains "flags go after the command" --quiet find .
# An empty value is a script's mistake, and must not mean: without a key, without a password.
complains "--key-file: needs the name of a file" index export --key-file "" -o pool
complains "--key-file: needs the name of a file" find --key-file= --with pool .
complains "--password-file: needs the name of a file" near --password-file "" .
[[ ! -e pool ]] || fail "a pool was made"
[[ ! -e index ]] || fail "an index was made"
