"""Line plots as SVG, with the standard library alone: axes, ticks, a legend, and a title."""
import math
from xml.sax.saxutils import escape

PLOT, HEIGHT = 370, 360  # the legend is to the right of it
LEFT, TOP, BOTTOM = 70, 40, 55
LETTER = 6.5  # the width of a wide one at the font's size
COLORS = ["#1b6ca8", "#d1495b", "#2e8b57", "#8e5ea2", "#e08e2b", "#555555"]


def ticks(low, high, logarithmic):
    if logarithmic:
        return [10.0 ** e for e in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)]
    step = 10.0 ** math.floor(math.log10(high or 1))
    while high / step < 4:
        step /= 2
    return [i * step for i in range(int(high / step + 1e-9) + 1)]


def number(value):
    if value and (abs(value) < 0.001 or abs(value) >= 1e6):
        return f"1e{round(math.log10(value))}" if abs(math.log10(value) % 1) < 1e-9 else f"{value:.0e}"
    return f"{value:,.3f}".rstrip("0").rstrip(".")


def svg(title, x_label, y_label, series, log_x=False, log_y=False):
    """`series`: {name: [(x, y), ...]}. Points that a logarithmic axis cannot show are left out."""
    shown = {name: [(x, y) for x, y in points if (x > 0 or not log_x) and (y > 0 or not log_y)]
             for name, points in series.items()}
    xs = [x for points in shown.values() for x, _ in points] or [1]
    ys = [y for points in shown.values() for _, y in points] or [1]
    right = 50 + math.ceil(LETTER * max(map(len, shown), default=0))
    width = PLOT + right
    x_ticks = ticks(min(xs), max(xs), log_x)
    y_ticks = ticks(min(ys), max(ys) or 1, log_y)
    x_range = (x_ticks[0], max(x_ticks[-1], max(xs)))
    y_range = (y_ticks[0], max(y_ticks[-1], max(ys)))

    def place(value, span, first, last, logarithmic):
        low, high = span
        if logarithmic:
            low, high, value = math.log10(low), math.log10(high), math.log10(value)
        return first + (last - first) * ((value - low) / ((high - low) or 1))

    def at_x(x):
        return place(x, x_range, LEFT, PLOT, log_x)

    def at_y(y):
        return place(y, y_range, HEIGHT - BOTTOM, TOP, log_y)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" font-family="sans-serif" '
           f'font-size="11"><rect width="100%" height="100%" fill="white"/>'
           f'<text x="{LEFT}" y="20" font-size="14" font-weight="bold">{escape(title)}</text>']
    for x in x_ticks:
        out.append(f'<path d="M{at_x(x):.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#ddd"/>'
                   f'<text x="{at_x(x):.1f}" y="{HEIGHT - BOTTOM + 15}" text-anchor="middle">{number(x)}</text>')
    for y in y_ticks:
        out.append(f'<path d="M{LEFT} {at_y(y):.1f}H{PLOT}" stroke="#ddd"/>'
                   f'<text x="{LEFT - 6}" y="{at_y(y) + 4:.1f}" text-anchor="end">{number(y)}</text>')
    out.append(f'<text x="{(LEFT + PLOT) / 2}" y="{HEIGHT - 15}" text-anchor="middle">{escape(x_label)}</text>'
               f'<text transform="translate(14 {(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" '
               f'text-anchor="middle">{escape(y_label)}</text>')
    for i, (name, points) in enumerate(shown.items()):
        color = COLORS[i % len(COLORS)]
        path = " ".join(f"{at_x(x):.1f},{at_y(y):.1f}" for x, y in points)
        dash = ' stroke-dasharray="5 3"' if i >= len(COLORS) // 2 else ""
        out.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"{dash}/>')
        out += [f'<circle cx="{at_x(x):.1f}" cy="{at_y(y):.1f}" r="2.5" fill="{color}"/>' for x, y in points]
        y = TOP + 10 + 18 * i
        out.append(f'<path d="M{PLOT + 12} {y}h18" stroke="{color}" stroke-width="2"{dash}/>'
                   f'<text x="{PLOT + 35}" y="{y + 4}">{escape(name)}</text>')
    return "\n".join(out) + "\n</svg>\n"
