"""A published algorithm stands beside its paper: docs/algorithms/<name>.md has
six fixed parts, and <name>.cc (or, where a method needs no more than the file that
runs it, <name>_method.cc) carries the labels [1] [2] ... of its Steps, each
once, in the same order. Checked on the project, then on trees broken on purpose."""

import re
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PARTS = ["Source", "Promise", "Symbols", "Steps", "Where we differ and why the promise stands", "Cost"]

HEADING = re.compile(r"^## +(.+?) *$", re.MULTILINE)
STEP = re.compile(r"^[ \t]*(?:[-*] +)?[*`]*\[(\d+)\]", re.MULTILINE)  # "[1] ...", "- **[1]** ..."
LABEL = re.compile(r"//[ \t]*\[(\d+)\]")


def steps_of(page):
    after = page.split("\n## Steps", 1)[1]
    return [int(label) for label in STEP.findall(after.split("\n## ", 1)[0])]


def check_page(page, sources):
    """What is wrong between a page and the .cc files of its name."""
    name = page.stem
    headings = HEADING.findall(page.read_text())
    if headings != PARTS:
        return [f"{page.name}: the parts are {headings}, must be {PARTS}"]
    steps = steps_of(page.read_text())
    if not steps or steps != list(range(1, len(steps) + 1)):
        return [f"{page.name}: the labels of Steps are {steps}, must be [1] [2] ..."]
    if len(sources) != 1:
        return [f"{page.name}: needs exactly one {name}.cc in src/overt, found {len(sources)}"]
    labels = [int(label) for label in LABEL.findall(sources[0].read_text())]
    if labels != steps:
        return [f"{name}.cc: carries the labels {labels}, but {page.name} has the steps {steps}"]
    return []


def violations(root):
    pages = sorted((root / "docs/algorithms").glob("*.md"))
    problems = []
    for page in pages:
        sources = [sorted((root / "src/overt").rglob(f"{page.stem}{end}.cc")) for end in ("", "_method")]
        problems += check_page(page, sources[0] or sources[1])
    names = {page.stem for page in pages}
    for reference in sorted(path for folder in ("streamline", "local")
                            for path in (root / "src/overt" / folder).glob("*_reference.h")):
        name = reference.name.removesuffix("_reference.h")
        if name not in names:
            problems.append(f"{name}: an algorithm without a page docs/algorithms/{name}.md")
    return problems


class Project(unittest.TestCase):
    def test_pages_and_code_agree(self):
        problems = violations(ROOT)
        if problems:
            self.fail("\n" + "\n".join(problems))

    def test_there_is_something_to_check(self):
        self.assertTrue(list((ROOT / "docs/algorithms").glob("*.md")))


class BrokenOnPurpose(unittest.TestCase):
    """A tree that obeys; each test breaks one rule."""

    PAGE = "# RDA\n" + "".join(f"\n## {part}\ntext [9]\n" + ("- **[1]** pick\n- [2] repeat [1]\n" * (part == "Steps"))
                               for part in PARTS)
    CODE = "void rda() {\n  // [1] Picks one.\n  pick();  // [2] Again.\n}\n"

    def found(self, page=PAGE, code=CODE, name="rda", source="rda"):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            files = {f"docs/algorithms/{name}.md": page, f"src/overt/streamline/{source}.cc": code,
                     "src/overt/streamline/rda_reference.h": ""}
            for path, text in files.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text)
            return violations(root)

    def assert_caught(self, expected, **changed):
        problems = "\n".join(self.found(**changed))
        self.assertIn(expected, problems)

    def test_whole_tree_passes(self):
        self.assertEqual(self.found(), [])

    def test_method_that_is_its_own_algorithm(self):
        self.assertEqual(self.found(source="rda_method"), [])
        self.assert_caught("carries the labels [1],", source="rda_method", code=self.CODE.replace("[2]", "2"))

    def test_missing_part(self):
        self.assert_caught("the parts are", page=self.PAGE.replace("## Symbols", "Symbols"))

    def test_parts_in_another_order(self):
        self.assert_caught("the parts are", page=self.PAGE.replace("## Cost", "## Source"))

    def test_label_missing_in_the_code(self):
        self.assert_caught("carries the labels [1],", code=self.CODE.replace("[2]", "2"))

    def test_label_twice_in_the_code(self):
        self.assert_caught("carries the labels [1, 2, 2]", code=self.CODE + "// [2]\n")

    def test_labels_in_another_order(self):
        self.assert_caught("carries the labels [2, 1]", code="// [2]\n// [1]\n")

    def test_steps_not_numbered_through(self):
        self.assert_caught("must be [1] [2]", page=self.PAGE.replace("- [2]", "- [3]"))

    def test_page_without_code(self):
        self.assert_caught("exactly one ria.cc", name="ria")

    def test_algorithm_without_a_page(self):
        self.assert_caught("an algorithm without a page docs/algorithms/rda.md", name="ria")


if __name__ == "__main__":
    unittest.main()
