"""A Debian without anything of ours or of the build, to try packages in (scripts/clean_root)."""

import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# With /proc, by which programs find the libraries beside them, for as long as the command runs.
INSIDE = ["unshare", "--mount", "sh", "-c", 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"']


class CleanRoot(unittest.TestCase):
    suite = "bookworm"

    @classmethod
    def setUpClass(cls):
        cls.root = Path(tempfile.mkdtemp(prefix="overt-root-"))
        cls.addClassCleanup(shutil.rmtree, cls.root, ignore_errors=True)
        subprocess.run([ROOT / "scripts/clean_root", cls.root, cls.suite], check=True)
        (cls.root / "try").mkdir()

    def run_in_root(self, *command, code=0):
        """What a command prints there, output and errors together."""
        done = subprocess.run([*INSIDE, self.root, "/usr/bin/env", "-i", "PATH=/usr/bin:/bin:/usr/sbin:/sbin", "HOME=/root",
                               "LC_ALL=C.UTF-8", "DEBIAN_FRONTEND=noninteractive", "sh", "-c", 'cd /try && exec "$@"', "sh", *command],
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(done.returncode, code, f"{command}: {done.stdout}")
        return done.stdout

    def use(self, overt):
        """The whole way once with the command."""
        self.assertRegex(self.run_in_root(overt, "--version"), r"^overt \d+\.\d+\.\d+")
        roles = ["--quasi", "age,gender,education,birthplace", "--sensitive", "occupation"]
        self.run_in_root(overt, "generate", "--records", "1000", "--seed", "1", "--out", "census.csv")
        for form in ("csv", "parquet"):
            self.run_in_root(overt, "release", "census.csv", *roles, "--l", "4", "--format", form, "--out", f"release_{form}")
            self.run_in_root(overt, "verify", f"release_{form}", "--against", "census.csv", "--quiet")
        self.assertIn("cannot be released safely", self.run_in_root(overt, "release", "census.csv", *roles, "--l", "40", "--out", "no", code=1))
        self.assertIn("127.0.0.1", self.studio(overt))

    def studio(self, overt):
        """The first line of the studio, which is then ended."""
        process = subprocess.Popen([*INSIDE, self.root, overt, "studio", "--no-browser"], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            return process.stdout.readline()
        finally:
            process.terminate()
            process.communicate()
