"""The picture of the first page: what a program publishes that looks at the table alone, and what somebody who knows the
program makes of it. Everything in it comes from `overt explain` and `overt attack`, run on the problem that
docs/concepts/disclosure_sets.md begins with."""

import json
import re
import tempfile
from fractions import Fraction
from html import escape
from pathlib import Path

PAGE = "docs/concepts/disclosure_sets.md"
WIDTH, LINE = 360, 30


def problem_of(root):
    return json.loads(re.search(r"^```json problem\.json\n(.*?)^```", (root / PAGE).read_text(), re.MULTILINE | re.DOTALL)[1])


class Card:
    """A drawing of fixed width, filled from the top."""

    def __init__(self, title, description):
        self.title, self.description, self.shapes, self.y = title, description, [], 8

    def words(self, x, text, kind="", anchor="start"):
        self.shapes.append(f'<text x="{x}" y="{self.y + 19}" class="{kind}" text-anchor="{anchor}">{escape(text)}</text>')

    def box(self, x, width, kind, height=LINE - 6):
        self.shapes.append(f'<rect x="{x}" y="{self.y + 2}" width="{width:g}" height="{height}" rx="4" class="{kind}"/>')

    def down(self, by=LINE):
        self.y += by

    def svg(self):
        return (f'<figure class="card"><figcaption>{escape(self.title)}</figcaption>'
                f'<svg viewBox="0 0 {WIDTH} {self.y + 6}" role="img"><title>{escape(self.title)}</title>'
                f'<desc>{escape(self.description)}</desc>{"".join(self.shapes)}</svg></figure>')


def published(problem, step, explained):
    groups = problem["generalizations"][step - 1]
    worst = explained["steps"][-1]["per"]["worst"]["share"]
    card = Card("What is published", f"Step {step}: each group with its values; no value has a share above {worst}.")
    for group in groups:
        card.box(4, WIDTH - 8, "group", 2 * LINE)
        card.words(18, "   ".join(problem["records"][record] for record in group), "name")
        card.down()
        card.words(18, ", ".join(sorted(problem["values"][record] for record in group)))
        card.down(LINE + 10)
    card.words(4, f"Whose is whose is not said. No share above {worst}.", "note")
    card.down()
    return card.svg()


def thought(problem, explained, attacked):
    first = explained["steps"][0]
    failing = first["per"]["worst"]
    card = Card("What somebody thinks who has the program",
                "It did not publish the finer groups, so one of them must have failed.")
    for group in problem["generalizations"][0]:
        known = problem["records"].index(failing["record"]) in group
        card.box(4, WIDTH - 8, "group bad" if known else "group", LINE - 4)
        card.words(18, "   ".join(problem["records"][record] for record in group), "name")
        card.words(110, "twice the same value" if known else "two different values")
        card.down(LINE + 4)
    card.down(4)
    for line in ["The program would rather have published", "these. It did not: one pair has a value twice.",
                 f"Of {explained['steps'][-1]['per']['tables']} tables that fit, {attacked['tables']} are left."]:
        card.words(4, line, "note")
        card.down(24)
    card.down(6)
    return card.svg()


def learned(attacked):
    bound = Fraction(attacked["bound"])
    card = Card("What they know", f"The likeliest value of each person; allowed was {bound}.")
    for person in attacked["posterior"]:
        value, share = max(person["distribution"].items(), key=lambda item: Fraction(item[1]))
        card.words(4, person["record"], "name")
        card.box(30, 190, "room")
        card.box(30, 190 * float(Fraction(share)), "share bad" if Fraction(share) > bound else "share")
        card.words(230, f"{value} {share}", "bad" if Fraction(share) > bound else "")
        card.down()
    at = 30 + 190 * float(bound)
    card.shapes.append(f'<line x1="{at:g}" x2="{at:g}" y1="6" y2="{card.y}" class="bound"/>')
    card.words(at, f"allowed: {bound}", "note", "middle")
    card.down()
    return card.svg()


def picture(root, program):
    """HTML of the three cards."""
    problem = problem_of(root)
    with tempfile.TemporaryDirectory(prefix="overt-site-") as folder:
        (Path(folder) / "problem.json").write_text(json.dumps(problem))
        explained = json.loads(program.run("explain", "problem.json", "--strategy", "naive", "--json", folder=folder))
        attacked = json.loads(program.run("attack", "problem.json", "--strategy", "naive", "--json", folder=folder, codes=(1,)))
    if not attacked["breaks"]:
        raise ValueError(f"{PAGE}: the problem does not show what the picture is about")
    return ('<div class="cards">' + published(problem, explained["released"], explained) +
            thought(problem, explained, attacked) + learned(attacked) + "</div>")
