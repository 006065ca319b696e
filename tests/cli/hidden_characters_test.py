"""What a terminal or a page would obey (escapes, marks of direction) is shown, wherever names and values come out."""

import json
import re

from overt_command import OvertTest, main

HOSTILE = "a\x1b[31m\x1b]0;owned\x07b\u202ec\u2066d\u009be\x7f\u200bf\u2028g"
SHOWN = "a\\u001b[31m\\u001b]0;owned\\u0007b\\u202ec\\u2066d\\u009be\\u007f\\u200bf\\u2028g"
HIDDEN = {chr(c) for c in [*range(0x20), *range(0x7f, 0xa0), 0x61c, 0x200b, 0x200e, 0x200f, *range(0x2028, 0x202f),
                           *range(0x2060, 0x2070), 0xfeff]} - {"\n"}
LINES = HOSTILE + "\npassed  everything"  # forges a line
TABLE = f'"{HOSTILE}",zip,"{LINES}"\n' + "".join(f"{i},z{HOSTILE}{i % 3},v{i % 4}\n" for i in range(12))


def strings(value):
    """Every text in a JSON document, keys too."""
    if isinstance(value, dict):
        value = [*value, *value.values()]
    return {one for item in value for one in strings(item)} if isinstance(value, list) else {value}


class Hidden(OvertTest):
    def clean(self, text):
        self.assertEqual(sorted(HIDDEN & set(text)), [])
        self.assertNotIn("\npassed  everything", text)
        return text

    def clean_page(self, page):
        text = page.read_text()
        self.assertEqual(sorted(HIDDEN & set(text)), [])
        return text

    def run_clean(self, code, *arguments):
        done = self.run_overt(*arguments)
        self.assertEqual(done.returncode, code, done.stderr)
        self.clean(done.stdout)
        self.clean(done.stderr)
        return done

    def test_inspect_shows_names_and_values(self):
        self.write("table.csv", TABLE)
        text = self.run_clean(0, "inspect", "table.csv", "--quasi", "zip", "--sensitive", LINES).stdout
        self.assertRegex(text, re.escape(SHOWN) + " +integer ")
        self.assertIn(SHOWN + "\\u000apassed  everything", text)
        self.assertIn("{z" + SHOWN + "0,", text)

    def test_json_says_the_very_names(self):
        self.write("table.csv", TABLE)
        text = self.run_clean(0, "inspect", "table.csv", "--quasi", "zip", "--json").stdout
        self.assertEqual([column["name"] for column in json.loads(text)["columns"]], [HOSTILE, "zip", LINES])

    def test_messages(self):
        self.write("table.csv", TABLE)
        self.assertIn(SHOWN, self.run_clean(2, "release", "table.csv", "--sensitive", LINES, "--l", "2", "--out", "r").stderr)
        self.assertIn(SHOWN, self.run_clean(3, "inspect", LINES).stderr)
        self.assertIn(SHOWN, self.run_clean(2, LINES).stderr)
        self.assertIn(SHOWN, self.run_clean(2, "inspect", f"--{LINES}").stderr)
        self.assertIn("caf\\xe9", self.run_clean(3, "inspect", b"caf\xe9".decode(errors="surrogateescape")).stderr)
        near = HOSTILE[:-1]
        self.assertIn(f"did you mean {SHOWN}?", self.run_clean(2, "inspect", "table.csv", "--quasi", near).stderr)

    def test_release_and_pages(self):
        self.write("table.csv", TABLE)
        roles = ["--quasi", HOSTILE, "--quasi", "zip", "--sensitive", LINES]
        folder = self.folder / HOSTILE.replace("/", "")
        text = self.run_clean(0, "release", "table.csv", *roles, "--l", "2", "--out", folder.name,
                              "--custodian-report", "mine.html").stdout
        self.assertIn(f"to {SHOWN}\n", text)
        self.run_clean(0, "verify", folder.name)
        self.run_clean(0, "measure", folder.name, "table.csv", "--queries", "10")
        self.run_clean(0, "check", folder.name)
        for page in [folder / "report.html", self.folder / "mine.html"]:
            self.assertIn("\\u202e", self.clean_page(page))

    def test_the_job_is_printed_exactly(self):
        self.write("table.csv", TABLE)
        roles = ["--quasi", HOSTILE, "--quasi", "zip", "--sensitive", LINES]
        job = self.run_overt("release", "table.csv", *roles, "--l", "2", "--out", "r", "--print-job").stdout
        self.write("job.toml", job)
        self.assertEqual(self.run_overt("release", "--job", "job.toml", "--print-job").stdout, job)
        self.assertEqual(self.run_overt("release", "--job", "job.toml", "--quiet").returncode, 0)

    def test_problems(self):
        # Control characters are refused there; the rest is not.
        marks, shown = "a\u202eb\u2066c\u200b", "a\\u202eb\\u2066c\\u200b"
        problem = {"records": [marks, "B", "C", "D"], "values": [marks, "flu", "cold", "gout"],
                   "generalizations": [[[0, 1], [2, 3]], [[0, 1, 2, 3]]],
                   "property": {"name": "highest_ratio", "max": "1/2"}}
        self.write("problem.json", json.dumps(problem))
        for verb in ["explain", "attack"]:
            text = self.run_clean(0, verb, "problem.json", "--html", f"{verb}.html").stdout
            self.assertIn(shown, text)
            self.assertIn(shown, self.clean_page(self.folder / f"{verb}.html"))
            self.assertIn(marks, strings(json.loads(self.run_clean(0, verb, "problem.json", "--json").stdout)))

    def test_views_and_policies(self):
        self.write("states.csv", f'zip,condition\n"{LINES}",flu\n"{LINES[:-1]}","{LINES}"\n')
        self.assertIn(SHOWN, self.run_clean(0, "policy", "--states", "states.csv", "--column", "zip", "--prefix",
                                            "--at-least", "2").stdout)
        self.write("views.toml", 'input = "states.csv"\n[roles]\nquasi_identifying = ["zip"]\nsensitive = "condition"\n'
                   '[[disclosure]]\nname = "all"\nwhere = "zip != \'x\'"\n')
        self.assertIn(SHOWN, self.run_clean(0, "views", "views.toml", "--gamma", "1/2", "--html", "views.html").stdout)
        self.assertIn(SHOWN, self.clean_page(self.folder / "views.html"))


if __name__ == "__main__":
    main()
