#!/usr/bin/env python3
"""Draws the experiment: `plot.py experiment.csv FOLDER` reads what bench_experiment
wrote (results.h has the columns) and leaves pictures in FOLDER.

    experiment_time.svg                     time of the grouping against N
    experiment_dm.svg                       DM against l, next to the optimum
    experiment_queries_<table>_<form>.svg   query errors against l, by type

tests/structure/figures_test.py holds the pictures of the documentation to the
numbers beside them.
"""

import csv
import sys
from pathlib import Path

from chart import Chart

COLOURS = {"rda": "#0072b2", "gda": "#d55e00", "optimum": "#c8c8c8"}
TABLES = {"generated": "generated table", "survey": "survey sample"}
DASHES = {"generated": "", "survey": "6 4"}
METHODS = ["rda", "gda"]
TYPES = ["age", "gender", "age+gender", "all"]
WORKLOADS = ["ranges", "sets", "points"]
BAR = 11  # how thick a legend shows one


def read(file):
    """{(experiment, table, method, form, workload, query): [(x, value), ..]}"""
    series = {}
    with open(file, newline="", encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            key = tuple(row[name] for name in ("experiment", "table", "method", "form", "workload", "query"))
            series.setdefault(key, []).append((int(row["x"]), float(row["value"])))
    return series


def tables_of(series):
    return [table for table in TABLES if any(key[1] == table for key in series)]


def places(xs, first, last):
    """The numbers xs, evenly between two places of an axis."""
    return {x: first + (last - first) * i / max(1, len(xs) - 1) for i, x in enumerate(xs)}


def draw_time(series):
    longest = [f"{method.upper()}, {TABLES[table]}: {line[-1][1]:.0f} ms for {line[-1][0]:,} records"
               for (kind, table, method, *_), line in series.items() if kind == "time"]
    chart = Chart("Grouping time against the number of records, l = 8",
                  "Two panels with axes of their own, one for each method. " + "; ".join(longest) + ".",
                  2, 1, (330, 230), 60)
    chart.legend([(TABLES[table], "#333333", 2, DASHES[table]) for table in tables_of(series)])
    for column, method in enumerate(METHODS):
        lines = {table: series["time", table, method, "", "", ""] for table in tables_of(series)}
        at = {x: x / 3.2e6 for x, _ in lines["generated"]}
        to = chart.panel(column, 0, method.upper(), "records, million", "" if column else "time, ms",
                         [(0, "0")] + [(place, f"{x / 1e6:.1f}") for x, place in at.items()],
                         max(value for line in lines.values() for _, value in line))
        for table, line in lines.items():
            chart.curve([to(at[x], value) for x, value in line], COLOURS[method], DASHES[table])
    return chart


def excesses(series, table, method):
    """How far DM is above the optimum, for each l."""
    optimum, line = (series["dm", table, name, "", "", ""] for name in ("optimum", method))
    return [f"+{100 * (value / least - 1):.1f} %" for (_, least), (_, value) in zip(optimum, line)]


def draw_dm(series):
    tables = tables_of(series)
    above = [f"{method.upper()}, {TABLES[table]}: {', '.join(excesses(series, table, method))}"
             for table in tables for method in METHODS]
    chart = Chart("Discernibility (DM) against l",
                  f"A panel for each table. Above the optimum at l = 6 to 10: {'; '.join(above)}.",
                  len(tables), 1, (330, 230), 60)
    chart.legend([("optimum", COLOURS["optimum"], 8, ""), ("RDA", COLOURS["rda"], 2, ""),
                  ("GDA and its excess", COLOURS["gda"], 2, "")])
    lines = {(table, method): series["dm", table, method, "", "", ""]
             for table in tables for method in ("optimum", "rda", "gda")}
    top = max(value for line in lines.values() for _, value in line) / 1e6
    for column, table in enumerate(tables):
        at = places([x for x, _ in lines[table, "optimum"]], 0.08, 0.92)
        to = chart.panel(column, 0, TABLES[table], "l", "" if column else "DM, million",
                         [(place, str(x)) for x, place in at.items()], top * 1.1)
        line = {method: [to(at[x], value / 1e6) for x, value in lines[table, method]]
                for method in ("optimum", "rda", "gda")}
        chart.line(line["optimum"], COLOURS["optimum"], 8)  # wide: RDA lies on it
        for method in METHODS:
            chart.curve(line[method], COLOURS[method])
        for i, ((x, y), text) in enumerate(zip(line["gda"], excesses(series, table, "gda"))):
            steep = i + 1 < len(line["gda"]) and line["gda"][i + 1][1] < y - 40  # it would cross the text
            chart.text(x + (2 if steep else 0), y - 9, text, 11, "end" if steep else "middle")
    return chart


def label(value):
    return f"{value:.0f}" if value >= 9.95 else f"{value:.1f}"


def draw_queries(series, table, form):
    def line(method, workload, query):
        return series["query", table, method, form, workload, query]

    # Without an order of the sensitive values, ranges and points are the same.
    workloads = [w for w in WORKLOADS if w != "points"
                 or any(line("rda", w, query) != line("rda", "ranges", query) for query in TYPES)]
    gender = [f"{method.upper()}, {workload}, {dict(line(method, workload, 'gender'))[8]:.1f} %"
              for workload in workloads for method in METHODS]
    chart = Chart(f"Mean relative error of count queries, {TABLES[table]}, {form} form",
                  "Rows are workloads, columns are types of queries; bars for RDA and GDA at l = 6 to 10. "
                  f"Queries on gender at l = 8: {'; '.join(gender)}.", len(TYPES), len(workloads))
    chart.legend([(method.upper(), COLOURS[method], BAR, "") for method in METHODS])
    for row, workload in enumerate(workloads):
        top = max(value for method in METHODS for query in TYPES for _, value in line(method, workload, query))
        for column, query in enumerate(TYPES):
            at = places([x for x, _ in line("rda", workload, query)], 0.1, 0.9)
            to = chart.panel(column, row, f"{query}, {workload}", "l", "" if column else "error, %",
                             [(place, str(x)) for x, place in at.items()], top * 1.06)
            for m, method in enumerate(METHODS):
                for x, value in line(method, workload, query):
                    place = at[x] + (m - 1) * 0.08
                    chart.bar(to(place, 0), to(place, value), 0.075 * chart.width, COLOURS[method], label(value))
    return chart


def main(arguments):
    if len(arguments) != 2:
        sys.exit("usage: plot.py experiment.csv FOLDER")
    series, folder = read(arguments[0]), Path(arguments[1])
    charts = {"time": draw_time(series), "dm": draw_dm(series)}
    for table in tables_of(series):
        for form in ("generalized", "anatomy"):
            charts[f"queries_{table}_{form}"] = draw_queries(series, table, form)
    folder.mkdir(parents=True, exist_ok=True)
    for name, chart in charts.items():
        (folder / f"experiment_{name}.svg").write_text(chart.svg(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
