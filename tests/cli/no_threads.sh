# Where no thread can be started, one does all the work, with the same answer.
mkdir tree
for i in $(seq 40); do { hashes $((i % 10 * 50)) $((i % 10 * 50 + 40)); echo "$i"; } >tree/$i; done
settle
kindred find --threads 4 --format json --pairs --limit 0 tree
cp out wide
kindred near --threads 4 --format json tree
cp out wide_near
rm -rf index
mkdir index
chmod 755 .
id=61234
[[ $EUID != 0 ]] || chown -R $id index tree
# alone ARGUMENTS...: without root's privileges, and with a limit of one process or thread.
alone() {
  python3 -I -S -c '
import os, resource, sys
id = int(sys.argv[1])
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(id)
    os.setuid(id)
resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
os.execv(sys.argv[2], sys.argv[2:])' $id "$KINDRED" "$@"
}
alone --version >out 2>err || skip_test "the program cannot be run by another user"
python3 -I -S -c '
import os, resource, sys, threading
os.geteuid() != 0 or os.setuid(int(sys.argv[1]))
resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
try:
    threading.Thread(target=print).start()
    sys.exit("started")
except RuntimeError:
    pass' $id || skip_test "threads cannot be limited here"
for memory in 1G 1M; do  # 1M: several rounds, whose segments are merged
  rm -rf index/*
  exits 0 alone find --threads 4 --memory $memory --method fingerprints --format json --pairs --limit 0 tree
  [[ $memory == 1M ]] || cmp out wide || fail "another answer without threads"
done
exits 0 alone near --threads 4 --format json tree
cmp out wide_near || fail "another answer of near without threads"
exits 0 alone spans --threads 4 tree
