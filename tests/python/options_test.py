"""Options are the program's flags: the same names, and everything that describes them is current."""

import importlib.util
import inspect
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

import kindred
from kindred import _index, _options
from trees import PROGRAM, SOURCE, run_program, scratch

METHODS = {
    "scan": kindred.Index.scan,
    "find": kindred.Index.find,
    "query": kindred.Index.query,
    "compare": kindred.Index.compare,
    "spans": kindred.Index.spans,
    "near": kindred.Index.near,
    "template add": type(kindred.Index("x").templates).add,
    "template suggest": type(kindred.Index("x").templates).suggest,
}
# Of every command: which index, the report's form, and messages. The module has the index as an object, and `progress`.
NOT_IN_PYTHON = {"index", "format", "output", "color", "exit-code", "progress", "quiet", "timings", "trace", "help"}
# Of one command: compare has a second form, which in Python is find with directories=True.
ONLY_PROGRAM = {"compare": {"find-similar-directories"}}


def flags_in_help(command):
    text = run_program(*command.split(), "--help").decode()
    return set(re.findall(r"^ {2,6}(?:-\w, )?--([a-z][a-z0-9-]*)", text, re.MULTILINE))


class Options(unittest.TestCase):
    def test_names_are_the_programs(self):
        for command in METHODS:
            with self.subTest(command):
                theirs = flags_in_help(command) - NOT_IN_PYTHON - ONLY_PROGRAM.get(command, set())
                self.assertGreater(len(theirs), 10)
                self.assertEqual({flag["name"] for flag in _options.flags_of(command).values()}, theirs)

    def test_signatures_and_help_have_them(self):
        for command, method in METHODS.items():
            names = set(inspect.signature(method).parameters)
            for keyword in _options.flags_of(command):
                if command != "find":
                    self.assertIn(keyword, names, command)
                self.assertIn(f"\n    {keyword}", method.__doc__, command)
        self.assertNotIn("--min", kindred.Index.find.__doc__)
        core = {"min", "measure", "include", "exclude", "inside", "pairs", "options", "progress"}
        self.assertEqual(set(inspect.signature(kindred.Index.find).parameters), core | {"self", "roots"})
        self.assertEqual(set(inspect.signature(kindred.find).parameters), core | {"paths", "index"})

    def test_values(self):
        given = _options.given_flags
        self.assertEqual(given("find", {"min": 0.3, "pairs": True, "sets": False, "run": None, "include": ["a", b"\xff"]}),
                         [("min", [b"0.3"]), ("pairs", []), ("include", [b"a", b"\xff"])])
        self.assertEqual(given("find", {"with_": Path("p"), "size": range(10, 21), "show": ["pairs", "sets"], "exclude": []}),
                         [("with", [b"p"]), ("size", [b"10..20"]), ("show", [b"pairs,sets"])])
        for wrong in ({"pairs": 1}, {"min": True}, {"minimum": 3}, {"min": object()}):
            with self.assertRaises(TypeError):
                given("find", wrong)

    def test_find_takes_the_others_together(self):
        given = _index.find_options
        self.assertEqual(given({"run": 60}, {"sets": True}, 0.5, None, "*.c", None, False, True),
                         {"min": 0.5, "include": "*.c", "look_inside": "none", "pairs": True, "sets": True, "run": 60})
        self.assertEqual(given(None, {}, None, None, None, None, ["zip"]), {"look_inside": ["zip"]})
        self.assertEqual(given({"min": 0.5, "pairs": True}, {}, None, None, None, None, True, False),
                         {"min": 0.5, "pairs": True, "look_inside": "auto"})
        with self.assertRaisesRegex(TypeError, "'min' is given twice"):
            given({"min": 0.4}, {}, 0.5, None, None, None, None)

    def test_mistyped_and_renamed_names(self):
        for wrong, says in (("clusters", "was renamed; give families"), ("min_shard", "did you mean min_shared?")):
            with self.assertRaisesRegex(TypeError, re.escape(says)):
                kindred.Index(scratch()).find(".", options={wrong: 1})
            with self.assertRaisesRegex(TypeError, re.escape(says)):
                kindred.Index(scratch()).find(".", **{wrong: 1})
        with self.assertRaisesRegex(AttributeError, "it was renamed to 'families'"):
            kindred.Found([], []).clusters

    def test_mistakes_name_the_keyword(self):
        index = kindred.Index(scratch())
        cases = {
            "min: cannot use 'x'": lambda: index.find(".", min="x"),
            "max_degree: cannot use '-1'": lambda: index.find(".", max_degree=-1),
            "tolerance: has no effect without near=True": lambda: index.find(".", tolerance=0.1),
            "cannot be combined with min_length": lambda: index.spans(".", min_length=100, every_run=50),
            "recursive: has no effect": None,
        }
        for text, act in cases.items():
            if act is None:
                continue
            with self.assertRaises(kindred.Usage) as caught:
                act()
            self.assertIn(text, str(caught.exception))
            self.assertNotIn("--", str(caught.exception))

    def test_stubs_are_current(self):
        spec = importlib.util.spec_from_file_location("make_stubs", SOURCE / "apps/python/tools/make_stubs.py")
        maker = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(maker)
        for name, text in maker.stubs().items():
            self.assertEqual((SOURCE / "apps/python/kindred" / name).read_text(), text, f"{name}: run apps/python/tools/make_stubs.py")

    def test_types_hold(self):
        program = scratch() / "program.py"
        program.write_text(
            "import kindred\n"
            "found = kindred.Index('x').find(['a', b'b'], pairs=True, min=0.5, include=['*.c'], options={'min_shared': 2})\n"
            "index = kindred.MemoryIndex()\n"
            "index.add(1, 'text')\n"
            "share: float = index.query(b'text')[0].of_query\n"
            "table: kindred.Table = found.pairs\n"
            "files: int = found.summary['files']\n"
            "marks: kindred.Marks = kindred.marks([b'x'])\n"
        )
        wrong = scratch() / "wrong.py"
        wrong.write_text("import kindred\nkindred.Index('x').find('a', minn=0.5)\nkindred.Index('x').find('a', pairs='yes')\n"
                         "kindred.find('a', options={'min_shard': 2})\n")
        mypy = [sys.executable, "-m", "mypy", "--no-incremental", "--cache-dir", os.devnull]
        good = subprocess.run([*mypy, "--strict", program], capture_output=True, text=True, cwd=program.parent)
        self.assertEqual(good.returncode, 0, good.stdout)
        bad = subprocess.run([*mypy, wrong], capture_output=True, text=True, cwd=program.parent)
        self.assertIn('"minn"', bad.stdout)
        self.assertIn('"pairs"', bad.stdout)
        self.assertIn('Argument "options"', bad.stdout)

    def test_the_version_is_the_programs(self):
        version = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True).stdout
        self.assertIn(kindred.__version__, version)


if __name__ == "__main__":
    unittest.main()
