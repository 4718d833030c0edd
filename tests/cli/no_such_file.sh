# A file that was named and is not there is missing; only one that a walk saw can vanish.
mkdir tree
lines 1 300 >tree/a
kindred scan tree
for command in "template add --file nothere --name x" "query nothere" "query --with nothere tree/a" \
  "spans tree/a nothere" "show tree/a nothere"; do
  # shellcheck disable=SC2086
  exits 4 "$KINDRED" $command
  grep -qiE "no such file|does not exist" err || { cat err >&2; fail "$command"; }
  says_not err vanished
done
