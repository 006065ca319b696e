"""What `make check` tries a change with (scripts/changed.py)."""

import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))
from changed import plan  # noqa: E402


class Changed(unittest.TestCase):
    def test_a_source_is_tried_with_the_tests_of_its_folder(self):
        wanted = plan(["src/overt/local/walk.cc", "src/overt/release/methods/local_method.h", "src/io/bytes.cc",
                       "tests/oracle/shape.h"])
        self.assertEqual(wanted.cpp, {"local_test", "release_test", "io_test", "oracle_test"})
        self.assertEqual(len(wanted.sources), 4)
        self.assertEqual(wanted.commands, set())

    def test_commands_pages_and_python(self):
        wanted = plan(["app/cli/compare_text.cc", "README.md", "CONTRIBUTING.md", "tests/cli/views.txt"])
        self.assertEqual(wanted.commands, {"cli.compare", "cli.version", "cli.errors_usage", "cli.README.md", "cli.views"})
        self.assertEqual(wanted.targets(), ["overt_cli"])
        self.assertEqual(wanted.cpp, set())
        self.assertIn("_overt", plan(["python/src/module.cc"]).targets())
        self.assertEqual(plan(["python/overt/_job.py"]).sources, [])

    def test_every_folder_of_the_library_has_tests(self):
        for folder in [ROOT / "src/io", *(ROOT / "src/overt").iterdir()]:
            if folder.is_dir():
                self.assertTrue(list(folder.rglob("*_test.cc")), f"{folder} has no test that make check could run")


if __name__ == "__main__":
    unittest.main()
