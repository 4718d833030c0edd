"""The index in memory gives the answers of an index of files with the same bytes."""

import os
import random
import unittest

import kindred
from trees import noise, scratch, words, write


def documents():
    """By name: versions, excerpts, copies, texts and others, from none to many in common; seeded."""
    draw = random.Random(28)
    made = {}
    for family in range(8):
        base = words(draw.choice((900, 5000, 20000, 90000)), family)
        for version in range(6):
            text = bytearray(base)
            for _ in range(version * 3):  # scattered edits
                at = draw.randrange(len(text))
                text[at : at + draw.randrange(1, 60)] = words(draw.randrange(1, 200), draw.randrange(10**6))
            made[f"{family}-{version}"] = bytes(text)
        begin = draw.randrange(len(base) // 2)
        made[f"{family}-excerpt"] = base[begin : begin + len(base) // 3]
        made[f"{family}-copy"] = base
    for number in range(6):
        made[f"alone-{number}"] = words(4000, 100 + number)
        made[f"bytes-{number}"] = noise(3000, 7)[: 500 * number + 100] + noise(2000, 200 + number)
    made["tiny"] = b"a few words"
    return made


class Memory(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.documents = documents()
        cls.tree = scratch() / "tree"
        cls.memory = kindred.MemoryIndex()
        for name, document in cls.documents.items():
            write(cls.tree, name, document)
            cls.memory.add(name, document)
        cls.disk = kindred.Index(scratch())
        cls.disk.scan(cls.tree, look_inside="none")

    def check(self, **options):
        found = 0
        how = {} if options.get("estimate") else {"verify": True}
        for name, document in self.documents.items():
            theirs = self.disk.query(document, **options, **how).matches.rows()
            mine = self.memory.query(document, **options)
            self.assertEqual({match.id for match in mine}, {os.path.basename(row["path"]) for row in theirs}, name)
            rows = {os.path.basename(row["path"]): row for row in theirs}
            for match in mine:
                row = rows[match.id]
                for one, other in ((match.similarity, "similarity"), (match.of_query, "of_query"), (match.of_document, "of_file")):
                    self.assertAlmostEqual(one, row[other], places=6, msg=(name, match))
                self.assertEqual(match.identical, row["identical"])
            found += len(mine)
        return found

    def test_as_an_index_of_files(self):
        self.assertGreater(self.check(), 300)
        self.check(min=0.8, measure="both")
        self.check(min="5%", measure="resemblance")

    def test_estimates_as_an_index_of_files(self):
        self.assertGreater(self.check(estimate=True), 300)

    def test_the_pairs_of_find(self):
        found = self.disk.find(self.tree, pairs=True, inside=False, options={"verify": True})
        copies = {os.path.basename(path) for equal in found.identical for path in equal["files"][1:]}
        theirs = {tuple(sorted(os.path.basename(row[side]) for side in "ab")) for row in found.pairs}
        mine = set()
        for name in self.documents.keys() - copies:
            for match in self.memory.query(self.documents[name]):
                if not match.identical and match.id not in copies:
                    mine.add(tuple(sorted((name, match.id))))
        self.assertGreater(len(theirs), 100)
        self.assertEqual(mine, theirs)

    def test_adding_and_removing(self):
        index = kindred.MemoryIndex()
        text = words(5000, 1)
        index.add(1, text)
        index.add((2, "any hashable"), text.decode())
        with self.assertRaises(ValueError):
            index.add(1, b"another")
        self.assertEqual([(match.id, match.identical) for match in index.query(text)], [(1, True), ((2, "any hashable"), True)])
        self.assertEqual(len(index.query(text, limit=1)), 1)
        self.assertEqual((len(index), 1 in index, list(index)), (2, True, [1, (2, "any hashable")]))
        index.remove(1)
        index.remove((2, "any hashable"))
        with self.assertRaises(KeyError):
            index.remove(1)
        self.assertEqual((len(index), index.query(text), repr(index)), (0, [], "<kindred.MemoryIndex 0 documents, 0 keys>"))
        index.add(1, b"")
        self.assertEqual((index.query(b""), index.query(text)), ([], []))

    def test_mistakes(self):
        with self.assertRaises(kindred.Usage):
            kindred.MemoryIndex("nothing")
        with self.assertRaises(kindred.Usage):
            self.memory.query(b"x", min="many")
        with self.assertRaises(TypeError):
            self.memory.add("new", 7)
        self.assertNotIn("new", self.memory)


if __name__ == "__main__":
    unittest.main()
