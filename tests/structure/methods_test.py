"""A method is a row of src/overt/verify/methods.cc: no other source asks for a method or a strategy
by its name, and README's table of methods says what the rows say. The same for properties, each of
which says what it is in its own file of src/overt/privacy. Checked on the project, then on trees broken on purpose."""

import ast
import re
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLE = "src/overt/verify/methods.cc"
HEADER = "src/overt/verify/methods.h"
PROPERTIES = "src/overt/privacy"
JOB_PAGE = "docs/job.md"

# Where the names stand: the tables, what runs a method or a strategy, and each property's file.
TABLES = [TABLE, HEADER, "src/overt/release/methods/methods.cc",
          "src/overt/strategy/strategy.cc"]
OWN = re.compile(r"src/overt/(strategy|privacy)/(\w+?)(_property)?\.cc$")
FOR_TESTS = re.compile(r"_test\.cc$|_for_tests\.h$|_reference\.h$")

ROW = re.compile(r'MethodRow\{(.*?)\n    \}', re.DOTALL)
FIELD = re.compile(r'\.(name|level|groups) =\s*((?:"[^"]*"\s*)+|\w+)')
STRATEGY = re.compile(r'StrategyRow\{("\w+"|\w+),')
CONSTANT = re.compile(r'constexpr std::string_view (k\w+) = "(\w+)";')
KIND = re.compile(r'PropertyKind k\w+ = \{\s*"(\w+)"')
# README has one more column, of what was measured.
README_ROW = re.compile(r"^\| \[`(\w+)`\]\(([^)]+)\)( \(default\))? \| (.+?) \| ([^|]+?) \|(?: [^|]+ \|)?$",
                        re.MULTILINE)

JOB_ROW = re.compile(r"^\| \[`(\w+)`\]\([^)]+\) \| (`(?:transparent|family|release)`.*?) \|", re.MULTILINE)

COMMENT = re.compile(r'//[^\n]*|("(?:\\.|[^"\\])*")')


def rows_of(root):
    """The table: name -> level and groups; a strategy's level is its own."""
    constants = dict(CONSTANT.findall((root / HEADER).read_text()))
    rows = {}
    for row in ROW.findall((root / TABLE).read_text()):
        fields = {}
        for name, text in FIELD.findall(row):
            parts = re.findall(r'"([^"]*)"', text)
            fields[name] = "".join(parts) if '"' in text else constants[text.strip()]
        rows[fields["name"]] = fields
    return rows


def strategies_of(root):
    constants = dict(CONSTANT.findall((root / HEADER).read_text()))
    found = STRATEGY.findall((root / TABLE).read_text())
    return [name.strip('"') if name.startswith('"') else constants[name] for name in found]


def properties_of(root):
    return [name for path in sorted((root / PROPERTIES).glob("*_property.cc")) for name in KIND.findall(path.read_text())]


def without_comments(text):
    return COMMENT.sub(lambda match: match.group(1) or "", text)


def asks(text, names):
    """Literals of a C++ source that ask for one of the names."""
    any_name = "|".join(sorted(names))
    patterns = [rf'[!=]=\s*"({any_name})"', rf'"({any_name})"\s*[!=]=',
                rf'\.(?:compare|starts_with|ends_with|count|find)\(\s*"({any_name})"',
                rf'"({any_name})",\s*"(?:{any_name})"',
                rf'\bvalue_or\(\s*(?:std::string\()?"({any_name})"',
                rf'\b(?:methods?|strateg(?:y|ies)|property)\w*(?:\.name|->name)?\s*=\s*\{{?\s*"({any_name})"']
    return sorted({name for pattern in patterns for name in re.findall(pattern, text)})


def python_asks(text, names):
    """Names that a Python source compares with; keys that are looked for in a dict are no names."""
    def constants(tree):
        return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}

    tree = ast.parse(text)
    compared = set().union(*(constants(part) for node in ast.walk(tree) if isinstance(node, ast.Compare)
                             for part in [node.left, *node.comparators] if not isinstance(part, ast.Call)))
    in_keys = {node.left.value for node in ast.walk(tree) if isinstance(node, ast.Compare)
               and isinstance(node.left, ast.Constant) and isinstance(node.ops[0], ast.In | ast.NotIn)}
    return sorted((compared - in_keys) & names)


