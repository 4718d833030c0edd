"""Index.stream: the rows of Index.find, in batches that are made when they are asked for."""

import gc
import threading
import time
import unittest

import duckdb
import polars
import pyarrow

import kindred
from trees import make_tree, noise, scratch, words, write

PLACE = scratch()
TREE = PLACE / "tree"
MANY = PLACE / "many"


def setUpModule():
    TREE.mkdir()
    make_tree(TREE)
    for number in range(420):  # 87,990 pairs: two batches
        write(MANY, f"{number:03}", words(300, 1) + words(60, 100 + number))


def streams():
    return [thread for thread in threading.enumerate() if thread.name == "kindred-stream"]


class Streams(unittest.TestCase):
    def setUp(self):
        self.index = kindred.Index(PLACE / "index")

    def many(self, **options):
        return self.index.stream(MANY, max_degree=1000, estimate=True, **options)

    def test_the_rows_of_find(self):
        found = self.index.find(TREE, pairs=True)
        for table in ("pairs", "identical", "families", "skips", "near"):
            with self.subTest(table), self.index.stream(TREE, table, pairs=True) as stream:
                self.assertEqual([row for batch in stream for row in batch], getattr(found, table).rows())
                self.assertEqual(stream.summary["pairs"], found.summary["pairs"])
        self.assertEqual(streams(), [])

    def test_batches_are_made_when_they_are_asked_for(self):
        found = self.index.find(MANY, pairs=True, max_degree=1000, estimate=True)
        self.assertGreater(len(found.pairs), 70_000)
        stream = self.many()
        self.assertEqual(stream.summary, {})
        sizes = [len(batch) for batch in stream]
        self.assertEqual((sizes[0], sum(sizes)), (65_536, len(found.pairs)))
        self.assertEqual(list(stream), [])
        with self.assertRaises(ValueError):
            pyarrow.table(stream)

    def test_libraries_read_it(self):
        sizes = pyarrow.table(self.index.find(TREE, pairs=True).pairs).column("size_a").to_pylist()
        self.assertEqual(pyarrow.table(self.index.stream(TREE)).column("size_a").to_pylist(), sizes)
        self.assertEqual(polars.DataFrame(self.index.stream(TREE))["size_a"].to_list(), sizes)
        reader = self.index.stream(TREE).reader()
        self.assertEqual([n for (n,) in duckdb.sql("SELECT size_a FROM reader").fetchall()], sizes)
        empty = pyarrow.table(self.index.stream(TREE, "near"))
        self.assertEqual(empty.num_rows, 0)
        self.assertIn("key_distance", empty.column_names)

    def test_who_closes_it_stops_the_call(self):
        with self.many() as stream:
            self.assertEqual(len(next(iter(stream))), 65_536)
        self.assertEqual((streams(), list(stream)), ([], []))
        forgotten = self.many()
        del forgotten
        gc.collect()
        self.assertEqual(streams(), [])
        tree = scratch()
        for number in range(60):
            write(tree, f"{number}", noise(2_000_000, number))
        began = time.monotonic()
        whole = kindred.Index(PLACE / "whole").scan(tree, threads=1)
        took = time.monotonic() - began
        self.assertEqual(whole.summary["files"], 60)
        began = time.monotonic()
        kindred.Index(PLACE / "closed").stream(tree, threads=1).close()  # before the first batch
        self.assertLess(time.monotonic() - began, took / 2 + 0.3)

    def test_errors_come_out_where_it_is_read(self):
        with self.assertRaises(kindred.NotFound):
            list(self.index.stream("/nowhere at all"))
        with self.assertRaises(kindred.Cancelled):
            list(self.index.stream(TREE, progress=lambda *_: False))
        with self.assertRaisesRegex(kindred.Usage, "is not a table of find"):
            self.index.stream(TREE, "matches")
        with self.assertRaises(TypeError):
            self.index.stream(TREE, minn=0.5)


if __name__ == "__main__":
    unittest.main()
