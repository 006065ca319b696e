"""Includes go down only: reads the direction table of docs/architecture.md and
fails on every #include that it forbids, and on a few other house rules.
The rules are checked on the project, then on a small tree broken on purpose."""

import functools
import re
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)
COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
# A message of wrong usage that begins with a parameter as raw text: "person: ...".
RAW_KEY = re.compile(r'\b(?:Keyed)?Error\(\s*ErrorCode::usage,\s*\{?\s*(?:fmt::format\(\s*)?"([a-z_]+): ')

# What must not stand in a file of these folders (tests aside), and why.
CORE = "the library never prints, exits or aborts"
COINS = "randomness is an argument (base/random.h)"
PURE = "a published algorithm knows no files and no clocks"
FLAGS = "a message names a Key (base/keyed_error.h)"
FORBIDDEN_INCLUDES = [
    (r"(arrow|parquet)/", lambda folder: folder != "io", "only src/io includes Arrow"),
    (r"CLI/", lambda folder: folder != "cli", "only app/cli knows flags"),
    (r"libpq", lambda folder: folder != "io", "only src/io includes libpq"),
    (r"httplib\.h$", lambda folder: folder != "studio", "only app/studio speaks HTTP"),
    (r"iostream$", lambda folder: folder != "cli", CORE),
    (r"random$", lambda folder: True, COINS),
    (r"(fstream|filesystem|chrono|ctime)$", lambda folder: folder in ("streamline", "local"), PURE),
]
FORBIDDEN_CODE = [
    (r"\bstd::(cout|cerr|clog|exit|_Exit|quick_exit|abort|terminate)\b", lambda folder: folder != "cli", CORE),
    (r"(?<![\w.>])(printf|fprintf|puts|fputs|putchar|abort|fmt::print)\s*\(", lambda folder: folder != "cli", CORE),
    (r"\b(std::random_device|std::mt19937\w*)\b|(?<![\w.>])s?rand\s*\(", lambda folder: True, COINS),
]


def read_table(page, title):
    """{folder: set of folders} from the Markdown table whose header is `title`."""
    rows, inside = {}, False
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.lstrip().startswith("|"):
            inside = False
        elif cells == title:
            inside = True
        elif inside and not set(line) <= set("|-: "):
            rows[cells[0].strip("`")] = set(re.findall(r"`([^`]+)`", cells[1]))
    return rows


def lower(table, folder):
    """Every folder that `folder` reaches by going down."""
    reached, todo = set(), [folder]
    while todo:
        for name in table.get(todo.pop(), ()):
            if name not in reached:
                reached.add(name)
                todo.append(name)
    return reached


def folders_of(root):
    """{folder name: path}: src/overt/<name>, src/<name>, app/<name>, python/src, and the public face overt.h."""
    parents = [root / "src/overt", root / "src", root / "app"]
    found = {path.name: path for parent in parents if parent.is_dir() for path in sorted(parent.iterdir())
             if path.is_dir() and path != root / "src/overt"}
    if (root / "python/src").is_dir():
        found["python"] = root / "python/src"
    if (root / "src/overt/overt.h").exists():
        found["overt.h"] = root / "src/overt/overt.h"
    return found


def target(include, folders):
    """The folder of ours that an include path leads to, or None for a library's header."""
    parts = include.split("/")
    if parts[0] == "overt" and len(parts) > 1:
        return parts[1]
    return parts[0] if len(parts) > 1 and parts[0] in folders else None


@functools.cache
def named_keys(root):
    """Keys of a job that no command line and no prose would write so: min_group."""
    table = root / "src/overt/job/job_fields.cc"
    return set(re.findall(r'"([a-z]+(?:_[a-z]+)+)"', table.read_text())) if table.exists() else set()


def sources(path):
    return [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.suffix in {".h", ".cc"})


