# The manual page and the completions are made, and are what their readers accept.
kindred man
says out ".TH KINDRED 1"
if command -v groff >/dev/null; then
  groff -man -Tascii -ww -z out 2>warnings
  [[ ! -s warnings ]] || fail "groff: $(cat warnings)"
fi
kindred completions zsh
says out "#compdef kindred"
kindred completions fish
says out "complete -c kindred"
kindred completions bash
bash -n out || fail "bash does not read its completions"
source out
COMP_WORDS=(kindred find --form) COMP_CWORD=2
_kindred
[[ ${COMPREPLY[*]} == --format ]] || fail "completed: ${COMPREPLY[*]}"
COMP_WORDS=(kindred find --format '') COMP_CWORD=3
_kindred
[[ ${COMPREPLY[*]} == "text json csv xlsx html dot" ]] || fail "completed: ${COMPREPLY[*]}"
COMP_WORDS=(kindred scan --format '') COMP_CWORD=3
_kindred
[[ ${COMPREPLY[*]} == "text json csv" ]] || fail "completed: ${COMPREPLY[*]}"
COMP_WORDS=(kindred index '') COMP_CWORD=2
_kindred
[[ ${COMPREPLY[*]} == "export stats check forget" ]] || fail "completed: ${COMPREPLY[*]}"
