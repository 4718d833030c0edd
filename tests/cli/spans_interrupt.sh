# Ctrl-C ends spans and show within a second, whatever the data: they end by themselves, or say "interrupted".
python3 - "$KINDRED" <<'PYTHON' || fail "not stopped in time"
import os, random, resource, signal, subprocess, sys, time

random.seed(1)
block = random.randbytes(600)
open("blocks", "wb").write(block * 4000)
open("more", "wb").write(b"x" + block * 4000 + b"y")
open("letter", "wb").write(b"a" * 2_000_000)
open("letters", "wb").write(b"a" * 2_000_000 + b"b")
words = [random.randbytes(16).hex().encode() + b"\n" for _ in range(2000)]
for name in ("words", "others"):
    open(name, "wb").write(b"".join(random.choice(words) for _ in range(200_000)))
for name in ("bits", "further"):
    open(name, "wb").write(bytes(b"ab"[bit == "1"] for bit in f"{random.getrandbits(1_000_000):01000000b}"))
signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})

for arguments in (["spans", "blocks", "more"], ["spans", "--every-run", "64", "blocks", "more"],
                  ["show", "letter", "letters"], ["show", "--context", "all", "letter", "letters"],
                  ["spans", "--bits", "letter", "letters"], ["spans", "words", "others"],
                  ["spans", "--every-run", "16", "bits", "further"], ["show", "words", "others"]):
    for after in (0.3, 1.2):
        with open("messages", "wb") as messages, open("shown", "wb") as shown:
            process = subprocess.Popen([sys.argv[1], *arguments], stdout=shown, stderr=messages,
                                       preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
            try:
                process.wait(after)
                assert process.returncode == 0, (arguments, process.returncode)
                break  # it ends by itself sooner
            except subprocess.TimeoutExpired:
                pass
            ticks = lambda: sum(int(part) for part in open(f"/proc/{process.pid}/stat").read().rsplit(")", 1)[1].split()[11:13])
            before, start = ticks(), time.monotonic()
            process.send_signal(signal.SIGINT)
            # A second of processor time, so that a busy machine is no failure.
            while process.poll() is None and time.monotonic() - start < 60:
                try:
                    used = (ticks() - before) / os.sysconf("SC_CLK_TCK")
                except (FileNotFoundError, IndexError, ValueError):
                    break
                assert used < 1, f"{arguments}: still at work {used:.1f} s after Ctrl-C at {after} s"
                time.sleep(0.01)
            code = process.wait(10)
            assert code in (0, 130, -signal.SIGINT), (arguments, code, open("messages").read())
            # Killed: the program had not yet begun.
            assert code != 130 or "interrupted" in open("messages").read(), arguments
PYTHON
