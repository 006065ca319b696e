"""Which tests a change is tried with first: `make check`.

    plan(["src/overt/local/walk.cc", "docs/job.md"]).cpp       {"local_test"}
                                                    .commands  {"cli.docs/job.md"}

A change is tried with the tests of its own folder, not with those of the folders above: they are
many, and `make test` runs them. What a command prints is tried where the command, its tests or the
pages that show it have changed.
"""

import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = re.compile(r"^(src|app|python|tests|bench|fuzz)/.*\.(h|cc)$")
# (a path, the test in C++ that tries it), (a path, the test in Python that does); {0} is the first group
CPP = [(r"^src/overt/(\w+)/", "{0}_test"), (r"^src/(io)/", "{0}_test"), (r"^app/(studio)/", "{0}_test"), (r"^tests/(oracle|paper|endtoend)/", "{0}_test")]
COMMANDS = [(r"^tests/cli/(\w+)\.txt$", "cli.{0}"), (r"^tests/(cli|report|python|studio)/(\w+)_test\.py$", "{0}.{1}"),
            (r"^app/cli/([a-z]+)_\w+\.(?:cc|h)$", "cli.{0}"), (r"^app/cli/", "cli.version"), (r"^app/cli/", "cli.errors_usage"),
            (r"^((?:README|docs/.*)\.md)$", "cli.{0}"), (r"^python/", "python.smoke"), (r"^python/", "python.verbs"),
            (r"^tests/golden/", "report.golden"), (r"^tests/golden/", "report.result_golden")]


@dataclass
class Plan:
    sources: list = field(default_factory=list)  # to be formatted
    cpp: set = field(default_factory=set)        # executables of the preset asan
    commands: set = field(default_factory=set)   # tests of the preset dev, by name

    def targets(self):
        """What of the preset dev is built for the commands."""
        python = any(name.startswith("python.") for name in self.commands)
        return ["overt_cli", *(["_overt", "seeded_release"] if python else [])]


def plan(files):
    result = Plan()
    for file in files:
        if SOURCE.match(file):
            result.sources.append(file)
        for rules, tests in [(CPP, result.cpp), (COMMANDS, result.commands)]:
            for pattern, name in rules:
                match = re.match(pattern, file)
                if match:
                    tests.add(name.format(*match.groups()))
    result.commands = {name for name in result.commands if not name.endswith(".md") or shows_commands(name[4:])}
    return result


def shows_commands(page):
    return re.search(r"^(```console|\$ )", (ROOT / page).read_text(), re.MULTILINE) is not None


def changed_files():
    """(against what, files that differ from it and are still there): the last commit, or, if nothing
    has changed since, the one before."""
    def git(*arguments):
        return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()

    for base in ("HEAD", "HEAD~1"):
        files = git("diff", "--name-only", base) + git("ls-files", "--others", "--exclude-standard")
        if files:
            break
    return base, sorted(file for file in set(files) if (ROOT / file).exists())