def check_file(root, path, folder, folders, table, for_tests):
    text = path.read_text()
    is_test = path.stem.endswith("_test")
    allowed = {folder} | table[folder]
    if is_test:
        allowed |= lower(table, folder) | for_tests.get(folder, set())

    def at(position):
        return f"{path.relative_to(root)}:{text.count(chr(10), 0, position) + 1}"

    for match in INCLUDE.finditer(text):
        quote, include = match.groups()
        goal = target(include, folders)
        if goal is not None and goal not in allowed:
            yield f"{at(match.start())}: {folder} must not include {include}"
        if goal is None and quote == '"' and (path.parent / include).exists():
            yield f"{at(match.start())}: write the path of {include} from the top"
        if goal is not None and include.endswith("_reference.h") and not is_test \
                and not path.stem.endswith("_reference"):
            yield f"{at(match.start())}: references are for tests only"
        for pattern, applies, why in FORBIDDEN_INCLUDES:
            if not is_test and applies(folder) and re.match(pattern, include):
                yield f"{at(match.start())}: no {include} here: {why}"

    for match in COMMENT_OR_STRING.finditer(text):
        words = match.group() if match.group().startswith('"') else ""
        words = re.sub(r"overt [a-z]+( --[a-z-]+)+", "", words)  # a whole command, which somebody is told to run
        flag = re.search(r"(?<![\w-])--[a-z][a-z-]*", words)
        if flag and not is_test and folder not in ("cli", "studio") and path.name != "job_fields.cc":  # the table of keys
            yield f"{at(match.start())}: no {flag.group()} here: {FLAGS}"
        key = re.search(r"\b[a-z]+(?:_[a-z]+)+\b", words)
        if key and folder in ("job", "release", "assess") and not is_test and "/" not in words:
            if key.group() in named_keys(root) and words != f'"{key.group()}"':
                yield f"{at(match.start())}: no {key.group()} here: {FLAGS}"

    for match in RAW_KEY.finditer(text):
        if not is_test and folder not in ("cli", "studio", "python"):  # the faces say it in their own way
            yield f"{at(match.start())}: no {match.group(1)}: here: {FLAGS}"

    code = COMMENT_OR_STRING.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)
    for pattern, applies, why in FORBIDDEN_CODE:
        for match in re.finditer(pattern, code):
            if not is_test and applies(folder):
                yield f"{at(match.start())}: no {match.group().strip(' (')} here: {why}"


def violations(root):
    page = (root / "docs/architecture.md").read_text()
    table = read_table(page, ["folder", "may include"])
    for_tests = read_table(page, ["tests in", "may also include"])
    folders = folders_of(root)

    problems = []
    for folder in sorted(set(folders) - set(table)):
        problems.append(f"{folder}: not in the direction table")
    for folder in sorted(set(table) - set(folders)):
        problems.append(f"{folder}: in the direction table, but does not exist")
    for folder in sorted(table):
        if folder in lower(table, folder):
            problems.append(f"{folder}: the direction table has a cycle")
        for name in sorted((table[folder] | for_tests.get(folder, set())) - set(table)):
            problems.append(f"{folder}: may include {name}, which has no line of its own")
    for folder in sorted(set(folders) & set(table)):
        for path in sources(folders[folder]):
            problems.extend(check_file(root, path, folder, folders, table, for_tests))
    return problems


class Project(unittest.TestCase):
    def test_includes_go_down_only(self):
        problems = violations(ROOT)
        if problems:
            self.fail("\n" + "\n".join(problems))

    def test_verify_shares_nothing_with_the_methods(self):
        table = read_table((ROOT / "docs/architecture.md").read_text(), ["folder", "may include"])
        self.assertEqual(table["verify"], {"base", "table", "hierarchy", "privacy"})


