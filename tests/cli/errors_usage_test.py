"""Bad usage: flags, roles, l, job files, keys; and closed or full streams."""

import os
import subprocess

from overt_command import HEADER, OvertTest, PATIENTS, RELEASE, ROWS, command, main

VERBS = ["release", "verify", "check", "measure", "explain", "attack", "inspect", "generate", "completion"]
JOB = """input = "patients.csv"
output = "release"
l = 2
[roles]
identifying = ["name"]
quasi_identifying = ["age", "zip"]
sensitive = "condition"
"""


def without(flag):
    at = RELEASE.index(flag)
    return RELEASE[:at] + RELEASE[at + 2:]


def replaced(flag, value):
    return [*without(flag), flag, value]


class Verbs(OvertTest):
    def test_no_verb_and_unknown_ones(self):
        self.fails(2, says=["no verb is given", "release, verify", "--help"])
        self.fails(2, "frobnicate", says=["there is no verb frobnicate"])
        self.fails(2, "frobnicate", "--l", "3", says=["there is no verb frobnicate"])
        self.fails(2, "", says=["there is no verb"])
        self.fails(2, "--l", "3", says=["a verb is expected, not --l"])

    def test_unknown_flags_and_arguments(self):
        self.write("patients.csv", PATIENTS)
        for verb in VERBS:
            with self.subTest(verb):
                self.fails(2, verb, "--frobnicate", says=["--help"])
        self.fails(2, *RELEASE, "--frobnicate", says=["--frobnicate"])
        self.fails(2, *RELEASE, "second.csv", says=["second.csv"])
        self.fails(2, "inspect", "patients.csv", "second.csv", says=["second.csv"])
        self.fails(2, "verify", says=["verify needs RELEASE"])
        self.fails(2, "measure", says=["measure needs RELEASE"])
        self.fails(2, "measure", "release", says=["measure needs ORIGINAL"])
        self.fails(2, "inspect", says=["inspect needs INPUT"])
        self.fails(2, "generate", says=["generate needs --out FILE"])
        self.fails(2, "completion", says=["completion needs SHELL"])
        self.fails(2, "completion", "csh", says=["expected bash, zsh or fish"])

    def test_help_and_version(self):
        self.assertRegex(self.succeeds("--version").stdout, r"\Aovert \d+\.\d+\.\d+( \(commit [0-9a-f]{12}(, modified)?\))?\n\Z")
        top = self.succeeds("--help").stdout
        self.assertIn("Examples:\n  overt ", top)
        self.assertIn("Exit codes:", top)
        for verb in VERBS:
            with self.subTest(verb):
                self.assertIn(verb, top)
                text = self.succeeds(verb, "--help").stdout
                self.assertRegex(text, rf"Examples?:\n  overt {verb}")
                self.assertEqual(self.succeeds(verb, "-h").stdout, text)

    def test_a_flag_given_twice(self):
        self.write("patients.csv", PATIENTS)
        self.fails(2, *RELEASE, "--l", "3", says=["--l"])
        self.fails(2, *RELEASE, "--out", "other", says=["--out"])

    def test_empty_values_of_flags(self):
        self.write("patients.csv", PATIENTS)
        for flag in ["--method", "--form", "--format", "--delimiter", "--missing-sensitive", "--job", "--key-file"]:
            with self.subTest(flag):
                self.fails(2, *RELEASE, flag, "", says=[f"{flag}: the value is empty"])
        self.fails(2, *replaced("--out", ""), says=["--out: the value is empty"])
        self.fails(2, "release", "", *RELEASE[2:], says=["input: the value is empty"])


