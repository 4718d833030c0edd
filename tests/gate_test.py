"""tools/test_gate.py with planted tests, run by the real ctest: which failures may be called unstable, and what is listed as skipped."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
sys.dont_write_bytecode = True
import test_gate

# Does it in the first run of a test, and nothing in the later ones.
ONCE = 'if mkdir "$1"; then {}; fi'


class Gate(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.place = pathlib.Path(folder.name)
        self.named = self.place / "named.txt"
        self.named.write_text("# planted\nbrowser : a browser\nbrowser.two : another\n")

    def gate(self, tests, selection=("-j", "2")):
        """tests: (name, script, properties...). Returns the exit code and the output; the lists are in self.place."""
        lines = []
        for name, script, *properties in tests:
            lines.append(f'add_test([=[{name}]=] bash -c [==[{script}]==] bash [==[{self.place / (name.replace("/", "_") + ".ran")}]==])')
            if properties:
                lines.append(f"set_tests_properties([=[{name}]=] PROPERTIES {' '.join(properties)})")
        (self.place / "CTestTestfile.cmake").write_text("\n".join(lines))
        done = subprocess.run([sys.executable, ROOT / "tools" / "test_gate.py", "--may-be-unstable", self.named, "planted", self.place, "ctest",
                               "--test-dir", self.place, "--output-on-failure", "--", *selection], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def fails(self, because, name, script, *properties):
        code, said = self.gate([("good", "true"), (name, script, *properties)])
        self.assertEqual(code, 1, said)
        self.assertIn(f"{name} FAILED", said)
        self.assertIn(because, said)
        self.assertFalse((self.place / "planted.unstable").exists())

    def test_what_passes_passes(self):
        self.assertEqual(self.gate([("good", "true"), ("browser", "true")])[0], 0)
        self.assertFalse((self.place / "planted.unstable").exists())

    def test_a_named_test_that_passes_twice_again_is_unstable(self):
        code, said = self.gate([("good", "true"), ("browser.two", ONCE.format("exit 1"))])
        self.assertEqual(code, 0, said)
        self.assertEqual((self.place / "planted.unstable").read_text(), "browser.two: another\n")

    def test_a_named_test_must_pass_twice(self):
        code, said = self.gate([("browser", 'if mkdir "$1" || ! mkdir "$1.again"; then exit 1; fi')])
        self.assertEqual(code, 1, said)
        self.assertIn("FAILED again: browser", said)

    def test_other_tests_fail_at_once(self):
        self.fails("not in tests/may_be_unstable.txt", "unit", ONCE.format("exit 1"))
        self.fails("not in tests/may_be_unstable.txt", "browserXtwo", ONCE.format("exit 1"))

    def test_names_with_spaces(self):
        self.fails("not in tests/may_be_unstable.txt", "All/Suite.Case/0  # GetParam() = 4096 (0x1)", 'exit 1')

    def test_one_that_fails_at_once_is_enough(self):
        code, said = self.gate([("browser", ONCE.format("exit 1")), ("unit", ONCE.format("exit 1"))])
        self.assertEqual(code, 1, said)

    def test_a_crash_is_never_unstable(self):
        self.fails("SEGFAULT", "browser", ONCE.format("kill -SEGV $$"))

    def test_an_abort_is_never_unstable(self):
        self.fails("Subprocess aborted", "browser", ONCE.format("kill -ABRT $$"))

    def test_a_signal_is_never_unstable(self):
        self.fails("Subprocess killed", "browser", ONCE.format("kill -KILL $$"))

    def test_a_timeout_is_never_unstable(self):
        self.fails("Timeout", "browser", ONCE.format("sleep 60"), "TIMEOUT 1")

    def test_a_run_without_tests_fails(self):
        code, said = self.gate([("good", "true")], ("--no-tests=error", "-R", "nothing"))
        self.assertEqual(code, 1, said)

    def test_a_missing_program_is_never_unstable(self):
        self.fails("Not Run", "browser", "true", "REQUIRED_FILES /nowhere/at/all")

    def test_a_report_of_a_sanitizer_is_never_unstable(self):
        self.fails("ThreadSanitizer", "browser", ONCE.format('echo "WARNING: ThreadSanitizer: data race"; exit 1'))
        self.fails("runtime error", "browser.two", ONCE.format('echo "a.cc:1:2: runtime error: overflow"; exit 1'))

    def test_a_crash_of_a_program_that_the_test_runs_is_never_unstable(self):
        self.fails("exit code 139", "browser", ONCE.format('echo "FAILED: exit code 139, not 0: kindred"; exit 1'))

    def test_a_report_far_from_the_end_is_found(self):
        self.fails("AddressSanitizer", "browser", ONCE.format('echo "==1==ERROR: AddressSanitizer"; seq 200000; exit 1'))

    def test_labels_that_are_never_unstable(self):
        for label in ("act", "reliability", "fault"):
            with self.subTest(label):
                self.setUp()
                self.fails(f"label {label}", "browser", ONCE.format("exit 1"), f'LABELS "cli;{label}"')

    def test_skips_are_listed_with_their_reasons(self):
        code, said = self.gate([
            ("script", "echo 'skipped: there is no node'; exit 77", "SKIP_RETURN_CODE 77"),
            ("silent", "exit 77", "SKIP_RETURN_CODE 77"),
            ("unit", "printf '%s\\n' '/a/b_test.cc:7: Skipped' 'no /dev/full here' '[  SKIPPED ] 1 test'", 'SKIP_REGULAR_EXPRESSION "SKIPPED"'),
            ("suite", "printf '%s\\n' 'b_test.cc:7: Skipped' 'one case' 'c_test.cc:7: Skipped' 'another'"),
            ("python", """echo "test_it (a.B) ... skipped 'too fast'"; echo OK"""),
            ("runs", "echo nothing is skipped: here; true")])
        self.assertEqual(code, 0, said)
        self.assertEqual((self.place / "planted.skips").read_text().splitlines(), [
            "python: too fast", "script: there is no node", "silent: no reason given", "suite: another", "suite: one case",
            "unit: no /dev/full here"])

    def test_allowed_skips(self):
        allowed = [("web", "npm cannot*"), ("*Tally*", "SQLite has no server")]
        lines = ["web: npm cannot fetch axe", "web: there is no node", "All/TallyStore.X/0: SQLite has no server", "python: SQLite has no server"]
        self.assertEqual(list(test_gate.not_allowed(lines, allowed)), [lines[1], lines[3]])

    def test_the_lists_in_the_tree_can_be_read(self):
        named = test_gate.entries(ROOT / "tests" / "may_be_unstable.txt")
        self.assertLessEqual(len(named), 5, "a short list")
        self.assertTrue(test_gate.entries(ROOT / "tests" / "allowed_skips.txt"))


if __name__ == "__main__":
    unittest.main()
