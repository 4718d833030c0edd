#!/usr/bin/env python3
"""Plants dead links, wrong anchors, long lines and an unlinked document in a small tree; check_links.py must find each."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True  # leaves no __pycache__ in the tree
from check_links import anchor_of, check_tree

CLEAN = {
    "README.md": "# One\n\n[guide](docs/using/guide.md#part-two-a--b) [again](#one) [web](https://example.org/none.md)\n\n"
                 "![picture](docs/picture.svg)\n\n`[no](link.md)`\n\n    [no](link.md) " + "x" * 120 + "\n\n"
                 "| " + "table " * 30 + "|\n\n[" + "a" * 100 + "](docs/using/guide.md#part-two-a--b)\n",
    "CHANGELOG.md": "- changed\n  and more\n",
    "CONTRIBUTING.md": "Read on.\n",
    "docs/README.md": "[guide](using/guide.md), [notebook](using/a.ipynb)\n",
    "docs/using/guide.md": "# Guide\n\n## Part two: `a` + b\n\n```\n# no heading " + "x" * 120 + "\n```\n\n[back](../../README.md#one)\n",
    "docs/using/a.ipynb": "{}\n",
    "docs/picture.svg": "<svg/>\n",
}


class CheckLinksTest(unittest.TestCase):
    def check(self, planted=None):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder).resolve()
            for name, text in {**CLEAN, **(planted or {})}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            return check_tree(root)

    def expect_error(self, name, text, message):
        errors, _ = self.check({name: CLEAN.get(name, "") + text})
        self.assertEqual(len(errors), 1, errors)
        self.assertTrue(errors[0].startswith(name + ":"), errors)
        self.assertIn(message, errors[0])

    def test_clean_tree_passes(self):
        errors, count = self.check()
        self.assertEqual(errors, [])
        self.assertEqual(count, 5)

    def test_links(self):
        for text in ["[a](none.md)", "![a](none.png)", "[![a](docs/picture.svg)](none.svg)", "[a](docs/none.md#one)",
                     "- [a](docs/none/)", '<img src="none.png" width="9">']:
            self.expect_error("README.md", "\n" + text + "\n", "leads to no file")
        self.expect_error("README.md", "\n[a](../)\n", "leads out of the tree")

    def test_anchors(self):
        for text in ["[a](#none)", "[a](docs/using/guide.md#one)", "[a](docs/using/guide.md#no-heading)"]:
            self.expect_error("README.md", "\n" + text + "\n", "leads to no heading")

    def test_long_lines(self):
        for name, text in [("docs/using/guide.md", "word " * 25), ("CHANGELOG.md", "- " + "word " * 24 + "`code`"),
                           ("CHANGELOG.md", "    " + "word " * 24)]:
            self.expect_error(name, text + "\n", "120 are allowed")

    def test_every_document_is_linked(self):
        self.expect_error("docs/inside/new.md", "# New\n", "is not linked from docs/README.md")
        self.expect_error("docs/using/b.ipynb", "{}\n", "is not linked from docs/README.md")

    def test_anchors_are_those_of_github(self):
        self.assertEqual(anchor_of("JSON lines (`--format json`)"), "json-lines---format-json")
        self.assertEqual(anchor_of("Limits and the sandbox"), "limits-and-the-sandbox")


if __name__ == "__main__":
    unittest.main()