class Promise(OvertTest):
    def test_bad_l(self):
        self.write("patients.csv", PATIENTS)
        for l, says in [("1", "l is at least 2"), ("0", "l is at least 2"), ("-3", "l is at least 2"),
                        ("2.5", "--l: expected a whole number"), ("abc", "--l: expected a whole number"),
                        ("", "--l: the value is empty"), ("3abc", "--l: expected a whole number"),
                        (" 3", "--l: expected a whole number"), ("+3", "--l: expected a whole number"),
                        ("0x3", "--l: expected a whole number"), ("1e1", "--l: expected a whole number"),
                        ("2000000000", "l is too large"), ("9999999999", "l is too large"),
                        ("99999999999999999999", "--l: the number is too large"),
                        ("-99999999999999999999", "--l: the number is too large")]:
            with self.subTest(l=l):
                self.fails(2, *replaced("--l", l), says=[says])
        self.fails(2, *without("--l"), says=["no l is given (--l)"])

    def test_bad_l_in_a_job(self):
        self.write("patients.csv", PATIENTS)
        for l, says in [("1", "l is at least 2"), ("-3", "l is at least 2"), ("2.5", "line 3, column 5: l: expected"),
                        ('"3"', "line 3, column 5: l: expected a whole number"), ("true", "line 3, column 5: l: "),
                        ("", "line 3, column "), ("99999999999999999999", "line 3, column 25: not valid TOML")]:
            with self.subTest(l=l):
                self.write("job.toml", JOB.replace("l = 2", f"l = {l}"))
                self.fails(2, "release", "--job", "job.toml", says=[says])

    def test_not_eligible_is_refused_with_the_share_and_the_largest_l(self):
        self.write("patients.csv", PATIENTS)
        done = self.fails(1, *replaced("--l", "4"), says=["cannot be released safely", "a share of 1/3",
                                                         "more than 1/4", "the largest possible l is 3"])
        self.assertEqual(done.stderr.count("\n"), 1)
        self.write("patients.csv", HEADER + "".join(ROWS[:3]) + "other " + ROWS[0] + ROWS[3])
        self.fails(1, *RELEASE, says=["a share of 3/5", "more than 1/2", "no l of 2 or more is possible"])

    def test_fewer_than_l_values_are_refused(self):
        self.write("patients.csv", HEADER + "".join(ROWS[:2] + ROWS[3:5]))
        self.fails(1, *replaced("--l", "3"), says=["a share of 1/2", "more than 1/3", "the largest possible l is 2"])
        self.write("patients.csv", HEADER + ROWS[0])
        self.fails(1, *RELEASE, says=["a share of 1 of all", "no l of 2 or more is possible"])
        self.fails(1, *replaced("--l", "1000000000"), says=["more than 1/1000000000"])

    def test_a_refusal_as_json(self):
        self.write("patients.csv", PATIENTS)
        before = self.tree()
        done = self.run_overt(*replaced("--l", "4"), "--json")
        self.assertEqual(done.returncode, 1)
        self.assertIn('"refused": "one sensitive value has a share of 1/3', done.stdout)
        self.assertEqual(self.tree(), before)


class RoleErrors(OvertTest):
    def setUp(self):
        super().setUp()
        self.write("patients.csv", PATIENTS)

    def release(self, *roles):
        return ["release", "patients.csv", "--l", "2", "--out", "release", *roles]

    def test_unknown_columns(self):
        self.fails(2, *RELEASE, "--insensitive", "ward,floor",
                   says=["patients.csv: there is no column with the name: ward, floor"])
        self.fails(2, "inspect", "patients.csv", "--quasi", "ward", says=["no column with the name: ward"])
        self.fails(2, "inspect", "patients.csv", "--type", "ward=text", says=["no column with the name: ward"])
        self.fails(2, *RELEASE, "--type", "ward=text", says=["no column with the name: ward"])

    def test_a_column_in_two_roles(self):
        self.fails(2, *RELEASE, "--insensitive", "zip,age", says=["these have more than one: age, zip"])
        self.fails(2, *self.release("--quasi", "age,zip,age", "--identifying", "name", "--sensitive", "condition"),
                   says=["these have more than one: age"])

    def test_columns_without_a_role_are_all_listed(self):
        self.fails(2, *self.release("--sensitive", "condition"), says=["missing for: name, age, zip"])
        self.fails(2, *self.release(), says=["missing for: name, age, zip, condition"])

    def test_the_number_of_sensitive_columns(self):
        self.fails(2, *self.release("--identifying", "name", "--quasi", "age,zip,condition"),
                   says=["no column is declared sensitive"])
        self.fails(2, *self.release("--identifying", "name", "--quasi", "age", "--sensitive", "zip,condition"),
                   "--method", "rda", says=["other promises need the method local or deal"])
        self.succeeds("inspect", "patients.csv", "--sensitive", "zip,condition")

    def test_names_that_a_release_needs_itself(self):
        self.write("patients.csv", PATIENTS.replace("zip", "group", 1))
        self.fails(2, *self.release("--identifying", "name", "--quasi", "age,group", "--sensitive", "condition"),
                   says=["a column is called group"])
        self.write("patients.csv", PATIENTS.replace("condition", "count", 1))
        self.fails(2, *self.release("--identifying", "name", "--quasi", "age,zip", "--sensitive", "count",
                                    "--form", "anatomy"), says=["called count"])


