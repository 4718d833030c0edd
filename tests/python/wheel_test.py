"""The wheel in an empty virtual environment: what `pip install` gives to users who have only Python."""

import os
import re
import subprocess
import sys
import unittest
import venv
import zipfile
from pathlib import Path

from trees import scratch, words, write

SOURCE = Path(os.environ["KINDRED_SOURCE"])
WHEELS = list(Path(os.environ["KINDRED_WHEEL"]).glob("kindred-*.whl"))

PROGRAM = """
import importlib.util, os, sys
import kindred
assert kindred.__file__.startswith(sys.prefix), kindred.__file__
for other in ("numpy", "pyarrow", "pandas", "pyspark", "tqdm"):
    assert importlib.util.find_spec(other) is None, other
found = kindred.Index("index").find("tree", pairs=True)
print([(os.path.basename(row["a"]), os.path.basename(row["b"]), row["of_b"]) for row in found.pairs])
print(len(kindred.marks([open("tree/a", "rb").read()])) > 20)
with kindred.Index("index").stream("tree") as stream:
    print([len(batch) for batch in stream])
try:
    found.pairs.to_arrow()
except ImportError as error:
    print(error)
"""


class Wheel(unittest.TestCase):
    def test_it_has_what_it_should(self):
        self.assertEqual(len(WHEELS), 1)
        names = zipfile.ZipFile(WHEELS[0]).namelist()
        for name in ("py.typed", "_index.pyi", "_native.pyi", "_templates.pyi", "spark/__init__.py"):
            self.assertIn(f"kindred/{name}", names)
        version = re.search(r"project\(kindred VERSION ([0-9.]+)", (SOURCE / "CMakeLists.txt").read_text())[1]
        for name in ("LICENSE", "NOTICE", "GPL-3.0-only.txt"):
            self.assertIn(f"kindred-{version}.dist-info/licenses/{name}", names)
        native = [name for name in names if name.startswith("kindred/_native.") and name.endswith(".so")]
        self.assertEqual(len(native), 1, names)
        # One for all versions from 3.12 on; nanobind has no stable ABI before.
        self.assertEqual(native[0] == "kindred/_native.abi3.so", sys.version_info >= (3, 12))
        self.assertEqual("-abi3-" in WHEELS[0].name, sys.version_info >= (3, 12))

    def test_it_needs_nothing_else(self):
        place = scratch()
        venv.create(place / "venv", with_pip=False)
        pip = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--quiet", "--no-index"]
        # Nothing is left out here: it has no dependencies.
        subprocess.run([*pip, "--prefix", place / "venv", "--ignore-installed", WHEELS[0]], check=True)
        write(place / "tree", "a", words(6000, 1))
        write(place / "tree", "b", words(6000, 1)[1000:4000])
        done = subprocess.run([place / "venv/bin/python", "-I", "-c", PROGRAM], capture_output=True, text=True, cwd=place)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout.splitlines(), ["[('a', 'b', 1.0)]", "True", "[1]",
                                                    "this needs pyarrow; install it with: pip install pyarrow"])


if __name__ == "__main__":
    unittest.main()