class BrokenOnPurpose(unittest.TestCase):
    """A tree that obeys every rule; each test breaks one of them."""

    TABLE = """
| folder | may include |
|---|---|
| `base` | nothing |
| `table` | `base` |
| `streamline` | `base`, `table` |
| `adversary` | `base`, `streamline` |
| `io` | `base`, `table` |
| `python` | `table` |
| `cli` | `base`, `io` |

| tests in | may also include |
|---|---|
| `streamline` | `adversary` |
"""
    FILES = {
        "src/overt/base/a.h": "#include <vector>\n// std::cout is not used\n",
        "src/overt/table/b.h": '#include "overt/base/a.h"\n',
        "src/overt/streamline/rda.h": '#include "overt/table/b.h"\n',
        "src/overt/streamline/rda_reference.h": "",
        "src/overt/streamline/rda_test.cc": '#include "overt/adversary/p.h"\n'
                                            '#include "overt/streamline/rda_reference.h"\n#include <iostream>\n',
        "src/overt/adversary/p.h": '#include "overt/streamline/rda.h"\n',
        "src/overt/adversary/p_test.cc": '#include "overt/table/b.h"\n',
        "src/io/csv.cc": '#include <arrow/api.h>\n#include "overt/table/b.h"\n',
        "python/src/m.cc": '#include "python/src/m.h"\n#include "overt/table/b.h"\n',
        "app/cli/main.cc": '#include "io/csv.h"\n#include <iostream>\n',
    }

    def found(self, table=None, **changed):
        files = self.FILES | changed.get("files", {})
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name, text in (files | {"docs/architecture.md": table or self.TABLE}).items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            return violations(root)

    def assert_caught(self, expected, **changed):
        problems = self.found(**changed)
        self.assertEqual(len(problems), 1, problems)
        self.assertIn(expected, problems[0])

    def test_whole_tree_passes(self):
        self.assertEqual(self.found(), [])

    def test_upward_include(self):
        self.assert_caught("src/overt/base/a.h:2: base must not include overt/table/b.h",
                           files={"src/overt/base/a.h": '\n#include "overt/table/b.h"\n'})

    def test_include_that_skips_the_table(self):
        self.assert_caught("adversary must not include overt/table/b.h",
                           files={"src/overt/adversary/p.h": '#include "overt/table/b.h"\n'})

    def test_core_includes_io(self):
        self.assert_caught("table must not include io/csv.h",
                           files={"src/overt/table/b.h": '#  include <io/csv.h>\n'})

    def test_the_module_includes_what_it_may_not(self):
        self.assert_caught("python must not include io/csv.h",
                           files={"python/src/m.h": '#include "io/csv.h"\n'})

    def test_a_test_goes_up_where_it_may_not(self):
        self.assert_caught("table must not include overt/streamline/rda.h",
                           files={"src/overt/table/b_test.cc": '#include "overt/streamline/rda.h"\n'})

    def test_folder_without_a_line(self):
        self.assert_caught("extra: not in the direction table", files={"src/overt/extra/x.h": ""})

    def test_line_without_a_folder(self):
        self.assert_caught("local: in the direction table, but does not exist",
                           table=self.TABLE.replace("| `io`", "| `local` | `base` |\n| `io`"))

    def test_cycle(self):
        problems = self.found(table=self.TABLE.replace("| nothing |", "| `adversary` |"))
        self.assertIn("base: the direction table has a cycle", problems)

    def test_arrow_outside_io(self):
        self.assert_caught("only src/io includes Arrow", files={"app/cli/x.cc": "#include <parquet/api.h>\n"})

    def test_printing_in_the_core(self):
        self.assert_caught(CORE, files={"src/overt/table/c.cc": "#include <iostream>\n"})
        self.assert_caught("c.cc:2: no std::cout", files={"src/overt/table/c.cc": "\nstd::cout << 1;\n"})

    def test_a_flag_in_a_message_of_the_core(self):
        self.assert_caught("c.cc:2: no --min-group here", files={"src/overt/table/c.cc": '\nfail("give --min-group");\n'})
        self.assert_caught(FLAGS, files={"src/io/c.cc": 'fail("--out: is missing");\n'})

    def test_key_in_the_words_of_a_message(self):
        table = self.TABLE.replace("| `io` |", "| `job` | `base` |\n| `io` |")
        keys = {"src/overt/job/job_fields.cc": 'key("min_group", "name");\n'}
        files = keys | {"src/overt/job/c.cc": '#include "overt/base/min_group.h"\nfail({Key{"min_group"}, " is 1"});\n'}
        self.assertEqual(self.found(table, files=files), [])
        files["src/overt/job/c.cc"] = '\nfail("min_group is 1, or other_words");\n'
        self.assert_caught("c.cc:2: no min_group here", table=table, files=files)
        self.assertEqual(self.found(files={
            "src/overt/table/c.cc": '// --out\npage.append("run overt release --job job.toml");\n"a -- b, x--y"\n',
            "app/cli/c.cc": 'verb.flag("--force");\n'}), [])

    def test_key_that_begins_a_message(self):
        for words in ['"person: X is none"', 'fmt::format(\n    "person: {}", name)']:
            for throw in ["throw Error(ErrorCode::usage,\n  {});", "throw KeyedError(ErrorCode::usage, {{{}, Key{{\"k\"}}}});"]:
                self.assert_caught("c.cc:2: no person: here",
                                   files={"src/overt/table/c.cc": "\n" + throw.format(words) + "\n"})
        self.assertEqual(self.found(files={
            "src/overt/table/c.cc": 'throw KeyedError(ErrorCode::usage, {Key{"person"}, ": X is none"});\n'
                                    'throw Error(ErrorCode::malformed, "states: is missing");\n',
            "app/cli/c.cc": 'throw Error(ErrorCode::usage, "type: only dates have a format");\n'}), [])

    def test_coins_from_elsewhere(self):
        self.assert_caught(COINS, files={"src/overt/streamline/c.cc": "#include <random>\n"})

    def test_clock_in_an_algorithm(self):
        self.assert_caught(PURE, files={"src/overt/streamline/c.cc": "#include <chrono>\n"})

    def test_reference_outside_tests(self):
        self.assert_caught("references are for tests only", files={
            "src/overt/streamline/c.cc": '#include "overt/streamline/rda_reference.h"\n'})

    def test_relative_path(self):
        self.assert_caught("write the path of b.h from the top", files={
            "src/overt/table/c.cc": '#include "b.h"\n'})


if __name__ == "__main__":
    unittest.main()
