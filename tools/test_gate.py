"""Runs ctest and judges what failed and what was skipped.

    test_gate.py NAME DIRECTORY CTEST [OPTIONS...] -- [SELECTION...]

A failed test fails the run. There is one exception: a test that tests/may_be_unstable.txt names, because it waits for a large program of
others (a browser, a database server), is run twice again, alone, and counts as unstable if it passes both times. The exception never holds
for a crash, a signal, a timeout, a report of a sanitizer, or a test with the label act, reliability or fault: these are the bugs that come
seldom and cost most. CTEST and its OPTIONS are used for both runs, SELECTION (which tests, how many at once) for the first one only.

In DIRECTORY it leaves NAME.tests.log (ctest's output), NAME.skips and NAME.unstable, one line for each test. Exit code 0: nothing failed,
apart from unstable tests. tests/gate_test.py shows all of this with planted tests.
"""
import argparse
import fnmatch
import json
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as xml

ROOT = pathlib.Path(__file__).resolve().parent.parent
NEVER_UNSTABLE = {"act", "reliability", "fault"}
# Signs in the output of a test that one of its programs crashed, although the test itself ended with a plain exit code. 128 and the number
# of a signal is what a shell reports.
CRASH = re.compile(
    rb"(Address|Leak|Thread|UndefinedBehavior|Memory)Sanitizer|: runtime error: |Segmentation fault|core dumped|\bAborted\b|Assertion .* failed"
    rb"|terminate called|stack smashing|exit code (-\d+|13[1-9]|13\d|14[0-24-9])\b|signal (6|7|8|9|11)\b")


def entries(path):
    """The lines of a list: `left : right`, without comments."""
    found = []
    for line in path.read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            left, colon, right = line.partition(" : ")
            if not colon or not right.strip():
                sys.exit(f"{path}: this line has no ' : ' and reason: {line}")
            found.append((left.strip(), right.strip()))
    return found


def run(command, log):
    """Runs it, shows its output, keeps it in `log`; returns the exit code and the output."""
    lines = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process, open(log, "wb") as file:
        for line in process.stdout:
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()
            file.write(line)
            lines.append(line)
    return process.returncode, b"".join(lines).decode(errors="replace")


def failures(output):
    """{test: how it failed} of the summary that ctest ends with."""
    _, found, summary = output.rpartition("The following tests FAILED:")
    if not found:
        return {}
    return dict(re.findall(r"^\s*\d+ - (.*\S)\s+\(([^()]*)\)\s*$", summary, re.MULTILINE))


def outputs(junit):
    """{test: (what ctest says of a skip or None, its output)}"""
    cases = {}
    if junit.exists():
        # A test may print bytes that XML does not allow.
        text = re.sub(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd]", "?", junit.read_text(errors="replace"))
        for case in xml.fromstring(text).iter("testcase"):
            skipped = case.find("skipped")
            cases[case.get("name")] = (None if skipped is None else skipped.get("message"), case.findtext("system-out") or "")
    return cases


def labels(ctest):
    """{test: set of labels}"""
    listed = json.loads(subprocess.run([*ctest, "--show-only=json-v1"], stdout=subprocess.PIPE, check=True).stdout)
    return {test["name"]: {label for p in test.get("properties", []) if p["name"] == "LABELS" for label in p["value"]}
            for test in listed["tests"]}


def skips(cases):
    """(test, reason) of every skip, also of a case within a test: GoogleTest, our scripts, Python's unittest."""
    for name, (said, output) in cases.items():
        reasons = re.findall(r"^\S+:\d+: Skipped\n(.*)$", output, re.MULTILINE)
        reasons += re.findall(r"^skipped: (.*)$", output, re.MULTILINE)
        reasons += [m[1] for m in re.findall(r"\.\.\. skipped (['\"])(.*)\1$", output, re.MULTILINE)]
        if said is not None and said.startswith("SKIP_") and not reasons:
            reasons = ["no reason given"]
        for reason in dict.fromkeys(reasons):
            yield name, reason.strip() or "no reason given"


