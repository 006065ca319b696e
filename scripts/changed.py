"""Which tests a change is tried with first: `make check`.

    plan(["src/overt/local/caps.cc", "docs/job.md"]).cpp       {"local_test"}
                                                    .commands  {"cli.docs/job.md"}

A change is tried with the tests of its own folder, not with those of the folders above: they are
many, and `make test` runs them. What a command prints is tried where the command, its tests or the
pages that show it have changed. A file that is gone counts for its folder.
"""

import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = re.compile(r"^(src|app|python|tests|bench|fuzz|packaging)/.*\.(h|cc)$")

# (a path, the executable of tests in C++ that tries it), (a path, the test of ctest that does); {0} is the first group.
# What puts whole runs together is tried by whole runs, and what makes pages by the pages that are kept.
CPP = [(r"^src/overt/(\w+)/", "{0}_test"), (r"^src/overt/(?:release|assess|report)/", "endtoend_test"),
       (r"^src/(io)/", "{0}_test"), (r"^app/(studio)/", "{0}_test"), (r"^tests/(oracle|paper|endtoend)/", "{0}_test"),
       (r"^fuzz/(\w+)\.cc$", "fuzz_{0}"), (r"^fuzz/corpus/(\w+)/", "fuzz_{0}")]
COMMANDS = [(r"^tests/(cli)/(\w+)\.txt$", "{0}.{1}"),
            (r"^tests/(cli|report|python|studio|faults)/(\w+)_test\.py$", "{0}.{1}"),
            (r"^app/cli/", "cli.version"), (r"^app/cli/", "cli.help"), (r"^app/cli/", "cli.errors_usage"),
            *((r"^(?:app/studio/|tests/studio/studio_\w+\.py$)", f"studio.{name}") for name in ["way", "wrong", "ends"]),
            (r"^((?:README|docs/.*|examples/.*)\.md)$", "cli.{0}"),
            (r"^python/", "python.smoke"), (r"^python/", "python.verbs"), (r"^python/", "python.keys"),
            (r"^src/overt/(?:html|report)/", "report.golden"), (r"^src/overt/(?:html|report)/", "report.result_golden"),
            (r"^tests/golden/", "report.golden"), (r"^tests/golden/", "report.result_golden"),
            (r"^src/io/postgres_", "postgres.command"), (r"^tests/postgres/", "postgres.command"),
            (r"^tests/postgres/", "postgres.python"), (r"^tests/faults/faults\.cc$", "faults.commit"),
            (r"^tests/consumer/", "consumer.package"), (r"^(?:tests/)?packaging/", "structure.packaging"),
            (r"^tests/packages/packaging_test", "structure.packaging"), (r"^(?:tests/)?site/", "structure.site")]
OF_A_VERB = re.compile(r"^app/cli/([a-z]+)_\w+\.(?:cc|h)$")
NO_FUZZ_TARGETS = {"fuzz_memory_file", "fuzz_replay", "fuzz_target"}
SLOW = {"python.black_box"}  # for make test-all alone


@dataclass
class Plan:
    sources: list = field(default_factory=list)  # to be formatted
    cpp: set = field(default_factory=set)        # executables of the preset asan
    commands: set = field(default_factory=set)   # tests of the preset dev, by name

    def targets(self):
        """What of the preset dev is built for the commands."""
        def any_of(*kinds):
            return any(name.startswith(kinds) for name in self.commands)

        return ["overt_cli", *(["_overt", "seeded_release"] if any_of("python.", "postgres.python") else []),
                *(["faults"] if any_of("faults.") else [])]

    def tests_in_cpp(self):
        """What ctest calls the tests of the executables."""
        return {name.replace("fuzz_", r"fuzz\.") if name.startswith("fuzz_") else rf"{name}\..*" for name in self.cpp}


def tests_of_verb(verb):
    """The transcripts and tests whose names begin as the files of a verb do."""
    folder = ROOT / "tests/cli"
    patterns = ("{}.txt", "{}_*.txt", "{}s.txt", "{}_test.py", "errors_{}_test.py")
    return {f"cli.{path.stem.removesuffix('_test')}" for pattern in patterns for path in folder.glob(pattern.format(verb))}


def plan(files):
    result = Plan()
    for file in files:
        there = (ROOT / file).exists()
        if SOURCE.match(file) and there:
            result.sources.append(file)
        for rules, tests in [(CPP, result.cpp), (COMMANDS, result.commands)]:
            for pattern, name in rules:
                match = re.match(pattern, file)
                if match and (there or rules is CPP or "{" not in name):
                    tests.add(name.format(*match.groups()))
        of_a_verb = OF_A_VERB.match(file)
        if of_a_verb:
            result.commands |= tests_of_verb(of_a_verb[1])
    result.cpp -= NO_FUZZ_TARGETS
    result.commands -= SLOW
    result.commands = {name for name in result.commands if not name.endswith(".md") or shows_commands(name[4:])}
    return result


def shows_commands(page):
    path = ROOT / page
    return path.exists() and re.search(r"^(```console|\$ )", path.read_text(), re.MULTILINE) is not None


def changed_files():
    """(against what, files that differ from it): the last commit, or, if nothing has changed since, the one before."""
    def git(*arguments):
        done = subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True)
        return done.stdout.splitlines()

    for base in ("HEAD", "HEAD~1"):
        files = git("diff", "--name-only", "--no-renames", base) + git("ls-files", "--others", "--exclude-standard")
        if files:
            break
    return base, sorted(set(files))
