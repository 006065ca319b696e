#!/usr/bin/env python3
"""Draws the frontier of the steered policy: `plot.py steered_frontier.csv FOLDER` reads table, method, setting, ncp and
added (what the release adds to the best guess of somebody who learns, in points) and leaves steered_frontier.svg in
FOLDER: a panel for each table, utility to the right, exposure upwards, so that the better lies to the lower left.

tests/structure/figures_test.py holds the picture of the documentation to the numbers beside it.
"""

import csv
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "experiment"))
from chart import Chart, axis_step, number  # noqa: E402

COLOURS = {"steered": "#0072b2", "plain": "#009e73", "rda": "#d55e00"}
NAMES = {"steered": "steered, by its rule for leaves", "plain": "plain tree",
         "rda": "RDA"}


def read(file):
    """{table: {method: [(setting, ncp, added), ..]}}, in the order of the file."""
    tables = {}
    with open(file, newline="", encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            points = tables.setdefault(row["table"], {}).setdefault(row["method"], [])
            points.append((row["setting"], float(row["ncp"]), float(row["added"])))
    return tables


def describe(tables):
    return "; ".join(f"{table}, {NAMES[method]}{' ' + setting if setting else ''}: NCP {ncp:.3f}, +{added:.1f}"
                     for table, methods in tables.items() for method, points in methods.items()
                     for setting, ncp, added in points)


def draw(tables):
    chart = Chart("Certainty penalty, and what a learner gains",
                  f"A panel for each table; lower and further left is better. {describe(tables)}.",
                  len(tables), 1, (250, 230), 60)
    used = [method for method in NAMES if any(method in methods for methods in tables.values())]
    chart.legend([(NAMES[method], COLOURS[method], 2, "") for method in used])
    for column, (table, methods) in enumerate(tables.items()):
        points = [point for own in methods.values() for point in own]
        step = axis_step(max(ncp for _, ncp, _ in points))
        right = step * -(-max(ncp for _, ncp, _ in points) // step)
        ticks = [(n * step / right, number(n * step)) for n in range(round(right / step) + 1)]
        to = chart.panel(column, 0, table, "NCP", "" if column else "added, points", ticks,
                         max(added for _, _, added in points))
        for method, own in methods.items():
            at = [to(ncp / right, added) for _, ncp, added in own]
            chart.curve(at, COLOURS[method])
            for (x, y), (setting, _, _) in zip(at, own):
                if setting and method == "steered":
                    chart.text(x + 6, y - 5, setting, 10, "start")
    return chart


def main(arguments):
    if len(arguments) != 2:
        sys.exit("usage: plot.py steered_frontier.csv FOLDER")
    folder = Path(arguments[1])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "steered_frontier.svg").write_text(draw(read(arguments[0])).svg(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
