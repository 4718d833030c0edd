# Damage gives an error with the file's name, never an answer or a crash; check finds it.
mkdir tree
for i in $(seq 20); do lines ${i}000 ${i}900 >tree/$i; done
kindred scan tree
kindred find --no-rescan --format json tree
cp out sound
for file in $(find index -type f -size +64c ! -name 'lock*' ! -name pairs); do
  cp "$file" saved
  python3 - "$file" <<'PY'
import sys
with open(sys.argv[1], "r+b") as file:
    data = bytearray(file.read())
    data[len(data) // 2] ^= 0x40
    file.seek(0)
    file.write(data)
PY
  exits 4 "$KINDRED" index check
  grep -qF "$(basename "$file")" out err || fail "$file is not named: $(cat out err)"
  got=0
  "$KINDRED" find --no-rescan --format json tree >out 2>err || got=$?
  [[ $got == 4 ]] || cmp out sound || fail "a wrong answer from a damaged $file (exit $got)"
  cat saved >"$file"
done
kindred index check
