"""Overt where libpq, cpp-httplib and libarchive are not: it is built, and all that needs none of them works.

    python3 without_test.py CMAKE"""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
TABLE = "age,condition\n" + "".join(f"{30 + i % 9},{('flu', 'cold', 'ulcer')[i % 3]}\n" for i in range(60))
# A machine that has everything is taken for one that has not.
PKG_CONFIG = """#!/bin/sh
for word; do case "$word" in libpq*|cpp-httplib*|libarchive*) exit 1 ;; esac; done
exec pkg-config "$@"
"""


class Without(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="overt-without-")))
        script = cls.folder / "pkg-config"
        script.write_text(PKG_CONFIG)
        script.chmod(0o755)
        (cls.folder / "table.csv").write_text(TABLE)
        cls.configured = cls.run_cmake("-S", SOURCE, "-B", cls.folder / "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
                                       "-DCMAKE_CXX_FLAGS_DEBUG=-O0", "-DOVERT_TOGETHER=ON", "-DOVERT_WERROR=ON",
                                       f"-DOVERT_PYTHON={sys.executable}", f"-DPKG_CONFIG_EXECUTABLE={script}")
        cls.run_cmake("--build", cls.folder / "build", "--target", "overt_cli")

    @classmethod
    def run_cmake(cls, *arguments):
        done = subprocess.run([sys.argv[1], *map(str, arguments)], capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(done.stdout + done.stderr)
        return done.stdout

    def overt(self, code, *arguments):
        done = subprocess.run([self.folder / "build" / "bin" / "overt", *arguments], cwd=self.folder, capture_output=True,
                              text=True, timeout=600)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout + done.stderr

    def test_it_says_so_when_it_is_built(self):
        self.assertIn("libpq is missing: overt is built without databases", self.configured)
        self.assertIn("cpp-httplib or libarchive is missing: overt is built without its studio", self.configured)

    def test_files_are_released(self):
        roles = ["--quasi", "age", "--sensitive", "condition", "--l", "3"]
        self.overt(0, "release", "table.csv", *roles, "--out", "release", "--keep-groups", "kept.parquet")
        self.overt(0, "verify", "release", "--against", "table.csv", "--quiet")
        self.overt(0, "release", "table.csv", *roles, "--format", "parquet", "--out", "release", "--force")
        self.overt(0, "measure", "release", "table.csv", "--queries", "10")

    def test_databases_are_refused(self):
        roles = ["--quasi", "age", "--sensitive", "condition", "--l", "3"]
        name = "postgresql:///clinic"
        for arguments in (["inspect", name, "--table", "patients"], ["verify", name, "--from", "released"],
                          ["release", name, "--table", "patients", *roles, "--out", "other"],
                          ["release", "table.csv", *roles, "--out", name, "--into", "released"]):
            said = self.overt(2, *arguments)
            self.assertIn("this overt was built without libpq, so it knows no databases", said)
        self.assertFalse((self.folder / "other").exists())

    def test_the_studio_says_what_is_missing(self):
        self.assertIn("this overt was built without the studio", self.overt(2, "studio", "--no-browser"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
