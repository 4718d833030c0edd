"""Tests of bench/versions/score on examples that were computed by hand."""
import importlib.machinery
import importlib.util
import json
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("score", str(Path(__file__).resolve().parent / "score"))
spec = importlib.util.spec_from_loader("score", loader)
score = importlib.util.module_from_spec(spec)
loader.exec_module(score)


def truth(*families):
    return {path: str(number) for number, files in enumerate(families) for path in files}


class Score(unittest.TestCase):
    def check(self, scores, precision, recall):
        self.assertAlmostEqual(scores.precision, precision)
        self.assertAlmostEqual(scores.recall, recall)

    def test_right_answer(self):
        self.check(score.score(truth("ab", "c"), [], ["ab"]), 1, 1)

    def test_no_answer_leaves_files_alone(self):
        # a and b find half of their versions, c all of them.
        self.check(score.score(truth("ab", "c"), [], []), 1, (0.5 + 0.5 + 1) / 3)

    def test_all_in_one_family(self):
        self.check(score.score(truth("ab", "c"), [], ["abc"]), (2 / 3 + 2 / 3 + 1 / 3) / 3, 1)

    def test_example_of_two_families(self):
        # abc and de are true; the report says ab and cde.
        scores = score.score(truth("abc", "de"), [], ["ab", "cde"])
        self.check(scores, (1 + 1 + 1 / 3 + 2 / 3 + 2 / 3) / 5, (2 / 3 + 2 / 3 + 1 / 3 + 1 + 1) / 5)
        self.assertAlmostEqual(scores.f, 2 * (11 / 15) * (11 / 15) / (22 / 15))

    def test_files_without_truth_take_no_part(self):
        self.check(score.score(truth("ab"), [], ["abxy"]), 1, 1)

    def test_identical_files_join_a_family_through_one_of_them(self):
        # a and b are equal; the family lists only a. By files: a, b, c each have all three.
        self.check(score.score(truth("abc"), ["ab"], ["ac"]), 1, 1)

    def test_identical_files_without_family(self):
        # a and b find each other, c nobody.
        self.check(score.score(truth("abc"), ["ab"], []), 1, (2 / 3 + 2 / 3 + 1 / 3) / 3)

    def test_contents_count_once(self):
        # Two contents, {a, b} and c: each finds half.
        self.check(score.score(truth("abc"), ["ab"], [], by_content=True), 1, 0.5)

    def test_revised_files_only(self):
        # c is single, d and e are equal: only a and b count, and both are with c.
        self.check(score.score(truth("ab", "c", "de"), ["de"], ["abc"], revised=True), 2 / 3, 1)

    def test_nothing_is_revised(self):
        self.check(score.score(truth("a", "b"), [], ["ab"], revised=True), 1, 1)

    def test_equal_files_of_two_families_are_no_error(self):
        # b and c are equal, so their content is a version of a and of d; a and d are not related.
        scores = score.score(truth("ab", "cd"), ["bc"], [])
        self.check(scores, 1, (1 / 3 + 2 / 4 + 2 / 4 + 1 / 3) / 4)
        # One family of all: b and c are right with all four, a and d with three of four.
        self.check(score.score(truth("ab", "cd"), ["bc"], ["abd"]), (3 / 4 + 1 + 1 + 3 / 4) / 4, 1)

    def test_two_families_with_one_content_are_refused(self):
        with self.assertRaises(ValueError):
            score.score(truth("abc"), [], ["ab", "bc"])

    def test_reading(self):
        report = ['{"type":"summary"}', '{"type":"identical","files":["t/a","t/b"]}', '{"type":"family","files":["t/x/a","t/c"]}']
        self.assertEqual(score.read_report(report, "t"), ([["a", "b"]], [["x/a", "c"]]))
        report = ['{"type":"family","files":["t/a//text","t/b","t/c//x/y"]}', '{"type":"family","files":["t/b//text","t/d//text"]}']
        self.assertEqual(score.read_report(report, "t"), ([], [["a", "b"], ["d"]]))
        lines = [json.dumps({"family": "f", "files": ["a", "b"]}), json.dumps({"family": "g", "files": ["c"]})]
        self.assertEqual(score.read_truth(lines), {"a": "f", "b": "f", "c": "g"})


if __name__ == "__main__":
    unittest.main()
