"""Bars as SVG, with the standard library alone: one row a bar, in groups, with the number behind it."""
from xml.sax.saxutils import escape

WIDTH, ROW, RIGHT, TOP = 680, 20, 70, 46
LETTER = 6.6  # pixels, about
COLORS = ["#1b6ca8", "#d1495b", "#2e8b57", "#8e5ea2", "#e08e2b", "#9aa5b1"]


def bars(title, unit, groups, limit=None, ours=""):
    """`groups`: [(name, [(label, value), ...]), ...]; `limit`: (name, value) of a dashed line across all; of one group the
    bars whose labels begin with `ours` are highlighted."""
    left = 24 + LETTER * max(len(text) for name, rows in groups for text in [name] + [label for label, _ in rows])
    highest = max([value for _, rows in groups for _, value in rows] + ([limit[1]] if limit else []))
    scale = (WIDTH - left - RIGHT) / highest
    out, y = [], TOP
    labels = list(dict.fromkeys(label for _, rows in groups for label, _ in rows))
    for name, rows in groups:
        if len(groups) > 1:
            out.append(f'<text x="{left - 8:.1f}" y="{y + 14}" text-anchor="end" font-weight="bold">{escape(name)}</text>')
            y += 0 if len(rows) == 1 else ROW
        for label, value in rows:
            color = COLORS[labels.index(label) % len(COLORS)] if len(groups) > 1 else COLORS[0 if label.startswith(ours) else -1]
            if len(groups) == 1 or len(rows) > 1:
                out.append(f'<text x="{left - 8:.1f}" y="{y + 14}" text-anchor="end">{escape(label)}</text>')
            out.append(f'<rect x="{left:.1f}" y="{y + 3}" width="{max(value * scale, 1):.1f}" height="{ROW - 6}" fill="{color}"/>'
                       f'<text x="{left + value * scale + 6:.1f}" y="{y + 14}">{value:.3g}</text>')
            y += ROW
        y += 8
    if limit:
        x = left + limit[1] * scale
        out.append(f'<path d="M{x:.1f} {TOP - 6}V{y}" stroke="#333" stroke-dasharray="4 3"/>'
                   f'<text x="{x:.1f}" y="{TOP - 10}" text-anchor="middle">{escape(limit[0])}</text>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 8}" font-family="sans-serif" font-size="12">\n'
            f'<rect width="100%" height="100%" fill="white"/>\n'
            f'<text x="10" y="20" font-size="14" font-weight="bold">{escape(title)}, {escape(unit)}</text>\n'
            + "\n".join(out) + "\n</svg>\n")
