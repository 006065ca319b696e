"""What goes into packages, without building one: man pages say what the help says and are good troff, requirements are
pinned with hashes, extras ask for what is tested, the version stands in one place, the example tables are what their
script makes.

    python3 packaging_test.py BIN_FOLDER
"""

import filecmp
import re
import subprocess
import sys
import tempfile
import tomllib
import unittest
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "packaging")]
import man  # noqa: E402
from help_text import Program, parse  # noqa: E402

OVERT = Path(sys.argv[1]) / "overt"


class ManPages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="overt-man-")
        cls.addClassCleanup(folder.cleanup)
        man.main(OVERT, folder.name)
        cls.pages = {path.stem: path.read_text() for path in Path(folder.name).iterdir()}
        cls.program = Program(OVERT)

    def test_one_for_every_verb_with_every_flag(self):
        self.assertEqual(set(self.pages), {"overt", *(f"overt-{verb}" for verb in self.program.verbs)})
        for verb in self.program.verbs:
            text = self.pages[f"overt-{verb}"].replace("\\-", "-")
            for part in self.program.help(verb).parts:
                for label, meaning in part.entries:
                    self.assertIn(f".B {label}\n{meaning}\n", text.replace("\\&", "").replace("\\e", "\\"))

    def test_no_line_is_taken_for_a_request(self):
        known = {".TH", ".SH", ".TP", ".B", ".BR", ".PP", ".nf", ".fi"}
        for name, text in self.pages.items():
            requests = {line.split(" ")[0] for line in text.splitlines() if line.startswith((".", "'"))}
            self.assertEqual(requests - known, set(), name)

    def test_help_that_is_not_understood_is_an_error(self):
        with self.assertRaisesRegex(ValueError, "not understood"):
            parse("About\n\nNo usage\n")
        with self.assertRaisesRegex(ValueError, "not understood"):
            parse("About\n\nUsage: x\n\nColumns:\n--flag at the margin\n")


class Pins(unittest.TestCase):
    def test_every_requirement_has_hashes(self):
        files = sorted((ROOT / "scripts").glob("requirements*.txt"))
        self.assertGreaterEqual(len(files), 4)
        for path in files:
            for one in path.read_text().replace("\\\n", "").splitlines():
                self.assertRegex(one, r"^[\w.-]+==\S+( +--hash=sha256:[0-9a-f]{64})+$",
                                 f"{path.name}: pin name==version, then run scripts/pin")


class Extras(unittest.TestCase):
    def test_what_they_ask_for_is_what_is_tested(self):
        project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
        pinned = dict(line.split(" ")[0].split("==") for name in ("", "-test", "-spark")
                      for line in (ROOT / f"scripts/requirements{name}.txt").read_text().splitlines() if "==" in line)
        extras = project["optional-dependencies"]
        self.assertEqual(sorted(extras), ["excel", "postgres", "spark", "stat"])
        for one in map(Requirement, [*project["dependencies"], *sum(extras.values(), [])]):
            self.assertIn(pinned[one.name], one.specifier, one)
        for extra in extras:
            self.assertIn(f"`{extra}`", (ROOT / "docs/packages.md").read_text())


class Version(unittest.TestCase):
    def test_stands_in_one_place(self):
        version = re.search(r"project\(overt VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
        self.assertEqual(Program(OVERT).version, version)
        self.assertNotIn(f'"{version}"', (ROOT / "pyproject.toml").read_text())
        for named in re.findall(r"overt[-_](\d+\.\d+\.\d+)", (ROOT / "docs/packages.md").read_text()):
            self.assertEqual(named, version)
        self.assertIn(f"\n## {version} (", (ROOT / "docs/release_notes.md").read_text())
        newest = re.search(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[1]
        self.assertRegex(newest, rf"^(Unreleased|{re.escape(version)} - \d{{4}}-\d\d-\d\d)$")


class Examples(unittest.TestCase):
    def test_tables_are_what_their_script_makes(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, "-B", ROOT / "examples/make_tables.py", folder], check=True)
            made = sorted(path.name for path in Path(folder).iterdir())
            self.assertEqual(made, ["clinic.csv", "pupils.csv", "staff.csv"])
            for name in made:
                self.assertTrue(filecmp.cmp(f"{folder}/{name}", ROOT / "examples" / name, shallow=False), name)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
