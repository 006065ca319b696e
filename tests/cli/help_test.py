"""Help that can be read: value names, titles, lines that fit."""

import os
import re

from overt_command import OvertTest, main

TITLES = ["Columns", "Promise", "Method", "Output", "Custodian", "Reading"]


def environment(**changed):
    return {name: value for name, value in os.environ.items() if name != "COLUMNS"} | changed


class Help(OvertTest):
    def verbs(self):
        top = self.succeeds("--help").stdout
        found = re.findall(r"^  ([a-z]+)  ", top[top.index("\nVerbs:\n"):top.index("\n  -h, --help")], re.MULTILINE)
        self.assertGreater(len(found), 12)
        return found

    def test_titles_of_release(self):
        text = self.succeeds("release", "--help").stdout
        self.assertEqual(re.findall(r"^([A-Z][a-z]+):\n  --", text, re.MULTILINE), TITLES)

    def test_every_flag_stands_under_a_title_with_the_name_of_its_value(self):
        for verb in self.verbs():
            with self.subTest(verb):
                text = self.succeeds(verb, "--help").stdout
                self.assertNotIn("TEXT ", text)
                self.assertNotIn("Flags:", text)
                completion = self.succeeds("completion", "fish").stdout
                flags = set(re.findall(rf"seen_subcommand_from {verb}' -l ([a-z-]+)$", completion, re.MULTILINE))
                listed = dict(re.findall(r"^  (?:-h, )?--([a-z-]+)( [^ \n]+)?(?:  |\n)", text, re.MULTILINE))
                self.assertEqual(set(listed), flags)
                for flag, value in listed.items():
                    if value:  # without one it says so
                        self.fails(2, verb, f"--{flag}", says=[f"--{flag}: expected{value}\n"])
                    elif flag != "help":
                        self.fails(2, verb, f"--{flag}=x", says=[f"--{flag}: it takes no value\n"])

    def test_lines_fit_the_terminal(self):
        for verb in ["", *self.verbs()]:
            widths = [("60", 60), ("200", 100)]
            if verb in ["", "release"]:  # how the width is found is the same for all of them
                widths += [(None, 80), ("20", 60), ("wide", 80), ("", 80)]
            for columns, width in widths:
                with self.subTest(verb=verb, columns=columns):
                    changed = {} if columns is None else {"COLUMNS": columns}
                    text = self.succeeds(*[verb] * bool(verb), "--help", env=environment(**changed)).stdout
                    # Commands in examples stay whole, to be copied; so do usage and single words.
                    lines = [line for line in text.splitlines() if not re.match(r"  overt |      -|Usage", line)]
                    long = [line for line in lines if len(line) > width and " " in line.strip()]
                    self.assertEqual(long, [])

    def test_wrapping_changes_no_word(self):
        narrow = self.succeeds("release", "--help", env=environment(COLUMNS="60")).stdout
        wide = self.succeeds("release", "--help", env=environment(COLUMNS="100")).stdout
        self.assertEqual(narrow.split(), wide.split())
        self.assertGreater(narrow.count("\n"), wide.count("\n"))


if __name__ == "__main__":
    main()
