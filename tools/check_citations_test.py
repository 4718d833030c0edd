#!/usr/bin/env python3
"""Plants names of files that do not exist in a small tree and demands that check_citations.py finds them."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True  # leaves no __pycache__ in the tree
from check_citations import check_tree

CLEAN = {
    "README.md": "See [the guide](docs/guide.md#top), `src/match/pairs/pairs.{h,cc}`, `match/pairs/` and `pairs.cc`.\n"
                 "To add: `src/match/NAME.cc`. Elsewhere: `/usr/src/x.h`, `src/main.c`, https://example.org/src/x.h\n",
    "docs/guide.md": "`src/match/*/pairs.cc`, `tests/cli/`, `find src/none.cc2`\n",
    "src/match/pairs/pairs.h": "// See tests/cli/run.sh and match/pairs/pairs.cc.\n",
    "src/match/pairs/pairs.cc": '// As src/a.h.\nauto name = "src/match/none.cc";\n',
    "tests/cli/run.sh": "#!/bin/bash\n# See src/match.\n",
    "include/kindred/values.h": "// Purpose.\n",
}


class CheckCitationsTest(unittest.TestCase):
    def check(self, planted=None):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name in ("apps", "bench", "fuzz", "tools"):
                (root / name).mkdir()
            for name, text in {**CLEAN, **(planted or {})}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            return check_tree(root)

    def expect_error(self, name, text, missing):
        errors, _ = self.check({name: text})
        self.assertEqual(len(errors), 1, errors)
        self.assertTrue(errors[0].startswith(f"{name}:1: names {missing},"), errors)

    def test_clean_tree_passes(self):
        errors, count = self.check()
        self.assertEqual(errors, [])
        self.assertEqual(count, len(CLEAN))

    def test_documents(self):
        for text, missing in [("`src/match/none.cc`", "src/match/none.cc"), ("`match/none.h`", "match/none.h"),
                              ("`none.cc`", "none.cc"), ("[text](none.md)", "none.md"), ("`tests/none/`", "tests/none/"),
                              ("`src/match/pairs/pairs.{h,md}`", "src/match/pairs/pairs.md"),
                              ("`src/none*/main.cc`", "src/none*/main.cc"), ("`bench/none/run all`", "bench/none/run")]:
            self.expect_error("docs/x.md", text + "\n", missing)

    def test_comments(self):
        self.expect_error("src/match/x.cc", "// See tests/none/none_test.cc.\n", "tests/none/none_test.cc")
        self.expect_error("src/match/x.h", "int x;  // bench/runs/none.md\n", "bench/runs/none.md")
        self.expect_error("tests/cli/x.sh", "# as bench/none/run does\n", "bench/none/run")


if __name__ == "__main__":
    unittest.main()
