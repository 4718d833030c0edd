# show is as wide as the terminal, also behind a pager; $COLUMNS decides where there is no terminal.
hashes 1 80 | paste -d " " - - >a
{ hashes 900 911; hashes 21 60; } | paste -d " " - - >b
python3 - "$KINDRED" <<'PYTHON' || fail "not the terminal's width"
import fcntl, os, pty, struct, subprocess, sys, termios

def widest(shell, columns, **environment):
    """The longest line of a command that runs on a terminal so wide, in its file `seen`."""
    pid, terminal = pty.fork()
    if pid == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        os.environ.pop("COLUMNS", None)
        os.environ.update(environment)
        os.execvp("sh", ["sh", "-c", shell])
    try:
        while os.read(terminal, 4096):
            pass
    except OSError:
        pass
    assert os.waitpid(pid, 0)[1] == 0, shell
    os.close(terminal)
    return max(len(line.rstrip("\n")) for line in open("seen"))

show = f"'{sys.argv[1]}' show a b"
assert 95 < widest(f"{show} | cat >seen", 100) <= 100
assert 65 < widest(f"{show} 2>/dev/null </dev/null | cat >seen", 70) <= 70  # only the terminal itself is left
assert 85 < widest(f"{show} | cat >seen", 100, COLUMNS="90") <= 90
assert 125 < widest(f"{show} >seen", 60) <= 130  # a file is no pager
assert 125 < widest(f"{show} -o seen | cat", 60) <= 130
PYTHON
COLUMNS=77 kindred show a b
awk 'length($0) > 77 { exit 1 }' out || fail "wider than COLUMNS"
