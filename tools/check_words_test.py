#!/usr/bin/env python3
"""Plants banned words in a small tree and demands that check_words.py finds them, and nothing else."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True  # leaves no __pycache__ in the tree
from check_words import LIST, Words, check_tree

WORDS = Words(LIST.read_text(encoding="utf-8").splitlines())
CLEAN = {
    "README.md": "A stand-alone program.\n\n```\nwhat it told\n```\nRun `tells` twice.\n\nA long-standing wish is outstanding.\n",
    "docs/guide.md": "Standard input; we understand how to tell copies apart.\n",
    "include/kindred/values.h": "// Values that are here.\nint told = 0;\n",
    "src/match/pairs.cc": '// Purpose.\n#include "extract/worker/nursery.h"\nauto a = Told("said"); char tells = \'"\';  // see nursery.h\n'
                          "bool is = none;\n",
    "src/match/raw.cc": 'auto a = R"(a "quoted" text)"; int stood = 1;\n',
    "apps/x/module.py": 'told = out.tell() is None\nline = f"{told} and {told.tells!r}"  # said\n',
    "bench/runs/2026/record.md": "What stands here is told.\n",
    "bench/x/run": "#!/usr/bin/env python3\ntold = 1\n",
    "cmake/x.cmake": "set(told 1)  # said\n",
    "tests/golden/page.html": "<p>what stands here\n",
    "tests/cli/run.sh": "#!/bin/bash\n# Nobody knows.\ngrep -hE x  # the bare name\npython3 -c 'x is None'\n",
    "tests/data.bin": "stands\n",
}


class CheckWordsTest(unittest.TestCase):
    def check(self, planted=None):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name, text in {**CLEAN, **(planted or {})}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            return check_tree(root, WORDS)

    def expect_error(self, name, text, line, word):
        errors, _ = self.check({name: text})
        self.assertEqual(len(errors), 1, (text, errors))
        self.assertTrue(errors[0].startswith(f"{name}:{line}: {word}: "), errors)

    def test_clean_tree_passes(self):
        errors, count = self.check()
        self.assertEqual(errors, [])
        self.assertEqual(count, len(CLEAN) - 3)  # the record, the page and the data

    def test_every_word(self):
        for word in ["stands", "stood", "stand in", "standing", "tells", "told", "to tell", "whoever", "is none", "are none",
                     "hears", "speaks of", "under our hands", "makes no sense", "nobody minds", "nursery", "he"]:
            self.expect_error("src/x.h", f"// Purpose.\n// Here {word} more.\n", 2, word)
            self.expect_error("docs/x.md", f"Title\n\n{word.capitalize()} begins.\n", 3, word)

    def test_every_kind_of_file(self):
        self.expect_error("src/x.cc", 'int x;\nauto a = "it \\"stands\\" there";\n', 2, "stands")
        self.expect_error("src/x.cc", "/* one\n   told */\n", 2, "told")
        self.expect_error("src/x.cc", 'auto a = R"(\nstands)";\n', 2, "stands")
        self.expect_error("src/x.cc", 'char q = \'"\';  // stands\n', 1, "stands")
        self.expect_error("apps/x.py", '"""Purpose.\n\nIt tells.\n"""\n', 3, "tells")
        self.expect_error("apps/x.py", 'x = f"{told} is told"\n', 1, "told")
        self.expect_error("bench/x/all", "#!/usr/bin/env python3\n# It stood.\n", 2, "stood")
        self.expect_error("web/x.js", "const a = 'it stood';\n", 1, "stood")
        self.expect_error("web/index.html", "<p>it stood\n", 1, "stood")
        self.expect_error("tests/cli/x.sh", 'says out "stands in B"\n', 1, "stands")
        self.expect_error("test", "#!/bin/bash\necho told\n", 2, "told")
        self.expect_error("src/CMakeLists.txt", "set(x told)\n# It is told.\n", 2, "told")
        self.expect_error("CHANGELOG.md", "```\ncode\n```\n- what is told\n", 4, "told")

    def test_a_phrase_over_two_lines(self):
        self.expect_error("src/x.h", "// A title with a wrong sum is\n// none.\n", 1, "is none")
        self.expect_error("src/x.cc", 'auto a = "what they stand "\n         "in";\n', 1, "stand in")
        self.expect_error("tests/cli/x.sh", "# It is hard to\n# tell.\n", 1, "to tell")

    def test_what_is_no_phrase(self):
        errors, _ = self.check({"src/x.cc": 'f("what it is", none);  // is\nint none;  // that\n'})
        self.assertEqual(errors, [])

    def test_a_list_must_give_better_words(self):
        with self.assertRaisesRegex(ValueError, "banned_words.txt:2: no better word"):
            Words(["# Words.", "stands"])


if __name__ == "__main__":
    unittest.main()