class Thresholds(OvertTest):
    CHECK = ["check", "patients.csv", "--quasi", "age,zip", "--sensitive", "condition"]

    def setUp(self):
        super().setUp()
        self.write("patients.csv", PATIENTS)

    def test_bad_numbers(self):
        for flag in ["--min-k", "--min-l", "--max-uniques", "--recursive-l"]:
            for value in ["-1", "2.5", "1/2", "many", "", "99999999999999999999"]:
                with self.subTest(flag, value=value):
                    self.fails(2, *self.CHECK, flag, value, says=[f"{flag}: "])
        for flag in ["--max-alpha", "--min-entropy-l", "--max-c", "--max-t", "--max-t-ordered", "--max-delta",
                     "--max-beta", "--max-beta-enhanced", "--max-risk", "--max-mean-risk"]:
            for value in ["-1", "1/0", "1e3", "50%", "", "nan", ".5"]:
                with self.subTest(flag, value=value):
                    self.fails(2, *self.CHECK, flag, value, says=[f"{flag}: "])
        self.fails(2, *self.CHECK, "--recursive-l", "1", says=["--recursive-l: l is at least 2"])
        self.fails(2, *self.CHECK, "--min-k", "2", "--min-k", "3", says=["--min-k"])

    def test_roles(self):
        check = ["check", "patients.csv"]
        self.fails(2, *check, says=["patients.csv: no column is declared quasi-identifying"])
        self.fails(2, *check, "--sensitive", "condition", says=["no column is declared quasi-identifying"])
        self.succeeds(*check, "--quasi", "age")
        self.fails(2, *check, "--quasi", "age", "--min-l", "2", says=["min_l: there is no sensitive column"])
        self.fails(2, *self.CHECK, "--quasi", "ward,floor", says=["no column with the name: ward, floor"])
        self.fails(2, *self.CHECK, "--type", "ward=text", says=["no column with the name: ward"])
        self.fails(2, *self.CHECK, "--sensitive", "name", says=["more than one sensitive column"])
        self.fails(2, *check, "--quasi", "age,condition", "--sensitive", "condition",
                   says=["these have more than one: condition"])
        self.succeeds(*self.CHECK, "--identifying", "name")

    def test_folders(self):
        self.succeeds(*RELEASE)
        self.succeeds("check", "release", "--max-alpha", "1/2")
        for flags in [["--quasi", "age"], ["--sensitive", "condition"], ["--delimiter", ","], ["--no-header"],
                      ["--missing", "NA"], ["--type", "age=text"], ["--identifying", "name"]]:
            with self.subTest(flags):
                self.fails(2, "check", "release", *flags, says=["release: is a folder"])
        self.write("release/certificate.json", "{}")
        self.fails(2, "check", "release", says=["certificate.json: "])
        (self.folder / "release" / "certificate.json").unlink()
        self.fails(3, "check", "release", says=["certificate.json: cannot be read"])

    def test_tables_that_cannot_be_read(self):
        self.fails(3, "check", "nothing.csv", *self.CHECK[2:], says=["nothing.csv: cannot be read"])
        self.write("patients.csv", PATIENTS + "SECRETname7,880041\n")
        self.fails(2, *self.CHECK, says=["patients.csv: line 8: 2 fields where the first line has 4"])
        self.write("patients.csv", HEADER)
        self.fails(2, *self.CHECK, says=["patients.csv: the table has no records"])

    def test_measures_show_no_value(self):
        done = self.run_overt(*self.CHECK, "--min-k", "2", "--json")
        self.assertEqual((done.returncode, done.stderr), (1, ""))


