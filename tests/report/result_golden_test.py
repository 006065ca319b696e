"""Every page against the one that somebody has looked at, byte by byte; its stylesheet, which all pages share, apart.

    python3 tests/report/result_golden_test.py BIN_FOLDER             compares
    python3 tests/report/result_golden_test.py BIN_FOLDER --update    writes the pages anew: look at them, and at the difference
"""

import re
import sys
import tempfile
import types
import unittest
from pathlib import Path

from result_pages import RESULT_PAGES

FOLDER = Path(__file__).resolve().parent.parent / "golden" / "pages"
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def pages():
    """Every page's text, and whether it is for the custodian alone."""
    with tempfile.TemporaryDirectory(prefix="overt-test-") as folder:
        maker = types.SimpleNamespace(command=str(Path(sys.argv[1]).resolve() / "overt"), folder=Path(folder))
        return {name: (make(maker).read_text(), custodian) for name, make, custodian in RESULT_PAGES}


class Golden(unittest.TestCase):
    maxDiff = 2000

    def test_pages(self):
        styles = set()
        for name, (text, custodian) in pages().items():
            with self.subTest(name):
                styles.update(STYLE.findall(text))
                self.assertEqual(len(STYLE.findall(text)), 1)
                self.assertEqual(STYLE.sub("<style></style>", text), (FOLDER / f"{name}.html").read_text())
                self.assertEqual('<div class="running"><span>custodian only, not for release</span>' in text, custodian)
                # Nothing to fetch, nothing to run.
                self.assertNotRegex(text, r"<script|<link|<img|<iframe|https?:|url\(|@import|\son\w+=")
        self.assertEqual(len(styles), 1, "pages have one stylesheet")

    def test_every_golden_page_is_made(self):
        self.assertEqual({path.stem for path in FOLDER.glob("*.html")}, {name for name, _, _ in RESULT_PAGES})


if __name__ == "__main__":
    if "--update" in sys.argv:
        for name, (text, _) in pages().items():
            (FOLDER / f"{name}.html").write_text(STYLE.sub("<style></style>", text))
    else:
        unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
