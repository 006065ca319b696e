"""The one table of the keys of a job, and its faces: flags of `overt release`, arguments of overt.release, the page."""

import inspect
import re
from pathlib import Path

import overt
from overt import _overt
from package import PackageTest, main

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "job.md").read_text()
# Keys that no flag sets, and keys that no argument sets.
NO_FLAG = {"ranks.COLUMN", "generalize.COLUMN.interval", "generalize.COLUMN.prefix", "strategy.steps",
           "measure.pairs", "disclosure.name", "disclosure.where"}
NO_ARGUMENT = {"output", "into", "table", "query", "measure.pairs", "disclosure.name", "disclosure.where"}
# Flags and arguments that say how to run, not what the job is.
RUN_FLAGS = {"--job", "--print-job", "--force", "--again", "--sign", "--passphrase-file", "--json", "--quiet", "--help"}
RUN_ARGUMENTS = {"job", "again", "date", "test_seed", "progress"}


class Keys(PackageTest):
    keys = _overt.job_keys()

    def test_flags(self):
        found = set(re.findall(r"^  (?:-h, ?)?(--[a-z-]+)", self.overt("release", "--help"), re.MULTILINE))
        self.assertGreater(len(found), 30)
        self.assertEqual(found - RUN_FLAGS, {flag for _, flag, _ in self.keys if flag.startswith("--")})
        self.assertEqual({name for name, flag, _ in self.keys if not flag}, NO_FLAG)

    def test_arguments(self):
        found = set(inspect.signature(overt.release).parameters)
        self.assertEqual(found - RUN_ARGUMENTS, {argument for _, _, argument in self.keys if argument})
        self.assertEqual({name for name, _, argument in self.keys if not argument}, NO_ARGUMENT)

    def test_the_page(self):
        for name, flag, _ in self.keys:
            self.assertIn(f"`{name}`", PAGE)
            if flag.startswith("--"):
                self.assertRegex(PAGE, rf"[ `]{flag}[ `]")


if __name__ == "__main__":
    main()