class Choices(OvertTest):
    def setUp(self):
        super().setUp()
        self.write("patients.csv", PATIENTS)

    def test_values_that_a_flag_does_not_know(self):
        for flag, value, says in [
                ("--form", "grouped", "--form: expected generalized or anatomy"),
                ("--format", "xlsx", "--format: expected csv or parquet"),
                ("--method", "mondrian", "--method: expected local, rda, "),
                ("--missing-sensitive", "keep", "--missing-sensitive: expected error, value or drop"),
                ("--delimiter", "||", "--delimiter: expected"), ("--delimiter", '"', "--delimiter: expected"),
                ("--delimiter", " ", "--delimiter: expected"), ("--delimiter", "\n", "--delimiter: expected"),
                ("--delimiter", "é", "--delimiter: expected"), ("--type", "age", "--type: expected COLUMN=TYPE"),
                ("--type", "age=float", "--type: no such type"), ("--type", "age=", "--type: no such type"),
                ("--type", "age=text:%Y", "only dates and timestamps have a format"), ("--hierarchy", "age", "COLUMN=FILE"),
                ("--weight", "age", "--weight: expected COLUMN=WHOLE NUMBER"), ("--weight", "age=x", "--weight"),
                ("--weight", "name=2", "--weight: name is not a quasi-identifying column"),
                ("--weight", "age=-1", "--weight: age is negative"), ("--min-group", "0", "--min-group is at least 1"),
                ("--min-group", "many", "--min-group"),
                ("--missing", '"', "--missing: "), ("--missing", b"\xff", "--missing: expected UTF-8")]:
            with self.subTest(flag, value=value):
                self.fails(2, *RELEASE, flag, *([value] if isinstance(value, str) else [os.fsdecode(value)]),
                           says=[says])

    def test_numbers_of_generate(self):
        for flag, value in [("--records", "-5"), ("--records", "many"), ("--records", "1e6"), ("--seed", "-1"),
                            ("--seed", "18446744073709551616"), ("--records", "")]:
            with self.subTest(flag, value=value):
                self.fails(2, "generate", "--out", "x.csv", flag, value, says=[f"{flag}: "])

    def test_no_input_and_no_output(self):
        self.fails(2, "release", *RELEASE[2:], says=["no input table is given"])
        self.fails(2, *without("--out"), says=["no output folder is given (--out)"])


