"""The module and the program on the same tree: the same records, in the same order, field by field."""

import json
import os
import unittest
from datetime import datetime, timezone

import pyarrow

import kindred
from trees import json_lines, make_tree, scratch, words, write

PLACE = scratch()
TREE = PLACE / "tree"
INDEX = PLACE / "index"


def setUpModule():
    TREE.mkdir()
    make_tree(TREE)
    for side, texts in {"old": range(6), "new": range(3, 9)}.items():
        for number in texts:
            write(PLACE / side, f"{number % 5}/{number}.txt", words(4000, 600 + number) + (words(500, 700) if side == "new" else b""))
    write(PLACE / "old", "same.txt", words(800, 650))
    write(PLACE / "new", "same.txt", words(800, 650))
    # Files just written are read twice: the second scan settles that.
    kindred.Index(INDEX).scan([TREE, PLACE / "old", PLACE / "new"])


def nanoseconds(text):
    seconds, _, fraction = text.rstrip("Z").partition(".")
    moment = datetime.fromisoformat(seconds).replace(tzinfo=timezone.utc)
    return int(moment.timestamp()) * 10**9 + int((fraction or "0").ljust(9, "0"))


def plain(value):
    """A value of a row as JSON has it, but for numbers."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    if isinstance(value, list):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items() if one is not None}
    return value


class SameRecords(unittest.TestCase):
    maxDiff = 2000

    def equal(self, mine, theirs, where):
        if isinstance(theirs, dict):
            self.assertEqual(list(mine), [key for key in theirs if theirs[key] is not None], where)
            for key in mine:
                self.equal(mine[key], theirs[key], f"{where}.{key}")
        elif isinstance(theirs, list):
            self.assertEqual(len(mine), len(theirs), where)
            for number, (one, other) in enumerate(zip(mine, theirs)):
                self.equal(one, other, f"{where}[{number}]")
        elif isinstance(mine, float):
            # JSON has four decimals, but never 0 or 1 for what is not.
            self.assertAlmostEqual(mine, theirs, delta=1e-4, msg=where)
            self.assertEqual((mine >= 1, mine <= 0), (theirs >= 1, theirs <= 0), where)
        elif isinstance(theirs, str) and isinstance(mine, int):
            self.assertEqual(mine, nanoseconds(theirs), where)
        else:
            self.assertEqual(mine, theirs, where)

    def compare(self, result, lines, least):
        """All records of both, by type. `least`: types that must be there, with their number."""
        by_type = {}
        for line in lines:
            by_type.setdefault(line.pop("type"), []).append(line)
        for kind, table in result.tables.items():
            rows, theirs = [plain(row) for row in table.rows()], by_type.pop(kind, [])
            if result.summaries and kind == result.summaries[0]["type"]:
                for row, line in zip(rows, theirs):
                    row.pop("seconds", None), line.pop("seconds", None)
            self.assertEqual(len(rows), len(theirs), kind)
            for number, (row, line) in enumerate(zip(rows, theirs)):
                self.equal(row, line, f"{kind} {number}")
            self.assertGreaterEqual(len(rows), least.pop(kind, 0), kind)
        self.assertEqual(by_type, {})
        self.assertEqual(least, {})

    def test_find(self):
        found = kindred.Index(INDEX).find(TREE, pairs=True, sets=True, directories=True, show=None)
        lines = json_lines("find", "--index", INDEX, "--pairs", "--sets", "--directories", TREE)
        self.compare(found, lines, {"summary": 1, "pair": 60, "identical": 1, "family": 5, "group": 10, "skip": 2,
                                    "same_inside": 1, "directories": 1, "set": 3})

    def test_find_with_options(self):
        found = kindred.Index(INDEX).find(
            [os.fsencode(TREE / "small"), str(TREE / "licensed"), TREE / "family0"], pairs=True, min="40%", estimate=True, margin=1.5,
            measure="resemblance", include=["*.txt", "*.c"], families="connected", types="together", no_rescan=True)
        lines = json_lines("find", "--index", INDEX, "--pairs", "--min", "40%", "--estimate", "--margin", "1.5", "--measure",
                           "resemblance", "--include", "*.txt", "--include", "*.c", "--families", "connected", "--types",
                           "together", "--no-rescan", TREE / "small", TREE / "licensed", TREE / "family0")
        self.compare(found, lines, {"pair": 20, "family": 1})

    def test_find_with_another_method_and_lists(self):
        found = kindred.Index(INDEX).find(TREE, method="chunks", show=["folders", "contained", "pairs", "boilerplate"], near=True, hidden=True)
        lines = json_lines("find", "--index", INDEX, "--method", "chunks", "--show", "folders,contained,pairs,boilerplate", "--near", "--hidden", TREE)
        self.compare(found, lines, {"pair": 20, "contained": 1, "near_summary": 1})

    def test_scan(self):
        result = kindred.Index(INDEX).scan(TREE, threads=1)
        self.compare(result, json_lines("scan", "--index", INDEX, TREE), {"scan": 1, "skip": 2})

    def test_query_of_files(self):
        files = [str(TREE / "family0/v1.txt"), TREE / "small/7.txt", str(TREE / "archives/a.zip")]
        result = kindred.Index(INDEX).query(files, min=0.1)
        lines = json_lines("query", "--index", INDEX, "--min", "0.1", *files)
        self.compare(result, lines, {"query": 3, "match": 10})

    def test_query_of_a_missing_file_among_others(self):
        result = kindred.Index(INDEX).query([str(TREE / "family0/v1.txt"), "/missing"])
        self.assertEqual([(row["path"], row["error"]) for row in result.skips], [("/missing", True)])
        self.assertEqual(len(result.queries), 1)
        with self.assertRaises(kindred.NotFound):
            kindred.Index(INDEX).query("/missing")

    def test_query_of_bytes(self):
        text = words(6000 << 1, 1)[500:5000]
        write(PLACE, "query.txt", text)
        mine = kindred.Index(INDEX).query([("the query", text)], estimate=True).matches.rows()
        file = kindred.Index(INDEX).query(str(PLACE / "query.txt"), estimate=True).matches.rows()
        self.assertGreater(len(mine), 2)
        for one, other in zip(mine, file, strict=True):
            self.assertEqual(one.pop("query"), "the query")
            other.pop("query")
            self.assertEqual(one, other)
        many = kindred.Index(INDEX).query([text, words(3000, 2), memoryview(text)]).queries.rows()
        self.assertEqual([row["query"] for row in many], ["0", "1", "2"])
        self.assertEqual(many[0]["digest"], many[2]["digest"])
        column = kindred.Index(INDEX).query(pyarrow.array([text, None, words(3000, 2)]))
        self.assertEqual([row["query"] for row in column.queries], ["0", "2"])
        self.assertEqual([(r["path"], r["of_query"]) for r in column.matches if r["query"] == "0"],
                         [(r["path"], r["of_query"]) for r in kindred.Index(INDEX).query(text).matches])

    def test_compare(self):
        result = kindred.Index(INDEX).compare(PLACE / "old", PLACE / "new")
        lines = json_lines("compare", "--index", INDEX, PLACE / "old", PLACE / "new")
        self.compare(result, lines, {"compared": 1, "compare": 8})

    def test_spans(self):
        result = kindred.Index(INDEX).spans([TREE / "family0", TREE / "odd"], min_length=300, context=1)
        lines = json_lines("spans", "--index", INDEX, "--min-length", "300", "--context", "1", TREE / "family0", TREE / "odd")
        self.compare(result, lines, {"spans": 1, "span": 5})

    def test_spans_of_two_files(self):
        a, b = TREE / "family0/v0.txt", TREE / "family0/v3.txt"
        result = kindred.spans(a, str(b), order="length")
        self.compare(result, json_lines("spans", "--order", "length", a, b), {"comparison": 1, "span": 1})

    def test_near(self):
        kindred.Index(INDEX).near(TREE)  # from here on nothing is new
        result = kindred.Index(INDEX).near([TREE / "licensed", TREE / "family1", TREE / "copies"], tolerance="20%")
        lines = json_lines("near", "--index", INDEX, "--tolerance", "20%", TREE / "licensed", TREE / "family1", TREE / "copies")
        self.compare(result, lines, {"near_summary": 1, "near": 3})
        one = kindred.Index(INDEX).near_file(str(TREE / "licensed/3.c"), tolerance="20%")
        self.compare(one, json_lines("near", "--index", INDEX, "--tolerance", "20%", TREE / "licensed/3.c"), {"near": 1})

    def test_templates(self):
        index = kindred.Index(PLACE / "template_index")
        index.scan(TREE)
        write(PLACE, "licence.txt", words(1500, 999))
        preview = index.templates.add("licence", file=str(PLACE / "licence.txt"), preview=True)
        self.assertFalse(preview.effects.rows()[0]["stored"])
        self.assertEqual(list(index.templates), [])
        effect = index.templates.add("licence", file=PLACE / "licence.txt")
        self.assertGreaterEqual(effect.summary["files_touched"], 12)
        self.assertGreaterEqual(len(effect.families), 1)
        lines = json_lines("template", "list", "--index", index.path)
        self.assertEqual([row["name"] for row in index.templates.list()], [line["name"] for line in lines])
        self.assertEqual(index.templates.show("licence")["keys"], lines[0]["keys"])
        self.compare(index.find(TREE, pairs=True), json_lines("find", "--index", index.path, "--pairs", TREE), {"pair": 40})
        # Bytes that are not UTF-8 cannot be in a text of Arrow's: an example of them is escaped.
        suggested = index.templates.suggest(share=0.6, least=4, method="fingerprints")
        lines = json_lines("template", "suggest", "--share", "0.6", "--least", "4", "--index", index.path, "--method", "fingerprints")
        rows = [plain(row) for row in suggested.suggestions.rows()]
        self.assertGreater(len(rows), 2)
        for row, line in zip(rows, lines, strict=True):
            line.pop("type")
            if "\\" in row["text"]:
                row.pop("text"), line.pop("text")
            self.equal(row, line, row["command"])
        index.templates.remove("licence")
        self.assertEqual(len(index.templates.list()), 0)

    def test_stats_and_check(self):
        theirs = json_lines("index", "stats", "--index", INDEX)[0]
        self.assertEqual(kindred.Index(INDEX).stats(), theirs)
        self.assertEqual(kindred.Index(INDEX).check()["problems"], [])


if __name__ == "__main__":
    unittest.main()