def violations(root):
    rows = rows_of(root)
    names = set(rows) | set(strategies_of(root)) | set(properties_of(root))
    problems = []
    for folder, ends in (("src", "h cc"), ("app", "h cc"), ("python/src", "h cc"), ("python/overt", "py")):
        for path in sorted(file for end in ends.split() for file in (root / folder).rglob(f"*.{end}")):
            place = path.relative_to(root).as_posix()
            own = OWN.match(place)
            if place in TABLES or FOR_TESTS.search(place) or place.startswith("src/overt/policy/"):
                continue  # policies have methods and predicates of their own
            known = names - {own[2]} if own else names
            found = (python_asks(path.read_text(), known) if path.suffix == ".py" else
                     asks(without_comments(path.read_text()), known))
            problems += [f"{place}: asks for {name} by its name; ask a row of {TABLE}, or the property's PropertyKind"
                         for name in found]
    return problems + readme_violations(root, rows) + job_page_violations(root, rows)


def job_page_violations(root, rows):
    """The table of docs/job.md: which methods there are, and their levels."""
    described = JOB_ROW.findall((root / JOB_PAGE).read_text())
    problems = []
    if [name for name, _ in described] != list(rows):
        problems.append(f"{JOB_PAGE}: its table of methods has {[name for name, _ in described]}, not {list(rows)}")
    return problems + [f"{JOB_PAGE}: {name}: its level is {rows[name]['level']}, not {level}"
                       for name, level in described
                       if name in rows and rows[name]["level"] and level != f"`{rows[name]['level']}`"]


def readme_violations(root, rows):
    described = README_ROW.findall((root / "README.md").read_text())
    problems = []
    if [name for name, *_ in described] != list(rows):
        problems.append(f"README.md: its table of methods has {[row[0] for row in described]}, not {list(rows)}")
    default = dict(CONSTANT.findall((root / HEADER).read_text()))["kDefaultMethod"]
    for name, page, marked, groups, level in described:
        row = rows.get(name)
        if row is None:
            continue
        if not (root / page.split("#")[0]).is_file():
            problems.append(f"README.md: {name}: there is no page {page}")
        if groups != row["groups"]:
            problems.append(f"README.md: {name}: says {groups!r}, the table {row['groups']!r}")
        if row["level"] and level != f"`{row['level']}`":
            problems.append(f"README.md: {name}: its level is {row['level']}, not {level}")
        if bool(marked) != (name == default):
            problems.append(f"README.md: {name}: the default is {default}")
    return problems


class Project(unittest.TestCase):
    def test_nobody_asks_for_a_method_by_its_name(self):
        problems = violations(ROOT)
        if problems:
            self.fail("\n" + "\n".join(problems))

    def test_the_tables_are_found(self):
        self.assertGreaterEqual(len(rows_of(ROOT)), 6)
        self.assertGreaterEqual(len(strategies_of(ROOT)), 4)
        self.assertGreaterEqual(len(properties_of(ROOT)), 5)
        self.assertEqual(rows_of(ROOT)["gda"]["level"], "family")


