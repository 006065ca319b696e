"""The pages can be read and found: no line of prose is over 100 columns, README links to every page of docs/, links
lead to files and headings that are there, pages that sources speak of are there as well, papers are named by authors
and year, and stand in docs/references.md, and docs/architecture.md names every folder that there is and no other. Checked
on the project, then on a small tree broken on purpose."""

import re
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WIDTH = 100

FENCE = re.compile(r"^ *```")
HEADING = re.compile(r"^#+ +(.+?) *$")
LINK = re.compile(r"\[(?:[^][]|\[[^][]*\])*\]\(([^()\s]+)\)")
CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
NAMED = re.compile(r"\bdocs/[\w/]+\.md\b")
NUMBERED = re.compile(r"\bpapers? \d{3}\b", re.IGNORECASE)
# Li, Li and Venkatasubramanian (2007); Zhang et al. 2008; (Kifer 2009)
CITED = re.compile(r"\b([A-Z][a-z]+)(?: et al\.| and (?:[A-Z][a-z]+[- ]?)+),? \(?((?:19|20)\d\d)\b|\(([A-Z][a-z]+),? ((?:19|20)\d\d)\b")
SOURCES = {".h", ".cc", ".py", ".cmake"}


def prose(text):
    """(number, line) of what is neither in a fenced block nor an indented one."""
    fenced = indented = False
    last = ""
    for number, line in enumerate(text.splitlines(), 1):
        if FENCE.match(line):
            fenced = not fenced
        elif not fenced:
            indented = line.startswith("    ") and (indented or not last.strip())
            if not indented:
                yield number, line
        last = line


def may_be_long(line):
    """A row of a table, a picture or a link cannot be divided."""
    return line.lstrip().startswith(("|", "![")) or " " not in line.strip()


def anchors(text):
    """What a link may name behind #, as GitHub makes it of the headings."""
    found = []
    for _, line in prose(text):
        heading = HEADING.match(line)
        if heading:
            words = LINK.sub(lambda link: link.group().split("](")[0][1:], heading[1]).lower()
            name = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
            found.append(f"{name}-{found.count(name)}" if name in found else name)
    return set(found)


def links(text):
    """Where the links of a page lead. Code is not looked at, but may be what is clicked on."""
    page = "\n".join(line for _, line in prose(text))
    return LINK.findall(CODE.sub("code", page))


def check_links(root, page):
    for link in links(page.read_text()):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        goal = (page.parent / path).resolve() if path else page
        if not goal.exists():
            yield f"{page.relative_to(root)}: {link}: there is no such file"
        elif anchor and anchor not in anchors(goal.read_text()):
            yield f"{page.relative_to(root)}: {link}: there is no such heading"


def unknown_papers(root, text):
    """What is cited and has no entry in docs/references.md, or one of another year."""
    entries = re.split(r"\n(?=- |#|\n)", (root / "docs/references.md").read_text())
    for match in CITED.finditer(re.sub(r"\s+(?://+ |# )?", " ", text)):
        author, year = match.group(1) or match.group(3), match.group(2) or match.group(4)
        if not any(author in entry and year in entry for entry in entries):
            yield f"{match.group()}: is not in docs/references.md"


MADE = {"build", "demo", "dist"}  # by our own commands; git ignores them


def left_out(root):
    """Folders of the project that the tree at the top of docs/architecture.md does not name."""
    tree = (root / "docs/architecture.md").read_text().split("```")[1]
    for parent in ("", "src", "src/overt", "app", "python", "tests"):
        for folder in sorted(path for path in (root / parent).glob("*") if path.is_dir()):
            name = str(folder.relative_to(root))
            if folder.name[0] not in "._" and name not in MADE and not re.search(rf"\b{folder.name}/", tree):
                yield f"docs/architecture.md: leaves out {name}"


def not_there(root):
    """Folders that the tree names and that are not there; those of src/overt stand two columns in."""
    tree = (root / "docs/architecture.md").read_text().split("```")[1]
    for indent, name in re.findall(r"^( {0,2})([\w/]+)/(?: |$)", tree, re.MULTILINE):
        folder = f"src/overt/{name}" if indent else name
        if not (root / folder).is_dir():
            yield f"docs/architecture.md: there is no {folder}"


