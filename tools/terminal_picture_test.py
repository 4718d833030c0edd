#!/usr/bin/env python3
"""Pictures of small outputs: columns, colours and escapes are where they should be, and the SVG is well formed."""
import subprocess
import sys
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

sys.dont_write_bytecode = True  # leaves no __pycache__ in the tree
from terminal_picture import CELL, LINE, MARGIN, THEMES, picture, pieces_of, PLAIN

SVG = "{http://www.w3.org/2000/svg}"
TOOL = Path(__file__).with_name("terminal_picture.py")


def texts(svg):
    return [(round((float(t.get("x")) - MARGIN) / CELL), t.text, t) for t in
            ElementTree.fromstring(svg).iter(SVG + "text")]


class TerminalPictureTest(unittest.TestCase):
    def test_colors_and_columns(self):
        svg = picture("ab \x1b[32mgreen\x1b[0m\n\x1b[1;35m[3]\x1b[0m \x1b[2mdim\x1b[0m\n")
        found = texts(svg)
        self.assertEqual([(x, text) for x, text, _ in found], [(0, "ab"), (3, "green"), (0, "[3]"), (4, "dim")])
        self.assertEqual(found[1][2].get("fill"), THEMES["dark"][2][2])
        self.assertEqual(found[2][2].get("font-weight"), "bold")
        self.assertIsNotNone(found[3][2].get("opacity"))
        self.assertEqual(round(float(found[2][2].get("y")) - float(found[0][2].get("y"))), LINE)

    def test_bright_and_light(self):
        self.assertEqual(texts(picture("\x1b[94mx", "light"))[0][2].get("fill"), THEMES["light"][3][4])

    def test_colours_of_the_large_palette_are_the_same_in_every_theme(self):
        for theme in THEMES:
            svg = picture("\x1b[1;38;5;28mx\x1b[0m \x1b[38;5;243my", theme)
            self.assertEqual([text[2].get("fill") for text in texts(svg)], ["#008700", "#767676"])
            self.assertEqual(texts(svg)[0][2].get("font-weight"), "bold")

    def test_wide_characters_take_two_columns(self):
        found = texts(picture("日本x e\u0301y"))
        self.assertEqual([(x, text) for x, text, _ in found], [(0, "日"), (2, "本"), (4, "x e\u0301y")])
        self.assertAlmostEqual(float(found[0][2].get("textLength")), 2 * CELL, delta=0.1)
        self.assertAlmostEqual(float(found[2][2].get("textLength")), 4 * CELL, delta=0.1)

    def test_reverse_has_a_background(self):
        svg = ElementTree.fromstring(picture("\x1b[7;32m\\x1b\x1b[0m"))
        self.assertEqual([r.get("fill") for r in svg.iter(SVG + "rect")], [THEMES["dark"][0], THEMES["dark"][2][2]])
        self.assertEqual(next(svg.iter(SVG + "text")).get("fill"), THEMES["dark"][0])

    def test_markup_is_escaped(self):
        self.assertEqual(texts(picture("a < b && c > d"))[0][1], "a < b && c > d")

    def test_a_style_goes_on_over_lines(self):
        _, style = pieces_of("\x1b[36mx", PLAIN)
        self.assertEqual(pieces_of("y", style)[0][0][3][0], 36)

    def test_as_a_program(self):
        good = subprocess.run([TOOL], input="\x1b[32mx\x1b[0m\n".encode(), capture_output=True, check=True)
        ElementTree.fromstring(good.stdout)
        bad = subprocess.run([TOOL], input=b"\x1b[2J", capture_output=True)
        self.assertEqual(bad.returncode, 1)
        self.assertIn(b"control character", bad.stderr)


if __name__ == "__main__":
    unittest.main()
