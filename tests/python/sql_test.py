"""The SQL of docs/formats/sql.md gives what `find --estimate` gives: pairs with all their numbers, groups and families."""

import os
import re
import unittest
from pathlib import Path

import duckdb
import pyarrow

import kindred
from trees import SOURCE, make_tree, scratch, words, write

PLACE = scratch()
NUMBERS = ["size_a", "size_b", "shared_marks", "shared_bytes", "of_a::FLOAT", "of_b::FLOAT", "similarity::FLOAT",
           "coalesce(error, 0)::FLOAT"]


def queries():
    blocks = re.findall(r"```sql\n(.*?)```", (SOURCE / "docs/formats/sql.md").read_text(), re.DOTALL)
    assert len(blocks) >= 8, blocks
    return "\n".join(blocks)


def setUpModule():
    (PLACE / "tree").mkdir()
    make_tree(PLACE / "tree")


class Sql(unittest.TestCase):
    def check(self, index, roots, least=(1, 1, 1), **options):
        """Compares everything; `least`: pairs, groups and families that there must be."""
        tables = scratch()
        summary = index.export(tables, roots, **options)
        found = index.find(roots, pairs=True, estimate=True, **options)
        database = duckdb.connect()
        database.execute(queries().replace("'tables/", f"'{tables}/"))
        database.register("found", pyarrow.table(found.pairs))
        for number in NUMBERS:
            for one, other in (("named_pairs", "found"), ("found", "named_pairs")):
                differing = database.sql(
                    f"SELECT a, b, {number} FROM {one} EXCEPT ALL SELECT a, b, {number} FROM {other} LIMIT 3"
                ).fetchall()
                self.assertEqual(differing, [], f"{number} only in {one}")
        paths = {content: os.fsdecode(path) for content, path in database.sql("SELECT content, path FROM contents").fetchall()}

        def named(rows):
            return sorted((paths[first], sorted(paths[file] for file in files)) for first, files in rows)

        groups = named(database.sql("SELECT reference, files FROM groups").fetchall())
        self.assertEqual(groups, sorted((row["reference"], sorted(f["path"] for f in row["files"])) for row in found.groups))
        if options.get("families") == "connected":
            families = sorted(sorted(paths[f] for f in files) for (files,) in database.sql(
                "SELECT list(content) FROM connected GROUP BY family").fetchall())
            self.assertEqual(families, sorted(sorted(row["files"]) for row in found.families))
        else:
            families = named(database.sql("SELECT centre, files FROM families").fetchall())
            self.assertEqual(families, sorted((row["centre"], sorted(row["files"])) for row in found.families))
        cap = database.sql("SELECT cap FROM cap").fetchall()[0][0]
        self.assertEqual(0 if cap == 2**63 - 1 else cap, summary["degree_cap"])
        self.assertEqual(summary["capped_keys"], found.summary["capped_keys"])
        counts = (len(found.pairs), len(groups), len(families))
        self.assertTrue(all(count >= wanted for count, wanted in zip(counts, least)), f"{counts}, wanted {least}")
        return summary

    def test_a_made_up_tree(self):
        index = kindred.Index(PLACE / "index")
        cases = [
            ({}, (60, 20, 8)),
            ({"look_inside": "none"}, (60, 20, 8)),
            ({"types": "together"}, (65, 20, 8)),
            ({"min": 0.6, "margin": 0}, (20, 5, 5)),
            ({"measure": "both", "margin": 5}, (40, 10, 5)),
            ({"measure": "resemblance"}, (40, 10, 5)),
            ({"measure": "of-reference", "families": "connected"}, (60, 15, 5)),
            ({"count": "multiset"}, (60, 15, 5)),
            ({"same_suffix": True, "size_ratio": 0.7}, (30, 10, 5)),
            ({"min_shared": 12, "run": 100}, (40, 10, 5)),
            ({"method": "chunks"}, (20, 5, 5)),
            ({"method": "anchors"}, (2, 2, 1)),
            ({"method": "fingerprints:ignore=space", "type": "text"}, (20, 5, 5)),
            ({"hidden": True, "rate": "coarse", "families": "connected"}, (20, 5, 5)),
        ]
        for options, least in cases:
            with self.subTest(str(options)):
                self.check(index, PLACE / "tree", least, **options)

    def test_degree_caps(self):
        """Also of families whose members share only capped keys: they are in the table of crowds."""
        tree = scratch()
        base = words(5000, 1)
        for number in range(60):
            write(tree, f"family/{number}.txt", base[: 4200 + 10 * number] + words(150, 100 + number))
        make_tree(tree / "more")
        index = kindred.Index(tree / ".index")
        for cap in (5, 20, "30%"):
            with self.subTest(cap=cap):
                self.assertGreater(self.check(index, tree, (40, 10, 5), max_degree=cap)["capped_keys"], 30)

    def test_the_cap_of_the_work_budget(self):
        """Thousands of versions: five million additions are not enough for all their pairs."""
        tree = scratch()
        base = words(700, 1)
        for number in range(3400):
            write(tree, f"{number // 100}/{number}.txt", base + words(60, number + 10))
        summary = self.check(kindred.Index(tree / ".index"), tree, (3000, 1, 1))
        self.assertGreater(summary["degree_cap"], 0)

    def test_templates(self):
        index = kindred.Index(PLACE / "template_index")
        index.scan(PLACE / "tree")
        before = self.check(index, PLACE / "tree")
        write(PLACE, "licence.txt", words(1500, 999))
        index.templates.add("licence", file=PLACE / "licence.txt")
        after = self.check(index, PLACE / "tree", (40, 10, 5))
        self.assertEqual((before["template_keys"], after["templates"]), (0, 1))
        self.assertGreater(after["template_keys"], 100)
        self.check(index, PLACE / "tree", no_templates=True)

    def test_a_real_tree(self):
        roots = sorted(path for path in Path("/usr/share/doc").iterdir() if path.is_dir())[::6]
        if len(roots) < 30:
            self.skipTest("/usr/share/doc has hardly anything")
        index = kindred.Index(scratch() / "index")
        self.check(index, roots, (500, 50, 20))
        self.check(index, roots, (300, 50, 20), max_degree=15, types="together", no_rescan=True)

    def test_all_of_an_index(self):
        tables = scratch()
        summary = kindred.Index(PLACE / "index").export(tables)
        self.assertGreater(summary["contents"], 60)
        skips = duckdb.sql(f"SELECT path FROM '{tables}/skips.parquet'").fetchall()
        self.assertIn((str(PLACE / "tree/odd/fifo").encode(),), skips)
        self.assertEqual(sorted(path.name for path in tables.iterdir()),
                         ["contents.parquet", "crowds.parquet", "files.parquet", "marks.parquet", "settings.parquet", "skips.parquet"])


if __name__ == "__main__":
    unittest.main()
