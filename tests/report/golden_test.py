"""Reports, byte by byte, against the pages in tests/golden.

    tests/golden/public_*/      a release folder; `overt report` makes its report.html again
    tests/golden/custodian_*/   a table, a job, and the custodian's report of it: of jobs whose figures no coin changes

After a change that is meant to be seen, look at the pages, then write them anew:

    python3 tests/report/golden_test.py BIN_FOLDER --write
"""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

GOLDEN = Path(__file__).resolve().parent.parent / "golden"
WRITE = "--write" in sys.argv


def overt(*arguments, cwd=None):
    command = str(Path(sys.argv[1]).resolve() / "overt")
    return subprocess.run([command, *map(str, arguments)], cwd=cwd, capture_output=True, stdin=subprocess.DEVNULL,
                          timeout=600)


class Golden(unittest.TestCase):
    maxDiff = None

    def compare(self, made, file):
        if WRITE:
            file.write_bytes(made)
        expected = file.read_bytes()
        if made != expected:
            self.assertEqual(made.decode().split("\n"), expected.decode().split("\n"))
        self.assertEqual(made, expected)

    def test_public(self):
        folders = sorted(GOLDEN.glob("public_*"))
        self.assertGreaterEqual(len(folders), 3)
        for folder in folders:
            with self.subTest(folder.name):
                done = overt("report", folder)
                self.assertEqual((done.returncode, done.stderr), (0, b""))
                self.compare(done.stdout, folder / "report.html")
                verified = overt("verify", folder)
                self.assertEqual(verified.returncode, 0, verified.stdout)

    def test_custodian(self):
        folders = sorted(GOLDEN.glob("custodian_*"))
        self.assertGreaterEqual(len(folders), 2)
        for folder in folders:
            with self.subTest(folder.name), tempfile.TemporaryDirectory(prefix="overt-golden-") as temporary:
                page = Path(temporary) / "custodian.html"
                done = overt("release", "--job", "job.toml", "--out", Path(temporary) / "release", "--custodian-report",
                             page, "--quiet", cwd=folder)
                self.assertEqual(done.returncode, 1 if "refused" in folder.name else 0, done.stderr)
                self.compare(page.read_bytes(), folder / "custodian.html")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
