"""Tables as other libraries read them, without copies, and documents as other libraries hand them over."""

import os
import unittest

import duckdb
import numpy
import pandas
import polars
import pyarrow
import pyarrow.compute as compute

import kindred
from trees import make_tree, noise, scratch, words

PLACE = scratch()


def setUpModule():
    global FOUND
    (PLACE / "tree").mkdir()
    make_tree(PLACE / "tree")
    FOUND = kindred.Index(PLACE / "index").find(PLACE / "tree", pairs=True)


def address(table, column):
    return table.column(column).chunk(0).buffers()[1].address


class Tables(unittest.TestCase):
    def test_every_table_is_valid_and_the_same_as_its_rows(self):
        for name, table in FOUND.tables.items():
            with self.subTest(name):
                read = pyarrow.table(table)
                read.validate(full=True)
                self.assertEqual(read.num_rows, len(table))
                self.assertEqual(read.column_names, table.column_names)
                times = [n for n in read.column_names if pyarrow.types.is_timestamp(read.schema.field(n).type)]
                for time in times:
                    at = read.schema.get_field_index(time)
                    read = read.set_column(at, time, read.column(time).cast(pyarrow.int64()))
                rows = [{k: encoded(v) for k, v in row.items() if not has_time(v)} for row in table.rows()]
                theirs = [{k: encoded(dict(v) if is_map(v) else v) for k, v in row.items() if k in mine} for row, mine in
                          zip(read.to_pylist(), rows)]
                if name not in ("summary", "near_summary"):  # maps inside of structs
                    self.assertEqual([{k: v for k, v in r.items() if k in t} for r, t in zip(rows, theirs)], theirs)

    def test_types_are_those_of_the_records(self):
        schema = pyarrow.table(FOUND.pairs).schema
        self.assertEqual(str(schema.field("a").type), "large_binary")
        self.assertEqual(str(schema.field("size_a").type), "uint64")
        self.assertEqual(str(schema.field("of_a").type), "double")
        self.assertEqual(str(schema.field("measured").type), "bool")
        self.assertEqual(str(schema.field("mtime_a").type), "timestamp[ns, tz=UTC]")
        self.assertEqual(str(pyarrow.table(FOUND.families).schema.field("files").type), "large_list<item: large_binary>")
        for table in FOUND.tables.values():
            names = pyarrow.table(table).column_names
            self.assertEqual(len(names), len(set(names)), names)

    def test_tables_without_rows_have_their_schema(self):
        empty = FOUND.tables["near"]
        self.assertEqual(len(empty), 0)
        self.assertIn("key_distance", pyarrow.table(empty).column_names)
        self.assertEqual(duckdb.sql("SELECT count(*) FROM empty").fetchall(), [(0,)])

    def test_numbers_are_not_copied(self):
        pairs = FOUND.pairs
        one, two = pyarrow.table(pairs), pyarrow.table(pairs)
        for column in ("size_a", "of_a", "shared_marks", "mtime_a", "a"):
            self.assertEqual(address(one, column), address(two, column))
        as_array = one.column("of_a").chunk(0).to_numpy(zero_copy_only=True)
        self.assertEqual(as_array.__array_interface__["data"][0], address(one, "of_a"))
        frame = polars.DataFrame(pairs)
        self.assertEqual(frame["of_a"].to_numpy(allow_copy=False).__array_interface__["data"][0], address(one, "of_a"))
        del pairs, one  # what is read stays without the table that it came from
        self.assertEqual(two.column("of_a").to_pylist(), frame["of_a"].to_list())

    def test_each_library_reads_the_same(self):
        pairs = FOUND.pairs
        sizes = pyarrow.table(pairs).column("size_a").to_pylist()
        self.assertGreater(len(sizes), 50)
        self.assertEqual(pairs.to_polars()["size_a"].to_list(), sizes)
        self.assertEqual(list(pairs.to_pandas()["size_a"]), sizes)
        self.assertEqual(list(pandas.DataFrame.from_arrow(pairs)["size_a"]) if hasattr(pandas.DataFrame, "from_arrow") else sizes, sizes)
        self.assertEqual([n for (n,) in duckdb.sql("SELECT size_a FROM pairs").fetchall()], sizes)
        self.assertEqual([row["size_a"] for row in pairs], sizes)

    def test_large_results_come_in_batches(self):
        marks = kindred.marks([noise(3000, i) for i in range(4000)])
        table = pyarrow.table(marks)
        self.assertGreater(table.num_rows, 70_000)
        self.assertGreater(table.column("key").num_chunks, 1)
        table.validate(full=True)
        self.assertEqual([len(batch) for batch in marks.batches()], [len(part) for part in table.column("key").chunks])
        self.assertLessEqual(max(len(batch) for batch in marks.batches()), 65_536)
        keys = pyarrow.concat_tables([pyarrow.table(batch) for batch in marks.batches()]).column("key")
        self.assertEqual(keys, table.column("key"))
        self.assertEqual([row["key"] for row in marks], keys.to_pylist())  # also across batches


