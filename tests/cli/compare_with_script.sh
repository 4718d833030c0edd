# compare --with POOL --format sh: the script makes A on the other machine, and sends about what it says.
[[ -n $(type -p rsync) ]] || skip_test "rsync is not installed"
random() { python3 -I -S -c 'import random, sys; sys.stdout.buffer.write(random.Random(int(sys.argv[1])).randbytes(int(sys.argv[2])))' "$@"; }
mkdir -p other/sub mine/new/deep
random 1 200000 >other/same
random 2 200000 >other/sub/was-here
random 3 600000 >other/draft
random 4 900000 >other/book
random 5 100000 >other/only-there
cp other/same mine/
cp other/sub/was-here mine/new/deep/moved
{ head -c 300000 other/draft; random 6 20000; tail -c 290000 other/draft; } >mine/draft
{ random 7 5000; dd if=other/book bs=1000 skip=200 count=150 status=none; } >mine/new/chapter
random 8 40000 >mine/only-here
# Names that a shell, rsync or cp might take for something else.
random 9 60000 >"other/-base"
cp -- other/-base "mine/-rf"
cp -- other/-base "mine/--delete"
cp -- other/-base "mine/a"$'\n'"b"
cp -- other/-base "mine/bad"$'\xff'$'\x1b'
cp -- other/-base "mine/it's \"\$(touch owned)\" \\ "
cp -- other/-base "mine/#comment"
cp -- other/-base "mine/; touch owned"
cp -- other/-base "mine/END_OF_COPIES"
{ cat "other/-base"; random 10 3000; } >"mine/new/ * ?"
{ cat "other/-base"; random 11 3000; } >"mine/new/\`touch owned\`"
mkdir -p "other/\$(touch owned)"$'\n'"x'"
random 12 70000 >"other/\$(touch owned)"$'\n'"x'/y"
cp "other/\$(touch owned)"$'\n'"x'/y" mine/from-odd
: >mine/empty
chmod 640 mine/draft
touch -d 2001-02-03 mine/draft mine/same
settle
kindred scan --index other.index other
kindred index export --index other.index -o other.kindred
kindred compare --with other.kindred --format json mine
estimate=$(($(value transfer delta_new_bytes) + $(value transfer whole_bytes)))
[[ $(value transfer delta_files) == 4 ]] || { cat out; fail "not the files that have a base"; }
kindred compare --with other.kindred --format sh -o send.sh mine
bash -n send.sh || fail "this is no script"
find mine >names
absent '[^ -~]' send.sh names  # raw bytes of names
cp -a other before

sent() { sed -n 's/^Literal data: \([0-9,]*\) bytes/\1/p' stats | tr -d ,; }
bash send.sh "$here/there" --stats >stats
diff -r mine there || fail "what is there is not A"
[[ ! -e owned && ! -e mine/owned && ! -e there/owned ]] || fail "a name was run"
[[ $(stat -c '%a %Y' there/draft) == $(stat -c '%a %Y' mine/draft) ]] || fail "mode or time of a file"
diff -r other before || fail "the script changed what was there"
# Literal data is what the other machine did not have: the new bytes, and the blocks of rsync around them.
new=$((20000 + 5000 + 40000 + 3000 + 3000))
echo "estimated $estimate bytes, new $new, sent $(sent)"
(($(sent) >= new && $(sent) < new + 30000)) || fail "sent $(sent) bytes, $new are new"
((estimate > new * 7 / 10 && estimate < $(sent) * 13 / 10)) || fail "estimated $estimate bytes, sent $(sent)"
# Once more: nothing is left to send.
bash send.sh "$here/there" --stats >stats
[[ $(sent) == 0 ]] || fail "sent $(sent) bytes again"

# The pool may be old: a base that changed or is gone costs bytes, but the result is right.
random 20 200000 >other/same
rm other/sub/was-here
bash send.sh "$here/later" --stats >stats
diff -r mine later || fail "what is there is not A, with an old pool"
(($(sent) >= 400000)) || fail "sent $(sent) bytes, though two files changed"

# Into the directory that the pool describes: its other files stay.
bash send.sh "$here/before" >stats
(cd mine && find . -type f -print0) | while IFS= read -rd '' name; do cmp "mine/$name" "before/$name" || fail "$name"; done
cmp before/only-there other/only-there || fail "a file of theirs is gone"

# A file, a relative target, no target.
kindred compare --with other.kindred --format sh -o one.sh mine/draft
(mkdir elsewhere && cd elsewhere && bash ../one.sh "$here/single" && cmp ../mine/draft "$here/single/draft") || fail "a single file"
exits 2 bash send.sh
says err "usage:"

# By way of another machine: ssh is played by a shell that has another directory to start in.
mkdir -p bin home
cat >bin/ssh <<'SH'
#!/bin/bash
# ssh [OPTION...] [--] HOST COMMAND...
while [[ $1 == -* ]]; do if [[ $1 == -l ]]; then shift; fi; shift; done
echo "$1" >>"$SSH_SEEN"
shift
cd "$SSH_HOME" && exec sh -c "$*"
SH
chmod +x bin/ssh
rm -rf other
mv before other
SSH_SEEN=$here/seen SSH_HOME=$here/home PATH="$here/bin:$PATH" bash send.sh "me@machine:a b's" || fail "by way of ssh"
diff -r mine "home/a b's" || fail "what is there is not A, by way of ssh"
grep -qx 'me@machine\|machine' seen || fail "ssh was not asked"
