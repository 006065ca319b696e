"""Runs a transcript of commands and compares what they print.

    python3 transcript.py FILE BIN_FOLDER

FILE is a text file, or a Markdown page of which the ```console blocks are run:

    # a comment (text files only)
    $ overt inspect census.csv \\
        --quasi age
    age  integer  ... values
    ...
    [exit 2]

A line that starts with "$ " is a command; a trailing backslash continues it.
The lines after it are what it must print (output and errors together): "..."
stands for anything within a line, a line "..." for any number of lines. The
exit code must be 0 unless a last line says otherwise. Every command is run by
bash, all in one fresh folder, with BIN_FOLDER first in PATH.

A block ```csv patients.csv (any language, then a file name) is written to that
file first. A page of examples/ is run in a copy of its folder. ```console norun is for the two make commands of the README alone.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

TIMEOUT = 600  # seconds a command may take
NORUN = {"make demo", "make test"}  # in README.md, each once

FENCE = re.compile(r"^ *```+ *(\S*) *(\S*) *$")
EXIT = re.compile(r"^\[exit (\d+)\]$")


class Malformed(Exception):
    pass


@dataclass
class Command:
    line: int
    text: str
    expected: list = field(default_factory=list)
    exit_code: int = 0


@dataclass
class File:
    name: str
    text: str


def strip_blank_end(lines):
    while lines and not lines[-1].strip():
        lines.pop()
    return lines


def parse_commands(numbered_lines, comments):
    """The commands of one block: [(line number, line)] -> [Command]."""
    commands, continued = [], False
    for number, line in numbered_lines:
        if continued:
            commands[-1].text += "\n" + line.removeprefix("> ")
        elif line.startswith("$ "):
            commands.append(Command(number, line[2:]))
        elif comments and (line == "#" or line.startswith("# ")):
            continue
        elif commands:
            commands[-1].expected.append(line)
        elif line.strip():
            raise Malformed(f"line {number}: output before the first command")
        continued = bool(commands) and commands[-1].text.endswith("\\") and not commands[-1].expected
    for command in commands:
        strip_blank_end(command.expected)
        code = EXIT.match(command.expected[-1]) if command.expected else None
        if code:
            command.expected.pop()
            command.exit_code = int(code[1])
            strip_blank_end(command.expected)
    return commands


def blocks(lines):
    """(language, word after it, numbered lines) for every fenced block, and with
    language None for every stretch of lines outside of them."""
    language, word, inside = None, "", []
    for number, line in enumerate(lines, 1):
        fence = FENCE.match(line)
        if not fence:
            inside.append((number, line))
            continue
        yield language, word, inside
        language, word = fence.groups() if language is None else (None, "")
        inside = []
    if language is not None:
        raise Malformed("a fenced block is not closed")
    yield language, word, inside


def parse(name, text):
    """The steps of a transcript in order: Files to write and Commands to run."""
    is_page = name.endswith(".md")
    steps, norun = [], []
    for language, word, lines in blocks(text.splitlines()):
        if language == "console" and word == "norun":
            norun += [command.text for command in parse_commands(lines, comments=False)]
        elif language == "console" or (language is None and not is_page):
            steps += parse_commands(lines, comments=not is_page)
        elif language is not None and word:
            steps.append(File(word, "".join(line + "\n" for _, line in lines)))
        elif any(line.startswith("$ ") for _, line in lines):
            raise Malformed(f"line {lines[0][0]}: commands stand in ```console blocks, so that they are run")
    allowed = NORUN if name == "README.md" else set()
    if len(norun) != len(set(norun)) or not set(norun) <= allowed:
        raise Malformed(f"norun is for {sorted(NORUN)} in README.md, each once; here: {norun}")
    if not norun and not any(isinstance(step, Command) for step in steps):
        raise Malformed("no command at all")
    return steps


def line_matches(expected, actual):
    return re.fullmatch(".*".join(map(re.escape, expected.split("..."))), actual) is not None


def compare(expected, actual):
    """(whether they agree, the difference as lines with "  ", "- " or "+ " before them)."""
    rows, columns = len(expected), len(actual)
    # cost[i][j]: lines that differ between expected[i:] and actual[j:].
    cost = [[0] * (columns + 1) for _ in range(rows + 1)]

    def moves(i, j):
        """Ways to go on from (i, j): (lines that differ, next i, next j, what to show)."""
        if i < rows and expected[i].strip() == "...":
            yield 0, i + 1, j, []
            if j < columns:
                yield 0, i, j + 1, ["  " + actual[j]]
        elif i < rows and j < columns and line_matches(expected[i], actual[j]):
            yield 0, i + 1, j + 1, ["  " + actual[j]]
        if i < rows:
            yield 1, i + 1, j, ["- " + expected[i]]
        if j < columns:
            yield 1, i, j + 1, ["+ " + actual[j]]

    for i in range(rows, -1, -1):
        for j in range(columns, -1, -1):
            cost[i][j] = min((c + cost[a][b] for c, a, b, _ in moves(i, j)), default=0)
    shown, i, j = [], 0, 0
    while (i, j) != (rows, columns):
        c, i, j, lines = min(moves(i, j), key=lambda move: move[0] + cost[move[1]][move[2]])
        shown += lines
    return cost[0][0] == 0, shown


def run(text, folder, bin_folder):
    """Runs one command; returns the lines that it printed and its exit code."""
    environment = os.environ | {"PATH": f"{bin_folder}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
                                "HOME": str(folder), "LC_ALL": "C.UTF-8", "TZ": "UTC", "TERM": "dumb"}
    process = subprocess.Popen(["bash", "-c", text], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        output, _ = process.communicate(timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        output += f"\n(stopped after {TIMEOUT} seconds)".encode()
    lines = output.decode(errors="backslashreplace").split("\n")
    return strip_blank_end(lines), process.returncode


def play(name, text, bin_folder, beside=None):
    """Runs a whole transcript, in a copy of the folder `beside` if there is one; returns a description of every failure."""
    failures = []
    with tempfile.TemporaryDirectory(prefix="overt-transcript-") as folder:
        if beside:
            shutil.copytree(beside, folder, dirs_exist_ok=True)
        for step in parse(name, text):
            if isinstance(step, File):
                (Path(folder) / step.name).parent.mkdir(parents=True, exist_ok=True)
                (Path(folder) / step.name).write_text(step.text)
                continue
            actual, exit_code = run(step.text, folder, bin_folder)
            agrees, difference = compare(step.expected, actual)
            if not agrees or exit_code != step.exit_code:
                failures.append("\n".join([f"{name}:{step.line}: $ {step.text}", *difference] + (
                    [f"- [exit {step.exit_code}]", f"+ [exit {exit_code}]"] if exit_code != step.exit_code else [])))
    return failures


def main(path, bin_folder):
    root = Path(__file__).resolve().parents[2]
    path = Path(path).resolve()
    name = str(path.relative_to(root)) if path.is_relative_to(root) else path.name
    try:
        beside = path.parent if path.parent == root / "examples" else None
        failures = play(name, path.read_text(), Path(bin_folder).resolve(), beside)
    except Malformed as error:
        failures = [f"{name}: {error}"]
    print("\n\n".join(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