class JobFiles(OvertTest):
    def setUp(self):
        super().setUp()
        self.write("patients.csv", PATIENTS)

    def test_bad_toml_has_line_and_column(self):
        for text, says in [("input = \n", "line 1, column"), (JOB + "[roles]\n", "line 8, column"),
                           (JOB.replace("l = 2", "l = 2\nl = 3"), "line 4, column"), ('input = "x\n', "line 1, column"),
                           (JOB.replace('"age", "zip"]', '"age" "zip"]'), "line 6, column")]:
            with self.subTest(text):
                self.write("job.toml", text)
                self.fails(2, "release", "--job", "job.toml", says=["job.toml: " + says, "not valid TOML"])
        self.write("job.toml", b"input = \"\xff\"\n")
        self.fails(2, "release", "--job", "job.toml", says=["job.toml: line 1, column", "not valid TOML"])

    def test_keys_and_values_that_are_deep(self):
        key = ".".join(["a"] * 50000)  # toml++ frees so many levels by recursion, beyond the stack
        for text, says in [(key + " = 1\n", "line 1, column 128: a key of more than 64 parts"),
                           (JOB + f"[{key}]\n", "line 8, column 129: a key of more than 64 parts"),
                           (f"a = {{'b' . {key} = 1}}\n", "line 1, column 137: a key of more than 64 parts"),
                           ("missing = " + "[" * 50000, "line 1, column 75: nested deeper than 64 levels")]:
            self.write("job.toml", text)
            for arguments in [["release"], ["compare"], ["attack", "patients.csv"], ["measure", "x", "y"]]:
                with self.subTest(says, verb=arguments[0]):
                    self.fails(2, *arguments, "--job", "job.toml", says=["job.toml: " + says])
            self.fails(2, "views", "job.toml", "--gamma", "1/2", says=["job.toml: " + says])

    def test_keys_that_do_not_exist(self):
        for text, says in [("colour = 1\n" + JOB, "line 1, column 10: colour: there is no such key"),
                           (JOB + "ident = []\n", "line 8, column 9: roles.ident: there is no such key"),
                           (JOB + "[columns.age]\nkind = 1\n", "line 9, column 8: columns.age.kind: there is no")]:
            with self.subTest(text):
                self.write("job.toml", text)
                self.fails(2, "release", "--job", "job.toml", says=["job.toml: " + says])

    def test_values_of_the_wrong_type(self):
        for text, says in [
                (JOB.replace('"patients.csv"', "3"), "line 1, column 9: input: expected a text"),
                (JOB.replace('["name"]', "3"), "line 5, column 15: roles.identifying: expected a list of texts"),
                (JOB.replace('"zip"', "3"), "line 6, column 29: roles.quasi_identifying: expected a text"),
                ("roles = 3\n", "line 1, column 9: roles: expected a table"),
                ("header = 1\n" + JOB, "line 1, column 10: header: expected true or false"),
                ("missing = 0\n" + JOB, "line 1, column 11: missing: expected a list of texts"),
                (JOB + "[hierarchies]\nage = 1\n", "line 9, column 7: hierarchies.age: expected the name of a file"),
                (JOB + "[columns]\nage = 1\n", "line 9, column 7: columns.age: expected a table"),
                (JOB + "[weights]\nage = 1.5\n", "line 9, column 7: weights.age: expected a whole number"),
                (JOB + "[ranks]\nage = 1\n", "line 9, column 7: ranks.age: expected a list of values, or value = rank"),
                (JOB + '[ranks]\nage = ["a", "a"]\n', "line 9, column 13: ranks.age: a value stands twice"),
                (JOB + '[ranks]\nage = ["a", 2]\n', "line 9, column 13: ranks.age: expected a text"),
                (JOB + "[ranks.age]\n20 = true\n", "line 9, column 6: ranks.age: expected a whole number"),
                ("min_group = true\n" + JOB, "line 1, column 13: min_group: expected a whole number")]:
            with self.subTest(text):
                self.write("job.toml", text)
                self.fails(2, "release", "--job", "job.toml", says=["job.toml: " + says])

    def test_values_that_do_not_exist(self):
        for text, says in [('form = "x"\n' + JOB, "overt: form: expected"), ('format = "x"\n' + JOB, "overt: format: expected"),
                           ('method = "x"\n' + JOB, "overt: --method: expected local, rda, "),
                           ("missing = []\n" + JOB, "overt: --missing: at"),
                           ('missing = ["a,b"]\n' + JOB, "overt: --missing: at least one text must be without comma"),
                           ('delimiter = "ab"\n' + JOB, "overt: delimiter: expected"),
                           (JOB + "[ranks.zip]\na = -1\n", "ranks: zip: a rank is negative"),
                           (JOB + "[ranks]\nname = []\n", "ranks: name is not a quasi-identifying column"),
                           (JOB + '[columns.age]\ntype = "x"\n', "columns.age.type: no such type"),
                           (JOB + '[columns.age]\nformat = "%Y"\n', "columns.age.type: no such type")]:
            with self.subTest(text):
                self.write("job.toml", text)
                self.fails(2, "release", "--job", "job.toml", says=[says])

    def test_a_file_that_is_missing_or_a_folder(self):
        self.fails(3, "release", "--job", "job.toml", says=["job.toml: cannot be read: No such file"])
        self.fails(3, "release", "--job", ".", says=[".: cannot be read: it is a directory"])

    def test_an_empty_job_asks_for_what_it_lacks(self):
        self.write("job.toml", "")
        self.fails(2, "release", "--job", "job.toml", says=["no input table is given"])

    def test_flags_come_on_top(self):
        self.write("job.toml", JOB)
        self.fails(1, "release", "--job", "job.toml", "--l", "4", says=["more than 1/4"])
        self.fails(3, "release", "other.csv", "--job", "job.toml", says=["other.csv: cannot be read"])
        self.succeeds("release", "--job", "job.toml")


