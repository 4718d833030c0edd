"""python -m kindred: the commands of the program with answers as Parquet."""

import json
import os
import subprocess
import sys
import unittest

import pyarrow.parquet as parquet

import kindred
from trees import json_lines, make_tree, scratch

PLACE = scratch()
TREE = PLACE / "tree"


def setUpModule():
    TREE.mkdir()
    make_tree(TREE)
    kindred.Index(PLACE / "index").scan(TREE)


def run(*words, code=0):
    done = subprocess.run([sys.executable, "-m", "kindred", *map(os.fspath, words)], capture_output=True, text=True)
    if done.returncode != code:
        raise AssertionError(f"exit {done.returncode}: {done.stderr}")
    return done.stderr


class Command(unittest.TestCase):
    def test_find_into_a_directory(self):
        run("find", TREE, "--pairs", "--index", PLACE / "index", "--format", "parquet", "-o", PLACE / "answer")
        lines = json_lines("find", "--pairs", "--index", PLACE / "index", TREE)
        for name, kind in {"pairs": "pair", "identical": "identical", "families": "family", "groups": "group", "skips": "skip"}.items():
            table = parquet.read_table(PLACE / f"answer/{name}.parquet")
            self.assertEqual(table.num_rows, sum(line["type"] == kind for line in lines), name)
        summary = json.loads((PLACE / "answer/summary.json").read_text())
        self.assertEqual(summary["pairs"], lines[0]["pairs"])
        self.assertEqual([name for name in os.listdir(PLACE / "answer") if name.startswith(".")], [])

    def test_one_file(self):
        run("find", TREE, "--index", PLACE / "index", "--min", "50%", "-o", PLACE / "pairs.parquet")
        pairs = kindred.Index(PLACE / "index").find(TREE, pairs=True, min="50%").pairs
        self.assertEqual(parquet.read_table(PLACE / "pairs.parquet").column("a").to_pylist(),
                         [os.fsencode(row["a"]) for row in pairs])
        run("query", TREE / "family0/v1.txt", "--index", PLACE / "index", "-o", PLACE / "matches.parquet")
        self.assertGreater(parquet.read_table(PLACE / "matches.parquet").num_rows, 3)

    def test_other_commands(self):
        for words, table in (
            (("spans", TREE / "family0"), "spans"),
            (("compare", TREE / "family0", TREE / "odd"), "relations"),
            (("near", TREE / "copies"), "sets"),
            (("scan", TREE), "skips"),
            (("export", TREE), "marks"),
        ):
            run(*words, "--index", PLACE / "index", "-o", PLACE / words[0])
            self.assertGreater(parquet.read_table(PLACE / words[0] / f"{table}.parquet").num_rows, 0, words[0])

    def test_mistakes(self):
        self.assertIn("cannot use 'x'", run("find", TREE, "--min", "x", "-o", PLACE / "y", code=2))
        self.assertIn("No such file", run("find", "/nowhere", "--index", PLACE / "index", "-o", PLACE / "y", code=4))
        self.assertIn("required", run("find", TREE, code=2))
        run("find", "/nowhere", "--index", PLACE / "index", "-o", PLACE / "kept", code=4)
        self.assertEqual(os.listdir(PLACE / "kept"), [])

    def test_without_pyarrow(self):
        code = "import sys; sys.modules['pyarrow'] = None; import kindred.__main__ as m; sys.exit(m.main(sys.argv[1:]))"
        done = subprocess.run([sys.executable, "-c", code, "find", TREE, "-o", PLACE / "z"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 4)
        self.assertIn("pip install pyarrow", done.stderr)


if __name__ == "__main__":
    unittest.main()
