"""The Python on these pages runs, and prints what they say."""

import doctest
import os
import re
import tempfile
import unittest
from pathlib import Path

from package import main

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def pages():
    """Every page that has Python on it."""
    return [path for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
            if BLOCK.search(path.read_text())]


class Pages(unittest.TestCase):
    def test_pages(self):
        names = [str(path.relative_to(ROOT)) for path in pages()]
        for expected in ["README.md", "docs/classifier.md", "docs/python.md", "docs/tutorial.md"]:
            self.assertIn(expected, names)
        self.addCleanup(os.chdir, os.getcwd())
        for path in pages():
            with self.subTest(path.name), tempfile.TemporaryDirectory() as folder:
                os.chdir(folder)
                blocks = BLOCK.findall(path.read_text())
                self.assertTrue(all(block.startswith(">>> ") for block in blocks))
                test = doctest.DocTestParser().get_doctest("".join(blocks), {}, str(path), str(path), 0)
                told = []
                done = doctest.DocTestRunner(verbose=False).run(test, out=told.append)
                self.assertEqual(done.failed, 0, "".join(told))
                self.assertGreater(done.attempted, 0)


if __name__ == "__main__":
    main()
