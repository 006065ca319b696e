"""What `overt --help` and `overt VERB --help` say, taken apart: for man pages (packaging/man.py) and for the reference of
the site (site/reference.py), so that neither can say anything else than the program.

    overt = Program("build/bin/overt")
    overt.verbs                       {"release": "Release a table: grouped, verified, certified", ..}
    overt.help("release").parts       [Part("", [("INPUT", "CSV, TSV or Parquet file; ..")]), Part("Columns", [..]), ..]
"""

import os
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

ENTRY = re.compile(r"^  (\S.*?)(?:  +(\S.*))?$")
TITLE = re.compile(r"^([A-Z][A-Za-z ]*):$")


@dataclass
class Part:
    """Flags under one title; the arguments stand first, under none."""
    title: str
    entries: list = field(default_factory=list)  # (label, what it means)


@dataclass
class Help:
    about: str                                   # the sentence or sentences at the top
    usage: str
    parts: list
    notes: list                                  # paragraphs; what is indented in the help is kept as lines


def blocks(text):
    """Stretches of lines between empty ones."""
    return [block.split("\n") for block in re.split(r"\n\s*\n", text.strip("\n"))]


def entries_of(lines):
    """[(label, meaning)] of lines "  --flag VALUE   What it means" with what is filled below."""
    found = []
    for line in lines:
        if line.startswith("   "):
            label, meaning = found.pop()
            found.append((label, f"{meaning} {line.strip()}".strip()))
        else:
            match = ENTRY.match(line)
            if not match:
                raise ValueError(f"help that is not understood: {line!r}")
            found.append((match[1], match[2] or ""))
    return found


def parse(text):
    """The help of one verb, or of the command."""
    about, usage, *rest = blocks(text)
    if not usage[0].startswith("Usage: "):
        raise ValueError(f"help that is not understood: {usage[0]!r}")
    parts, notes = [], []
    for lines in rest:
        title = TITLE.match(lines[0])
        if not notes and (title or lines[0].startswith("  ")) and not lines[0].startswith("Example"):
            parts.append(Part(title[1] if title else "", entries_of(lines[1:] if title else lines)))
        else:
            notes.append(lines)
    return Help(" ".join(about), " ".join(line.strip() for line in usage).removeprefix("Usage: "), parts, notes)


class Program:
    def __init__(self, path):
        self.path = Path(path).resolve()
        verbs = next(part for part in self.help().parts if part.title == "Verbs")
        self.verbs = dict(verbs.entries)

    def run(self, *arguments, folder=None, codes=(0,)):
        """What the command prints."""
        done = subprocess.run([self.path, *arguments], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              env=os.environ | {"COLUMNS": "100", "LC_ALL": "C.UTF-8"})
        if done.returncode not in codes:
            raise RuntimeError(f"overt {' '.join(arguments)}: exit code {done.returncode}: {done.stderr}")
        return done.stdout

    def help(self, *verb):
        return parse(self.run(*verb, "--help"))

    @property
    def version(self):
        return re.match(r"overt (\d+\.\d+\.\d+)", self.run("--version"))[1]
