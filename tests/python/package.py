"""What the tests of the package share: the command line beside it, run in a fresh folder.

    python3 x_test.py BIN_FOLDER          # with the package in PYTHONPATH
"""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path


def command():
    return str(Path(sys.argv[1]).resolve() / "overt")


def seeded_release(job, seed, date):
    """The C++ library with coins that can be repeated (seeded_release.cc)."""
    program = Path(sys.argv[1]).resolve().parent / "seeded_release"
    subprocess.run([program, job, str(seed), date], check=True, stdout=subprocess.DEVNULL)


def main():
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])


class PackageTest(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="overt-test-")))

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def overt(self, *arguments, codes=(0,)):
        """What the command prints."""
        done = subprocess.run([command(), *map(str, arguments)], cwd=self.folder, timeout=600, capture_output=True)
        self.assertIn(done.returncode, codes, done.stderr.decode())
        return done.stdout.decode()

    def same(self, result, *arguments, codes=(0, 1)):
        """The result is, byte for byte, the JSON of the command."""
        self.assertEqual(result.json(), self.overt(*arguments, "--json", codes=codes))
        self.assertEqual(dict(result), json.loads(result.json()))

    def names(self):
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*"))