def violations(root):
    docs = sorted((root / "docs").rglob("*.md"))
    problems = []
    others = [root / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "examples/README.md")]
    for page in [*(page for page in others if page.exists()), *docs]:
        name = page.relative_to(root)
        problems += [f"{name}:{number}: {len(line)} columns" for number, line in prose(page.read_text())
                     if len(line) > WIDTH and not may_be_long(line)]
        problems += check_links(root, page)
        problems += [f"{name}: {paper}: who wrote it, and when?" for paper in NUMBERED.findall(page.read_text())]
        problems += [f"{name}: {problem}" for problem in unknown_papers(root, page.read_text())]
    shown = {(root / link.partition("#")[0]).resolve() for link in links((root / "README.md").read_text())}
    problems += [f"{page.relative_to(root)}: README has no link to it" for page in docs if page.resolve() not in shown]
    for folder in ("src", "app", "python", "bench", "cmake"):
        for source in sorted(path for path in (root / folder).rglob("*") if path.suffix in SOURCES):
            name, text = source.relative_to(root), source.read_text()
            problems += [f"{name}: {page}: there is no such page" for page in NAMED.findall(text)
                         if not (root / page).exists()]
            problems += [f"{name}: {paper}: who wrote it, and when?" for paper in NUMBERED.findall(text)]
            problems += [f"{name}: {problem}" for problem in unknown_papers(root, text)]
    return problems + list(left_out(root)) + list(not_there(root))


class Project(unittest.TestCase):
    def test_pages_can_be_read_and_found(self):
        problems = violations(ROOT)
        if problems:
            self.fail("\n" + "\n".join(problems))

    def test_there_is_something_to_check(self):
        self.assertGreater(len(links((ROOT / "README.md").read_text())), 30)
        self.assertIn("what---keep-groups-writes", anchors((ROOT / "docs/files.md").read_text()))


class BrokenOnPurpose(unittest.TestCase):
    """A tree that obeys; each test breaks one rule."""

    README = ("# Top\n\n[a `page`](docs/a.md), [its\npart](docs/a.md#a-part-of---it), [tree](docs/architecture.md), "
              "[papers](docs/references.md)\n")
    PAPERS = "# Papers\n\n### Lee et al. 2008\n\nAnn Lee, Bo Fox.\n\n- Cy Ross. *On it.* X 9,\n  2009.\n"
    PAGE = "# A\n\n## A part of `--it`\n\n" + "word " * 19 + "\n\n```\n" + "x y " * 40 + "\n```\n\n| " + "x y " * 40 + "|\n"

    def found(self, readme=README, page=PAGE, source="// docs/a.md has more.\n", tree="src/ docs/"):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            files = {"README.md": readme, "CONTRIBUTING.md": "# How\n", "docs/a.md": page, "src/a.h": source,
                     "docs/architecture.md": f"# Tree\n\n```\n{tree}\n```\n", "docs/references.md": self.PAPERS}
            for path, text in files.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text)
            return violations(root)

    def assert_caught(self, expected, **changed):
        self.assertIn(expected, "\n".join(self.found(**changed)))

    def test_whole_tree_passes(self):
        self.assertEqual(self.found(), [])

    def test_long_line(self):
        self.assert_caught("docs/a.md:5: 101 columns", page=self.PAGE.replace("word \n", "word longer\n", 1))

    def test_long_line_of_a_list(self):
        self.assert_caught("docs/a.md:13: 122 columns", page=self.PAGE + "\n- " + "a word, " * 15 + "\n")

    def test_page_that_readme_leaves_out(self):
        self.assert_caught("docs/a.md: README has no link to it", readme="# Top\n")

    def test_link_to_no_file(self):
        self.assert_caught("README.md: docs/b.md: there is no such file", readme=self.README + "[b](docs/b.md)\n")

    def test_link_to_no_heading(self):
        self.assert_caught("README.md: docs/a.md#a-part-of---it: there is no such heading",
                           page=self.PAGE.replace("A part", "Part"))

    def test_source_that_names_no_page(self):
        self.assert_caught("src/a.h: docs/b.md: there is no such page", source="// docs/b.md has more.\n")

    def test_paper_by_number(self):
        self.assert_caught("src/a.h: Paper 007: who wrote it", source="// Paper 007, table 3.\n")
        self.assert_caught("docs/a.md: papers 007: who wrote it", page=self.PAGE + "\nSee papers 007 and 008.\n")

    def test_paper_that_is_not_in_the_list(self):
        self.assertEqual(self.found(source="// as Lee et\n// al. 2008 do (Ross 2009), docs/a.md\n"), [])
        self.assert_caught("src/a.h: Lee et al. 2007: is not in", source="// Lee et\n// al. 2007.\n")
        self.assert_caught("docs/a.md: (Low 2009: is not in", page=self.PAGE + "\nIt is so (Low 2009).\n")

    def test_folder_that_is_not_there(self):
        self.assert_caught("docs/architecture.md: there is no src/overt/gone", tree="src/ docs/\n  gone/    what it was")
        self.assert_caught("docs/architecture.md: there is no app/gone", tree="src/ docs/\napp/gone/    what it was")

    def test_folder_that_the_tree_leaves_out(self):
        self.assert_caught("docs/architecture.md: leaves out src", tree="docs/")


if __name__ == "__main__":
    unittest.main()
