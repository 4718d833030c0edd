# spans A B: exact coverage of each, no index needed or made; --bits at any offset; - is standard input.
hashes 1 100 >a
{ hashes 500 520; hashes 1 50; } >b
kindred spans --format json a b
[[ ! -e $KINDRED_INDEX ]] || fail "an index was made"
size=$(stat -c %s b)
is comparison size_b "$size"
is comparison identical false
of_a=$(value comparison of_a)
[[ $of_a == 0.5* ]] || fail "of_a is $of_a"
kindred spans a b
says out "is in B"
"$KINDRED" spans - b <a >out 2>err || fail "standard input"
says out "is in B"
cp a c
kindred spans a c
says out "100%"
exits 4 "$KINDRED" spans a missing
says err "missing"
python3 - <<'EOF'
bits = "".join(format(byte, "08b")[::-1] for byte in open("a", "rb").read())
shifted = "10110" + bits + "000"
open("shifted", "wb").write(bytes(int(shifted[i:i + 8][::-1], 2) for i in range(0, len(shifted), 8)))
bits = "".join(format(byte, "08b") for byte in open("a", "rb").read())
shifted = "10110" + bits + "000"
open("shifted_msb", "wb").write(bytes(int(shifted[i:i + 8], 2) for i in range(0, len(shifted), 8)))
EOF
kindred spans --format json a shifted
is comparison spans 0
kindred spans --bits --format json --limit 1 a shifted
is span b_offset 5
is span length "$((8 * $(stat -c %s a)))"
is span unit '"bit"'
kindred spans --bits --bit-order msb --format json --limit 1 a shifted_msb
is span b_offset 5