def why_final(name, how, output, has_labels, may_be_unstable):
    """Why this failure cannot be an unstable test; None if it can."""
    if how != "Failed":
        return f"{how}: never unstable"
    if name not in may_be_unstable:
        return "not in tests/may_be_unstable.txt"
    if has_labels & NEVER_UNSTABLE:
        return f"label {', '.join(sorted(has_labels & NEVER_UNSTABLE))}: never unstable"
    sign = CRASH.search(output.encode())
    return f"its output has '{sign[0].decode()}': never unstable" if sign else None


def judge(name, directory, ctest, selection, may_be_unstable):
    junit = directory / f"{name}.junit.xml"
    for old in (junit, directory / f"{name}.skips", directory / f"{name}.unstable"):
        old.unlink(missing_ok=True)
    size = str(64 << 20)  # all of it: a report of a sanitizer may be far from the end
    code, said = run([*ctest, "--output-junit", str(junit.resolve()), "--test-output-size-passed", size, "--test-output-size-failed", size,
                      *selection], directory / f"{name}.tests.log")
    cases = outputs(junit)
    (directory / f"{name}.skips").write_text("".join(f"{test}: {reason}\n" for test, reason in sorted(skips(cases))))
    if code == 0:
        return True
    failed = failures(said)
    counted = re.search(r", (\d+) tests? failed out of", said)
    if not failed or not counted or int(counted[1]) != len(failed):
        print(f"gate: {name}: ctest failed with exit code {code}, and does not name every test that failed: {', '.join(failed) or 'none'}")
        return False
    labelled = labels(ctest)
    final = {test: why for test, how in failed.items()
             if (why := why_final(test, how, cases.get(test, (None, ""))[1], labelled.get(test, set()), may_be_unstable))}
    for test, why in final.items():
        print(f"gate: {name}: {test} FAILED ({why})")
    if final:
        return False
    print(f"gate: {name}: twice again, alone: {' '.join(failed)}", flush=True)
    wanted = "^(" + "|".join(re.sub(r"([][(){}.*+?^$|\\])", r"\\\1", test) for test in failed) + ")$"
    if run([*ctest, "--no-tests=error", "--repeat", "until-fail:2", "-R", wanted], directory / f"{name}.again.log")[0] != 0:
        print(f"gate: {name}: FAILED again: {' '.join(failed)}")
        return False
    (directory / f"{name}.unstable").write_text("".join(f"{test}: {may_be_unstable[test]}\n" for test in failed))
    return True


def not_allowed(lines, allowed):
    """Those lines of a list of skips that no entry of tests/allowed_skips.txt covers."""
    for line in lines:
        test, _, reason = line.partition(": ")
        if not any(fnmatch.fnmatchcase(test, pattern) and fnmatch.fnmatchcase(reason, why) for pattern, why in allowed):
            yield line


def main():
    words = sys.argv[1:]
    if words[:1] == ["--skips"]:  # test_gate.py --skips FILE...: prints the skips that are not allowed, exit code 1 if there are any
        bad = [line for path in words[1:] for line in not_allowed(pathlib.Path(path).read_text().splitlines(),
                                                                  entries(ROOT / "tests" / "allowed_skips.txt"))]
        print("".join(f"{line}\n" for line in bad), end="")
        return 1 if bad else 0
    split = words.index("--")
    parser = argparse.ArgumentParser()
    parser.add_argument("--may-be-unstable", type=pathlib.Path, default=ROOT / "tests" / "may_be_unstable.txt")
    parser.add_argument("name")
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("ctest", nargs=argparse.REMAINDER)
    given = parser.parse_args(words[:split])
    good = judge(given.name, given.directory, given.ctest, words[split + 1:], dict(entries(given.may_be_unstable)))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
