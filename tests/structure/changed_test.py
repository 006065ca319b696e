"""What `make check` tries a change with (scripts/changed.py)."""

import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))
from changed import COMMANDS, plan  # noqa: E402


class Changed(unittest.TestCase):
    def test_a_source_is_tried_with_the_tests_of_its_folder(self):
        wanted = plan(["src/overt/local/caps.cc", "src/overt/release/methods/local_method.h", "src/io/bytes.cc",
                       "tests/oracle/shape.h"])
        self.assertEqual(wanted.cpp, {"local_test", "release_test", "endtoend_test", "io_test", "oracle_test"})
        self.assertEqual(len(wanted.sources), 4)
        self.assertEqual(wanted.commands, set())

    def test_commands_pages_and_python(self):
        wanted = plan(["app/cli/compare_text.cc", "README.md", "CONTRIBUTING.md", "tests/cli/views.txt"])
        self.assertEqual(wanted.commands, {"cli.compare", "cli.errors_compare", "cli.help", "cli.version",
                                           "cli.errors_usage", "cli.README.md", "cli.views"})
        self.assertEqual(wanted.targets(), ["overt_cli"])
        self.assertEqual(wanted.cpp, set())
        self.assertIn("_overt", plan(["python/src/module.cc"]).targets())
        self.assertEqual(plan(["python/overt/_job.py"]).sources, [])

    def test_a_verb_is_tried_with_all_that_begins_like_it(self):
        self.assertLessEqual({"cli.release_anatomy", "cli.release_generalized"},
                             plan(["app/cli/release_command.cc"]).commands)
        self.assertLessEqual({"cli.promises"}, plan(["app/cli/promise_flags.cc"]).commands)
        self.assertNotIn("cli.explain", plan(["app/cli/completion_command.cc"]).commands)

    def test_pages_are_tried_with_those_that_are_kept(self):
        for page in ["src/overt/html/page.cc", "src/overt/report/views_page.cc", "tests/golden/pages/compare.html"]:
            self.assertEqual(plan([page]).commands, {"report.golden", "report.result_golden"})
        self.assertEqual(plan(["app/studio/roles_page.cc"]).commands, {"studio.way", "studio.wrong", "studio.ends"})

    def test_what_is_built_first(self):
        self.assertEqual(plan(["tests/faults/faults.cc"]).targets(), ["overt_cli", "faults"])
        wanted = plan(["fuzz/job.cc", "fuzz/target.h", "fuzz/target.cc", "fuzz/corpus/zip/a.zip"])
        self.assertEqual(wanted.cpp, {"fuzz_job", "fuzz_zip"})
        self.assertEqual(wanted.tests_in_cpp(), {r"fuzz\.job", r"fuzz\.zip"})

    def test_a_file_that_is_gone_counts_for_its_folder(self):
        wanted = plan(["src/overt/local/gone.cc", "docs/gone.md", "tests/cli/gone.txt"])
        self.assertEqual((wanted.cpp, wanted.commands, wanted.sources), ({"local_test"}, set(), []))

    def test_every_test_that_is_named_is_one(self):
        """No rule names a test that is not there."""
        lists = (ROOT / "tests/CMakeLists.txt").read_text()
        for _, name in COMMANDS:
            if "{" not in name:
                kind, one = name.split(".")
                self.assertRegex(lists, rf"overt_python_test\({kind}\.({one}\b|\$\{{name\}})")

    def test_every_folder_of_the_library_has_tests(self):
        for folder in [ROOT / "src/io", *(ROOT / "src/overt").iterdir()]:
            if folder.is_dir():
                self.assertTrue(list(folder.rglob("*_test.cc")), f"{folder} has no test that make check could run")


if __name__ == "__main__":
    unittest.main()
