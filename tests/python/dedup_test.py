"""kindred.dedup keeps its promises, by brute force: what is dropped, what is cut, and that nothing is lost."""

import contextlib
import io
import json
import random
import unittest
from pathlib import Path

import pyarrow

import kindred
from trees import SOURCE

NEAR, LENGTH = 0.8, 100


def words(draw, count):
    return " ".join(f"{draw.randrange(1 << 24):x}" for _ in range(count)) + "\n"


def corpus():
    draw = random.Random(18)
    texts = []
    passages = [words(draw, 60) for _ in range(6)]
    for number in range(60):
        text = words(draw, 120) + draw.choice(passages) + words(draw, 120) + draw.choice(passages)
        texts.append(text)
        for _ in range(number % 4):  # versions of it
            place = draw.randrange(len(text) - 20)
            text = text[:place] + words(draw, 3) + text[place:]
            texts.append(text)
    texts += [texts[0], texts[7], "", "é" * 10 + passages[0] + "ü" * 400, "ü" * 400 + "x", None]
    draw.shuffle(texts)
    return texts, [draw.randrange(10**6) for _ in texts]


def share_of(a, b):
    """The smaller of both shares: by kindred.spans, which reads both."""
    found = kindred.spans(a, b, min_length=50).summary
    return min(found["of_a"], found["of_b"])


class Dedup(unittest.TestCase):
    def ranks(self, texts, times, keep):
        key = {"first": lambda i: i, "longest": lambda i: (-len((texts[i] or "").encode()), i),
               "newest": lambda i: (-times[i], i)}[keep]
        return {row: rank for rank, row in enumerate(sorted(range(len(texts)), key=key))}

    def test_promises(self):
        texts, times = corpus()
        table = pyarrow.table({"id": range(len(texts)), "text": texts, "time": times})
        for keep in ("first", "longest", "newest"):
            with self.subTest(keep=keep):
                found = kindred.dedup(table, keep=keep, time="time" if keep == "newest" else None, near=NEAR,
                                      min_length=LENGTH)
                rank = self.ranks(texts, times, keep)
                self.check_documents(texts, found, rank)
                self.check_cuts(texts, found, rank)

    def check_documents(self, texts, found, rank):
        keep, instead = (found.table[name].to_pylist() for name in ("keep", "duplicate_of"))
        kept = [row for row in range(len(texts)) if keep[row]]
        self.assertLess(len(kept), len(texts) * 0.8)
        for row, other in enumerate(instead):
            self.assertEqual(keep[row], other is None)
            if other is not None:
                self.assertTrue(keep[other] and rank[other] < rank[row])
        dropped = [row for row in range(len(texts)) if not keep[row]]
        for row in dropped[::5]:
            if texts[row] != texts[instead[row]]:
                self.assertGreaterEqual(share_of(texts[row].encode(), texts[instead[row]].encode()), NEAR)
        draw = random.Random(1)
        for _ in range(60):
            a, b = draw.sample([row for row in kept if texts[row]], 2)
            self.assertLess(share_of(texts[a].encode(), texts[b].encode()), NEAR)

    def check_cuts(self, texts, found, rank):
        """Cut is exactly what lies in a window that has an equal one before it, in the order of the rule."""
        keep, cuts = (found.table[name].to_pylist() for name in ("keep", "cut"))
        rows = sorted((row for row in range(len(texts)) if keep[row] and texts[row]), key=rank.get)
        seen, marked = set(), {}
        for row in rows:
            data = texts[row].encode()
            repeats = bytearray(len(data))
            for at in range(len(data) - LENGTH + 1):
                window = data[at : at + LENGTH]
                if window in seen:
                    repeats[at : at + LENGTH] = b"\1" * LENGTH
                seen.add(window)
            marked[row] = repeats
        self.assertGreater(sum(sum(one) for one in marked.values()), 1000)
        for row in rows:
            data = texts[row].encode()
            told = bytearray(len(data))
            for span in cuts[row]:
                told[span["offset"] : span["offset"] + span["length"]] = b"\1" * span["length"]
            # The ends of a span do not divide a character.
            differ = [at for at in range(len(data)) if told[at] != marked[row][at] and data[at] < 0x80]
            if "ü" * 50 not in texts[row]:  # periods: see docs/inside/spans.md
                self.assertEqual(differ, [], (row, cuts[row]))
        rest = found.kept()["text"].to_pylist()
        self.assertEqual(len(rest), sum(keep))
        self.assertEqual(sum(len((text or "").encode()) for text in rest),
                         sum(len((texts[row] or "").encode()) for row in range(len(texts)) if keep[row])
                         - found.summary["cut_bytes"])

    def test_containment(self):
        draw = random.Random(2)
        whole = words(draw, 400)
        table = pyarrow.table({"text": [whole[300:1500], whole, words(draw, 300)]})
        self.assertEqual(kindred.dedup(table, keep="longest", measure="containment").table["keep"].to_pylist(),
                         [False, True, True])
        self.assertEqual(kindred.dedup(table, keep="longest").table["keep"].to_pylist(), [True, True, True])

    def test_refuses(self):
        table = pyarrow.table({"text": ["a"]})
        for wrong in ({"keep": "last"}, {"keep": "newest"}, {"measure": "resemblance"}, {"time": "text"}):
            with self.assertRaises(kindred.Usage):
                kindred.dedup(table, **wrong)

    def test_nothing(self):
        found = kindred.dedup(pyarrow.table({"text": pyarrow.array([], pyarrow.string())}))
        self.assertEqual((found.summary["documents"], found.summary["kept"], len(found.kept())), (0, 0, 0))


class Notebook(unittest.TestCase):
    def test_its_cells_run(self):
        path = Path(SOURCE) / "docs/using/dedup.ipynb"
        book = json.loads(path.read_text())
        cells = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
        self.assertGreaterEqual(len(cells), 4)
        self.assertEqual([cell["outputs"] for cell in cells], [[]] * len(cells), "outputs are not committed")
        names: dict = {"display": lambda *shown: None}
        for number, cell in enumerate(cells):
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile("".join(cell["source"]), f"{path.name}, cell {number}", "exec"), names)
        self.assertGreater(names["result"].summary["kept"], 0)


if __name__ == "__main__":
    unittest.main()
