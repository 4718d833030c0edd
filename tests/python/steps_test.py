"""The steps of a find one by one, as kindred.spark takes them on executors, against find and plain Python."""

import os
import random
import unittest

import numpy as np
import pyarrow as pa

import kindred
from kindred import _native
from kindred._options import given_flags
from trees import make_tree, scratch


def steps(**options):
    return _native.Steps(given_flags("find", options))


def read(name):
    with open(name, "rb") as file:
        return file.read()


class Steps(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.root = scratch() / "tree"
        cls.root.mkdir()
        make_tree(cls.root)

    def test_measured_as_find_measures(self):
        found = kindred.Index(scratch()).find(self.root, pairs=True, verify=True, look_inside="none")
        rows = found.pairs.rows()
        self.assertGreater(len(rows), 10)
        names = sorted({name for row in rows for name in (row["a"], row["b"])})
        documents = [read(name) for name in names]
        sides = [np.array([names.index(row[side]) for row in rows], np.uint32) for side in ("a", "b")]
        measured = pa.table(steps().measure(documents, *sides)[0]).to_pylist()
        self.assertEqual([row["row"] for row in measured], list(range(len(rows))))
        for row, expected in zip(measured, rows):
            for name in ("of_a", "of_b", "similarity", "shared_bytes"):
                self.assertEqual(row[name], expected[name], expected)

    def test_grouped_as_find_groups(self):
        found = kindred.Index(scratch()).find(self.root, pairs=True, verify=True, look_inside="none")
        rows = found.pairs.rows()
        facts = {}
        for family in found.families.rows():
            for name, size, copies, time in zip(*(family[key] for key in ("files", "sizes", "copies", "times"))):
                facts[os.fsencode(name)] = (size, copies, time)
        digests = {}
        for name in facts:
            row = kindred.marks(read(name)).documents.rows()[0]
            digests[name] = row["digest"].encode()
        # In the order of a walk: by directory, then by name.
        names = sorted(facts, key=lambda name: (name.rpartition(b"/")[0], name.rpartition(b"/")[2]))
        number = {name: place for place, name in enumerate(names)}
        links = [row for row in rows if row["similarity"] >= 0.25]
        column = lambda kind, values: np.array(list(values), kind)
        families, groups = steps().group(
            names, [digests[name] for name in names], *(column(np.uint64, (facts[n][i] for n in names)) for i in (0, 1)),
            column(np.int64, (facts[n][2] for n in names)), np.zeros(len(names), np.uint8),
            *(column(np.uint32, (number[os.fsencode(row[side])] for row in links)) for side in ("a", "b")),
            *(column(np.float32, (row[key] for row in links)) for key in ("of_a", "of_b", "similarity")),
            np.ones(len(links), np.uint8),
            *(column(np.uint64, (row[key] for row in links)) for key in ("shared_marks", "shared_bytes")))
        self.assertEqual(sorted(pa.table(families).to_pylist(), key=str), sorted(pa.table(found.families).to_pylist(), key=str))
        self.assertEqual(sorted(pa.table(groups).to_pylist(), key=str), sorted(pa.table(found.groups).to_pylist(), key=str))

    def test_a_file_in_pieces_has_the_marks_of_the_whole(self):
        draw = random.Random(1)
        text = " ".join(str(draw.randrange(10**6)) for _ in range(9000)).encode()
        whole = kindred.marks(text)
        for piece in (1000, 32768, len(text)):
            marker = _native.FileMarker("fingerprints", len(text), 0)
            for at in range(0, len(text), piece):
                marker.feed(text[at : at + piece])
            documents, marks = marker.finish()
            self.assertEqual(pa.table(documents), pa.table(whole.documents))
            self.assertEqual(pa.table(marks), pa.table(whole))

    def test_sums_and_components(self):
        draw = random.Random(2)
        lists = [{draw.randrange(60): draw.randrange(1, 5) for _ in range(draw.randrange(40))} for _ in range(30)]
        first = np.cumsum([0] + [len(one) for one in lists]).astype(np.uint64)
        keys = np.array([key for one in lists for key in sorted(one)], np.uint64)
        weights = np.array([one[key] for one in lists for key in sorted(one)], np.uint64)
        pairs = [draw.sample(range(30), 2) for _ in range(200)]
        a, b = np.array(pairs, np.uint32).T.copy()
        for (x, y), sums in zip(pairs, zip(*_native.shared_sums(first, keys, weights, a, b))):
            both = lists[x].keys() & lists[y].keys()
            self.assertEqual(tuple(map(int, sums)), (len(both), sum(lists[x][k] for k in both), sum(lists[y][k] for k in both)))
        self.assertEqual(_native.components(6, np.array([4, 1, 2], np.uint32), np.array([2, 5, 4], np.uint32)).tolist(),
                         [0, 1, 2, 3, 2, 1])
        with self.assertRaises(kindred.Usage):
            _native.components(2, np.array([1], np.uint32), np.array([2], np.uint32))
        with self.assertRaises(ValueError):
            _native.shared_sums(first[:-1], keys, weights, a, b)

    def test_the_cap_of_a_find(self):
        counts = lambda *values: [np.array(column, np.uint64) for column in zip(*values)]
        self.assertEqual(steps().degree_cap(*counts((3000, 1, 1)), 9000), 0)
        self.assertEqual(steps().degree_cap(*counts((5, 0, 9), (3000, 1, 2)), 9000), 5)
        self.assertEqual(steps(max_degree=100).degree_cap(*counts((5, 0, 9), (3000, 1, 1)), 9000), 100)
        self.assertEqual(steps(max_degree="1%").degree_cap(*counts((5, 0, 9), (3000, 1, 1)), 9000), 90)

    def test_refuses_what_is_about_trees(self):
        for wrong in ({"directories": True}, {"near": True}, {"filter": "size > 3"}, {"include": ["*.c"]},
                      {"verify": True, "estimate": True}):
            with self.assertRaises(kindred.Usage):
                steps(**wrong)


if __name__ == "__main__":
    unittest.main()
