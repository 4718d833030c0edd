#!/usr/bin/env python3
"""Turns coloured terminal output into a picture: ANSI text on standard input, SVG on standard output.

    kindred show --color always A B | tools/terminal_picture.py > docs/pictures/show.svg

Knows the colours and styles that Kindred writes (SGR: the 16 basic colours, 16 to 255, bold, dim, reverse). Every piece of
text has an explicit width, so wide characters and any reader's monospace font keep the columns.
"""
import argparse
import re
import sys
import unicodedata
from xml.sax.saxutils import escape

FONT_SIZE = 14
CELL = 8.4  # columns are so wide
LINE = 19
MARGIN = 16
FONTS = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"

# Background, text, and the basic colours 30-37 and 90-97.
THEMES = {
    "dark": ("#1d2027", "#d5d8de",
             ["#6b7280", "#f2777a", "#8ccf7e", "#e5c76b", "#71a7f2", "#c994e8", "#63c9cc", "#d5d8de"],
             ["#8b93a1", "#ff9a9d", "#a9e69b", "#f6dd8c", "#92bdfa", "#deb3f5", "#8be0e2", "#ffffff"]),
    "light": ("#ffffff", "#24292f",
              ["#24292f", "#b3261e", "#1a7f37", "#8a6100", "#0550ae", "#8250df", "#0b6e75", "#6e7781"],
              ["#57606a", "#cf222e", "#2da44e", "#9a6700", "#0969da", "#a475f9", "#1b7c83", "#8c959f"]),
}
SEQUENCE = re.compile(r"\x1b\[([0-9;]*)m")
PLAIN = (None, False, False, False)  # colour, bold, dim, reverse


def width_of(character):
    """Columns that a character takes in a terminal."""
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cube_color(number):
    """Colour 16 to 255 of the 256-colour palette, the same in every theme."""
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    levels = (0, 95, 135, 175, 215, 255)
    number -= 16
    return "#" + "".join(f"{levels[part]:02x}" for part in (number // 36, number // 6 % 6, number % 6))


def next_style(style, codes):
    """The style after one SGR sequence; codes that are not known change nothing."""
    color, bold, dim, reverse = style
    numbers = iter([int(code or 0) for code in codes.split(";")])
    for number in numbers:
        if number == 38 and next(numbers, 0) == 5:
            chosen = next(numbers, 0)
            if 16 <= chosen <= 255:
                color = cube_color(chosen)
        elif number == 0:
            color, bold, dim, reverse = PLAIN
        elif number == 1:
            bold = True
        elif number == 2:
            dim = True
        elif number == 7:
            reverse = True
        elif number == 22:
            bold = dim = False
        elif number == 27:
            reverse = False
        elif number == 39:
            color = None
        elif 30 <= number <= 37 or 90 <= number <= 97:
            color = number
    return color, bold, dim, reverse


def pieces_of(line, style):
    """The line as [(column, width, text, style)], split where style changes and around wide characters, and
    the style at its end."""
    pieces = []
    column = 0
    for index, part in enumerate(SEQUENCE.split(line)):
        if index % 2 == 1:
            style = next_style(style, part)
            continue
        for character in part:
            width = width_of(character)
            start, length, text, last = pieces[-1] if pieces else (0, 0, "", None)
            joins = pieces and last == style and width != 2 and not (length == 2 and len(text) == 1)
            if pieces and (joins or width == 0):
                pieces[-1] = (start, length + width, text + character, last)
            else:
                pieces.append((column, width, character, style))
            column += width
    return pieces, style


def paint(piece, row, theme):
    """SVG elements of one piece."""
    column, width, text, (color, bold, dim, reverse) = piece
    background, plain, basic, bright = THEMES[theme]
    if color is None or isinstance(color, str):
        ink = color or plain
    else:
        ink = basic[color - 30] if color < 90 else bright[color - 90]
    x = MARGIN + column * CELL
    elements = []
    if reverse:
        elements.append(f'<rect x="{x:.1f}" y="{MARGIN + row * LINE:.1f}" width="{width * CELL:.1f}" '
                        f'height="{LINE}" fill="{ink}"/>')
        ink = background
    # Blanks at the ends need no text; a textLength over blanks alone is drawn differently by each reader.
    stripped = text.lstrip(" ")
    x += (len(text) - len(stripped)) * CELL
    width -= len(text) - len(stripped)
    width -= len(stripped) - len(stripped.rstrip(" "))
    stripped = stripped.rstrip(" ")
    if stripped:
        style = (' font-weight="bold"' if bold else "") + (' opacity="0.55"' if dim else "")
        elements.append(f'<text x="{x:.1f}" y="{MARGIN + row * LINE + FONT_SIZE:.1f}" fill="{ink}"{style} '
                        f'textLength="{width * CELL:.1f}" lengthAdjust="spacingAndGlyphs">{escape(stripped)}</text>')
    return elements


def picture(text, theme="dark"):
    """The SVG of terminal output."""
    body = []
    columns = 1
    style = PLAIN
    lines = text.rstrip("\n").split("\n")
    for row, line in enumerate(lines):
        pieces, style = pieces_of(line.rstrip("\r"), style)
        for piece in pieces:
            body += paint(piece, row, theme)
            columns = max(columns, piece[0] + piece[1])
    width = 2 * MARGIN + columns * CELL
    height = 2 * MARGIN + len(lines) * LINE
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="{FONTS}" font-size="{FONT_SIZE}" xml:space="preserve">',
        f'<rect width="100%" height="100%" rx="8" fill="{THEMES[theme][0]}"/>', *body, "</svg>", ""])


def main():
    parser = argparse.ArgumentParser(description="coloured terminal output on standard input becomes an SVG")
    parser.add_argument("--theme", choices=sorted(THEMES), default="dark")
    arguments = parser.parse_args()
    text = sys.stdin.buffer.read().decode("utf-8", "replace")
    unknown = re.search(r"[\x00-\x08\x0b-\x1a\x1c-\x1f]|\x1b(?!\[[0-9;]*m)", text)
    if unknown:
        sys.exit(f"terminal_picture: no picture of the control character at {unknown.start()}")
    sys.stdout.buffer.write(picture(text, arguments.theme).encode())


if __name__ == "__main__":
    main()
