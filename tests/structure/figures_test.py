"""The pictures of the documentation are drawn from the numbers beside them:
bench/experiment/plot.py, run on docs/figures/experiment.csv, and bench/steered/plot.py
on docs/figures/steered_frontier.csv give the committed bytes, whatever locale and hash
seed they run with. Every picture is shown on a page,
and says what it shows to those who cannot see it."""

import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FIGURES = ROOT / "docs/figures"
SVG = "{http://www.w3.org/2000/svg}"


TASKS = {"experiment": "experiment.csv", "steered": "steered_frontier.csv"}


def draw(numbers=None, **environment):
    """{name: bytes} of what plot.py makes of the CSV file of each task, or of another one in its place."""
    with tempfile.TemporaryDirectory() as folder:
        for task, usual in TASKS.items():
            subprocess.run([sys.executable, ROOT / f"bench/{task}/plot.py", (numbers or {}).get(task, FIGURES / usual),
                            folder], check=True, env=os.environ | environment)
        return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def committed():
    return {path.name: path.read_bytes() for path in FIGURES.glob("*.svg")}


class Pictures(unittest.TestCase):
    def test_are_drawn_from_the_numbers_beside_them(self):
        drawn = draw(PYTHONHASHSEED="1", LC_ALL="C", TZ="UTC")
        self.assertEqual(sorted(drawn), sorted(committed()))
        stale = [name for name, picture in committed().items() if picture != drawn[name]]
        self.assertEqual(stale, [], "run bench/experiment/plot.py docs/figures/experiment.csv docs/figures, and "
                                    "bench/steered/plot.py docs/figures/steered_frontier.csv docs/figures")

    def test_do_not_depend_on_the_machine(self):
        drawn = draw(PYTHONHASHSEED="2", LC_ALL="C.UTF-8", TZ="Asia/Tokyo")
        self.assertTrue(drawn == committed())

    def test_change_with_the_numbers(self):
        for task, kind in (("experiment", "time"), ("experiment", "dm"), ("experiment", "query"), ("steered", "\"Adult")):
            lines = (FIGURES / TASKS[task]).read_text().splitlines()
            changed = list(lines)
            at = next(i for i, line in enumerate(lines) if line.startswith(kind) and ",rda," in line)
            head, value = lines[at].rsplit(",", 1)
            changed[at] = f"{head},{float(value) * 2}"
            with tempfile.TemporaryDirectory() as folder:
                numbers = Path(folder) / "changed.csv"
                numbers.write_text("\n".join(changed) + "\n")
                self.assertTrue(draw({task: numbers}) != committed(), f"{kind}: the pictures stay the same")

    def test_have_a_title_and_a_description(self):
        for name, picture in committed().items():
            root = xml.fromstring(picture)
            for tag in ("title", "desc"):
                self.assertTrue(root.findtext(SVG + tag), f"{name}: no {tag}")

    def test_are_shown(self):
        page = (ROOT / "docs/benchmarks.md").read_text()
        for name in committed():
            self.assertIn(f"(figures/{name})", page)


if __name__ == "__main__":
    unittest.main()