def has_time(value):
    if isinstance(value, list):
        return any(has_time(one) for one in value)
    return isinstance(value, dict) or isinstance(value, int) and value > 10**18


def encoded(value):
    """Paths, which rows have as str, as Arrow has them; texts likewise, on both sides."""
    if isinstance(value, list):
        return [encoded(one) for one in value]
    return os.fsencode(value) if isinstance(value, str) else value


def is_map(value):
    return isinstance(value, list) and value and isinstance(value[0], tuple)


class Documents(unittest.TestCase):
    texts = [words(3000, 1), None, b"", words(100, 2), "grüße, " * 40, noise(2000, 3)]

    def setUp(self):
        self.expected = self.marks_of(self.texts)

    @staticmethod
    def marks_of(documents, **options):
        marks = kindred.marks(documents, **options)
        return marks.rows(), marks.documents.rows()

    def test_columns_of_all_kinds(self):
        encoded = [t.encode() if isinstance(t, str) else t for t in self.texts]
        columns = {
            "binary": pyarrow.array(encoded, pyarrow.binary()),
            "large binary": pyarrow.array(encoded, pyarrow.large_binary()),
            "views": pyarrow.array(encoded, pyarrow.binary_view()),
            "chunks": pyarrow.chunked_array([encoded[:2], encoded[2:]], pyarrow.binary()),
            "a slice": pyarrow.array([b"x", b"yy", *encoded, b"z"], pyarrow.binary()).slice(2, len(encoded)),
            "a slice of views": pyarrow.array([b"x", *encoded, b"z" * 40], pyarrow.binary_view()).slice(1, len(encoded)),
            "a table": pyarrow.table({"text": pyarrow.array(encoded, pyarrow.binary())}),
            "polars": polars.Series(encoded, dtype=polars.Binary),
            "a generator": (text for text in encoded),
        }
        for name, column in columns.items():
            with self.subTest(name):
                self.assertEqual(self.marks_of(column), self.expected)

    def test_columns_of_text(self):
        texts = ["one " * 100, None, "", "zwölf " * 50]
        expected = self.marks_of(texts)
        for column in (pyarrow.array(texts), pyarrow.array(texts, pyarrow.large_string()), polars.Series(texts),
                       pandas.Series(texts, dtype="str").array.__arrow_array__()):
            self.assertEqual(self.marks_of(column), expected)

    def test_one_document(self):
        self.assertEqual(self.marks_of(self.texts[0])[0], [row for row in self.expected[0] if row["content"] == 0])
        self.assertEqual(self.marks_of(bytearray(self.texts[0])), self.marks_of(numpy.frombuffer(self.texts[0], "u1").data))

    def test_what_is_no_document_is_refused(self):
        for wrong in (pyarrow.array([1, 2]), pyarrow.table({"a": [b"x"], "b": [b"y"]}), [1, 2], 7,
                      pyarrow.array(["a", "b"]).dictionary_encode()):
            with self.assertRaises(TypeError):
                kindred.marks(wrong)
        with self.assertRaisesRegex(kindred.Usage, "there is no method"):
            kindred.marks([b"x"], method="nothing")

    def test_numbers_start_where_asked_and_threads_change_nothing(self):
        rows, documents = self.marks_of(self.texts, first=100, threads=3)
        self.assertEqual([d["document"] for d in documents], [100, 102, 103, 104, 105])
        self.assertEqual([{**row, "content": row["content"] - 100} for row in rows], self.expected[0])

    def test_marks_are_those_of_an_index(self):
        tree = scratch()
        names = sorted(f"{n}.txt" for n in range(30))
        for number, name in enumerate(names):
            (tree / name).write_bytes(words(200 + 400 * number, number // 2))
        kindred.Index(tree / ".index").export(tree / ".tables", tree, method="chunks")
        exported = pyarrow.parquet.read_table(tree / ".tables/marks.parquet")
        column = pyarrow.array([(tree / name).read_bytes() for name in names])
        mine = pyarrow.table(kindred.marks(column, method="chunks"))
        order = [("key", "ascending"), ("content", "ascending")]
        digests = [row["digest"] for row in kindred.marks(column, "chunks").documents]
        self.assertEqual(len(set(digests)), 30)
        self.assertTrue(mine.sort_by(order).equals(exported.sort_by(order)))
        self.assertGreater(compute.sum(exported["weight"]).as_py(), 10_000)


import pyarrow.parquet  # noqa: E402

if __name__ == "__main__":
    unittest.main()
