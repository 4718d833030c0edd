# run_script.bash BINARY SCRIPT: runs a test script in an empty directory, with the words below at hand.
set -euo pipefail
KINDRED=$1
script=$2
here=$(mktemp -d "${TMPDIR:-/tmp}/kindred_cli_XXXXXX")
here=$(cd "$here" && pwd -P)
trap 'chmod -R u+rwx "$here"; rm -rf "$here"' EXIT
cd "$here"
export KINDRED_INDEX=$here/index HOME=$here LC_ALL=C
unset NO_COLOR XDG_DATA_HOME

fail() { echo "FAILED: $*" >&2; exit 1; }
skip_test() { echo "skipped: $*"; exit 77; }

# exits CODE COMMAND...: runs it, keeps `out` and `err`, and wants that exit code.
exits() {
  local want=$1 got=0
  shift
  "$@" >out 2>err </dev/null || got=$?
  [[ $got == "$want" ]] || { cat out err >&2; fail "exit code $got, not $want: $*"; }
}

# kindred ARGUMENTS...: keeps `out` and `err`, and wants success.
kindred() { exits 0 "$KINDRED" "$@"; }

# says FILE TEXT: FILE (out or err) holds TEXT.
says() { grep -qF -e "$2" "$1" || { cat "$1" >&2; fail "'$2' is not in $1"; }; }
says_not() {
  [[ -e $1 ]] || fail "there is no file $1"
  ! grep -qF -e "$2" "$1" || { cat "$1" >&2; fail "'$2' is in $1"; }
}

# absent PATTERN FILE OTHER: no line of FILE matches the extended regular expression, but a line of OTHER does: a misspelt pattern is
# absent from every file.
absent() {
  [[ -s $2 ]] || fail "$2 is missing or empty"
  grep -qE -e "$1" "$3" || { cat "$3" >&2; fail "'$1' does not match $3 either"; }
  ! grep -qE -e "$1" "$2" || { cat "$2" >&2; fail "'$1' matches $2"; }
}

# lines FIRST LAST: text in which no two lines are the same; ranges that overlap share text.
lines() { seq "$1" "$2" | sed 's|.*|This is line &, the number & of a text for tests.|'; }

# hashes FIRST LAST: the same, but no two lines have more than a few bytes in common. One process for all lines: with
# one for each, this was the longest part of the tests.
hashes() {
  python3 -I -S -c '
import hashlib, sys
for number in range(int(sys.argv[1]), int(sys.argv[2]) + 1):
    print(hashlib.md5(b"%d\n" % number).hexdigest(), "-", sep="  ")' "$1" "$2"
}

# wait_until COMMAND...: until the command succeeds; a minute at most.
wait_until() {
  local until=$((SECONDS + 60))
  until "$@"; do
    ((SECONDS < until)) || fail "waited a minute for: $*"
    sleep 0.02
  done
}

# settle: lets files age; one written a moment before it is read is read again by the next scan.
settle() { sleep 0.05; }

# value TYPE KEY: of each JSON line of that type in `out`, the value of KEY.
value() {
  python3 -I -S -c '
import json, sys
for line in open("out", encoding="utf-8"):
    record = json.loads(line)
    if record["type"] == sys.argv[1]:
        print(json.dumps(record[sys.argv[2]]))' "$1" "$2"
}

# is TYPE KEY VALUE: the only such value.
is() {
  local got
  got=$(value "$1" "$2")
  [[ $got == "$3" ]] || { cat out >&2; fail "$1.$2 is '$got', not '$3'"; }
}

source "$script"
