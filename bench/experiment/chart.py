"""Charts as self-contained SVG: panels side by side and below each other, with
lines or grouped bars, one legend, a white ground (so that a dark page does not
swallow the text), and a title and description for screen readers.

The same numbers give the same bytes: no clock, no locale, no chance, and every
coordinate has one decimal.
"""

from xml.sax.saxutils import escape

MARGIN_LEFT, MARGIN_TOP, GAP_Y = 66, 84, 74
TICKS = 5  # at most so many steps on an axis


def number(x):
    """1200000 -> 1,200,000; 0.50 -> 0.5"""
    return f"{x:,.4f}".rstrip("0").rstrip(".")


def axis_step(top):
    """The least of 1, 2, 5, 10, .. that reaches `top` in a few steps."""
    step = 10.0 ** -4
    while True:
        for factor in (1, 2, 5):
            if step * factor * TICKS >= top:
                return step * factor
        step *= 10


class Chart:
    def __init__(self, title, description, columns, rows, panel=(220, 190), gap=34):
        self.title, self.description = title, description
        self.width, self.height = panel
        self.gap = gap  # between two panels of a row
        self.total = (MARGIN_LEFT + columns * (self.width + gap) - gap + 20,
                      MARGIN_TOP + rows * (self.height + GAP_Y) - 26)
        self.parts = []

    def text(self, x, y, text, size=12, anchor="middle", extra=""):
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}"{extra}>'
                          f"{escape(text)}</text>")

    def line(self, points, colour, width=1.0, dash=""):
        where = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(f'<polyline points="{where}" fill="none" stroke="{colour}" stroke-width="{width}"{dashes}/>')

    def box(self, x, y, width, height, colour):
        self.parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{colour}"/>')

    def legend(self, entries):
        """(name, colour, width of its line or bar, dash), left to right under the title."""
        x = MARGIN_LEFT
        for name, colour, width, dash in entries:
            self.line([(x, 49), (x + 22, 49)], colour, width, dash)
            self.text(x + 28, 53, name, anchor="start")
            x += 54 + 6.4 * len(name)

    def panel(self, column, row, title, x_label, y_label, ticks, top):
        """An empty panel whose x axis has these (place from 0 to 1, label) and
        whose y axis goes from 0 to at least `top`. Returns what turns
        (place, value) into a point."""
        left = MARGIN_LEFT + column * (self.width + self.gap)
        base = MARGIN_TOP + row * (self.height + GAP_Y) + self.height
        step = axis_step(top)
        steps = max(1, next(n for n in range(1, TICKS + 1) if n * step >= top * 0.999))
        for n in range(steps + 1):
            y = base - self.height * n / steps
            self.line([(left, y), (left + self.width, y)], "#333333" if n == 0 else "#dddddd")
            self.text(left - 5, y + 4, number(n * step), 11, "end")
        for place, label in ticks:
            self.text(left + self.width * place, base + 16, label, 11)
        self.text(left + self.width / 2, base + 34, x_label)
        self.text(left + self.width / 2, base - self.height - 10, title, 13, extra=' font-weight="bold"')
        if y_label:
            x, y = left - 48, base - self.height / 2
            self.text(x, y, y_label, extra=f' transform="rotate(-90 {x:.1f} {y:.1f})"')
        return lambda place, value: (left + self.width * place, base - self.height * value / (steps * step))

    def curve(self, points, colour, dash=""):
        self.line(points, colour, 2, dash)
        for x, y in points:
            self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>')

    def bar(self, bottom, top, width, colour, label):
        """From the point `bottom` to the height of `top`, with a label above it."""
        self.box(bottom[0], top[1], width, bottom[1] - top[1], colour)
        self.text(bottom[0] + width / 2, top[1] - 3, label, 9)

    def svg(self):
        width, height = self.total
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
            'role="img" aria-labelledby="title description" font-family="Helvetica, Arial, sans-serif" fill="#222222">',
            f'<title id="title">{escape(self.title)}</title>',
            f'<desc id="description">{escape(self.description)}</desc>',
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            f'<text x="{MARGIN_LEFT}" y="26" font-size="16" font-weight="bold">{escape(self.title)}</text>',
            *self.parts, "</svg>", ""])