class BrokenOnPurpose(unittest.TestCase):
    """A tree that obeys; each test breaks one rule."""

    TREE = {
        HEADER: 'inline constexpr std::string_view kDefaultMethod = "local";\n'
                'inline constexpr std::string_view kByStrategy = "strategy";\n'
                'inline constexpr std::string_view kUnprotectedStrategy = "naive";\n',
        TABLE: 'constexpr std::array kMethodTable = {\n'
               '    MethodRow{\n        .name = "local",\n        .level = "transparent",\n'
               '        .groups =\n            "neighbours: "\n            "narrow",\n    },\n'
               '    MethodRow{\n        .name = kByStrategy,\n        .level = "",\n        .groups = "one",\n    },\n};\n'
               'StrategyRow{kUnprotectedStrategy, "release"}, StrategyRow{"k_jump", "transparent", true}\n',
        "README.md": "| [`local`](local.md) (default) | neighbours: narrow | `transparent` |\n"
                     "| [`strategy`](local.md#walks) | one | `transparent`; `naive` only `release` |\n",
        "local.md": "",
        JOB_PAGE: "| [`local`](a.md) | `transparent` | neighbours | ranks |\n"
                  "| [`strategy`](#b) | `transparent`; `naive`: `release` | one | keys |\n",
        "src/overt/strategy/k_jump.cc": 'return "k_jump";  // its own name\n',
        "src/overt/privacy/t_closeness_property.cc": 'constexpr PropertyKind kTCloseness = {"t_closeness", " t "};\n',
        "src/overt/joint/joint_test.cc": 'if (method == "local") return;\n',
        "src/overt/job/job_toml.cc": 'reader.table("strategy"); // method == "local"\n',
        "src/overt/report/page.cc": 'code("local"); text("groups of local recoding"); json["safe"] = step ? 1 : 0;\n',
        "python/overt/a.py": 'def attack():\n    """As in attack(method="local")."""\n',
    }

    def found(self, changed):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for path, text in {**self.TREE, **changed}.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text)
            return violations(root)

    def assert_caught(self, expected, path, text):
        self.assertIn(expected, "\n".join(self.found({path: text})))

    def test_whole_tree_passes(self):
        self.assertEqual(self.found({}), [])

    def test_comparisons(self):
        for text in ('if (method == "local") return;', 'if ("local" != job.method) return;',
                     'if (job.method != "strategy") return;', 'if (name.compare("naive") == 0) return;',
                     'const bool jumps = named == "k_jump";', 'if (set.count("strategy") > 0) return;'):
            self.assert_caught("by its name", "src/overt/release/other.cc", text)

    def test_lists(self):
        self.assert_caught("asks for naive", "app/cli/explain_command.cc", 'for (auto name : {"naive", "k_jump"}) {}')
        self.assert_caught("asks for local", "app/cli/compare_command.cc", 'methods = {"local"};')

    def test_settings(self):
        for text in ('job.method = "local";', 'job.strategy.name = "naive";', 'given.value_or("k_jump");',
                     'property->name = "t_closeness";'):
            self.assert_caught("by its name", "src/overt/assess/other.cc", text)

    def test_properties(self):
        self.assert_caught("asks for t_closeness", "src/overt/joint/unions.cc", 'if (one.name == "t_closeness") return;')

    def test_python(self):
        self.assert_caught("asks for naive", "python/overt/a.py", 'assert strategy in (None, "naive")\n')

    def test_readme_without_a_method(self):
        self.assert_caught("its table of methods has", "README.md", self.TREE["README.md"].split("\n")[0] + "\n")

    def test_readme_with_another_level(self):
        self.assert_caught("its level is transparent", "README.md",
                           self.TREE["README.md"].replace("narrow | `transparent`", "narrow | `family`"))

    def test_readme_with_other_groups(self):
        self.assert_caught("says 'wide'", "README.md", self.TREE["README.md"].replace("neighbours: narrow", "wide"))

    def test_readme_with_another_default(self):
        self.assert_caught("the default is local", "README.md", self.TREE["README.md"].replace(" (default)", ""))

    def test_job_page_with_another_level(self):
        self.assert_caught("docs/job.md: local: its level is transparent", JOB_PAGE,
                           self.TREE[JOB_PAGE].replace("`transparent` | neigh", "`family` | neigh"))

    def test_job_page_with_a_method_that_there_is_not(self):
        self.assert_caught("docs/job.md: its table of methods has", JOB_PAGE,
                           self.TREE[JOB_PAGE] + "| [`rda`](a.md) | `transparent` | l records | |\n")

    def test_page_that_is_not_there(self):
        self.assert_caught("there is no page", "README.md", self.TREE["README.md"].replace("(local.md)", "(far.md)"))


if __name__ == "__main__":
    unittest.main()