class KeyFiles(OvertTest):
    def test_keys(self):
        self.write("patients.csv", PATIENTS)
        for content in [b"", b"SECRETkey", os.urandom(31), b"x" * 64, b"\0" * 32]:
            with self.subTest(size=len(content)):
                self.write("key", content)
                self.fails(2, *RELEASE, "--key-file", "key", says=["the key is too easy to guess"])
        self.fails(3, *RELEASE, "--key-file", "nothing", says=["nothing: cannot be read: No such file"])
        self.fails(3, *RELEASE, "--key-file", ".", says=["it is a directory"])
        key = os.urandom(32)
        self.write("key", key)
        self.succeeds(*RELEASE, "--key-file", "key")
        for path in (self.folder / "release").iterdir():
            self.assertNotIn(key.hex(), path.read_text())


class Streams(OvertTest):
    def shell(self, line):
        return subprocess.run(["bash", "-c", line.replace("OVERT", command())], cwd=self.folder,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600)

    def setUp(self):
        super().setUp()
        self.write("patients.csv", PATIENTS)
        self.line = "OVERT " + " ".join(RELEASE)

    def test_standard_output_that_takes_nothing(self):
        self.succeeds(*replaced("--out", "old"))
        for closed in [">/dev/full", ">&-"]:
            for what in ["--help", "--version", "release --help", "inspect patients.csv", "verify old",
                         "verify old --json", "generate --records 100000 --out -", "completion bash",
                         " ".join(RELEASE[1:]).join(["release ", " --print-job"])]:
                with self.subTest(what, closed=closed):
                    before = self.tree()
                    done = self.shell(f"OVERT {what} {closed}")
                    self.assertEqual((done.returncode, done.stderr), (3, "overt: standard output: cannot be written\n"))
                    self.assertEqual(self.tree(), before)

    def test_a_release_stays_when_only_its_summary_could_not_be_printed(self):
        for closed in [">/dev/full", ">&-"]:
            for flags in ["", "--json"]:
                with self.subTest(closed, flags=flags):
                    done = self.shell(f"{self.line} --force {flags} {closed}")
                    self.assertEqual(done.returncode, 3)
                    self.assertEqual(done.stderr, "overt: standard output: cannot be written; the release is verified "
                                                  "and stands in release\n")
                    self.succeeds("verify", "release")
            self.assertEqual(self.shell(f"{self.line} --force --quiet {closed}").returncode, 0)

    def test_standard_error_that_takes_nothing(self):
        for closed in ["2>/dev/full", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"]:
            with self.subTest(closed):
                refused = " ".join(["OVERT", *replaced("--l", "4"), "--force"])
                self.assertEqual(self.shell(f"{refused} {closed}").returncode, 1)
                self.assertEqual(self.shell(f"{self.line} --l 3 {closed}").returncode, 2)
                self.assertEqual(self.shell(f"OVERT inspect nothing.csv {closed}").returncode, 3)
                self.assertEqual(self.shell(f"{self.line} --force --quiet {closed}").returncode, 0)
                self.succeeds("verify", "release")
                self.succeeds("verify", "release", "--against", "patients.csv")

    def test_standard_input_that_is_closed(self):
        self.write("job.toml", JOB)
        for line in ["OVERT inspect - <&-", "OVERT release - --job job.toml <&-"]:
            done = self.shell(line)
            self.assertEqual(done.returncode, 3)
            self.assertEqual(done.stderr, "overt: standard input: cannot be read: Bad file descriptor\n")

    def test_a_reader_that_goes_away(self):
        done = self.shell("set -o pipefail; OVERT generate --records 1000000 --out - | head -c 100 >/dev/null")
        self.assertEqual((done.returncode, done.stderr), (3, "overt: standard output: cannot be written\n"))


if __name__ == "__main__":
    main()
