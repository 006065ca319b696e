"""The learning attack: bad usage, releases that do not belong to the table, and where its page may be written."""

import json

from overt_command import HEADER, OvertTest, PATIENTS, RELEASE, ROWS, main, many_rows

ATTACK = ["attack", "release", "--learning", "--against", "patients.csv"]


class LearningTest(OvertTest):
    def setUp(self):
        super().setUp()
        self.write("patients.csv", PATIENTS)
        self.succeeds(*RELEASE, "--quiet")


class Usage(LearningTest):
    def test_what_goes_together(self):
        self.fails(2, "attack", "release", "--learning", says=["--learning: the original table is missing (--against)"])
        self.fails(2, "attack", "--learning", "--against", "patients.csv",
                   says=["--learning: the folder of the release is missing"])
        for flags in [["--against", "patients.csv"], ["--groups", "kept.parquet"]]:
            self.fails(2, "attack", "release", *flags, says=["--against and --groups go with --learning"])
        for flags in [["--strategy", "naive"], ["--jump", "1"], ["--released", "1"], ["--method", "rda"], ["--l", "2"],
                      ["--quasi", "age"], ["--job", "job.toml"], ["--limit", "1"],
                      ["--chains", "2"], ["--weight", "age=1"]]:
            with self.subTest(flags):
                self.fails(2, *ATTACK, *flags, says=["--learning attacks a release, whose certificate says it all"])

    def test_which_column_is_guessed(self):
        self.succeeds(*ATTACK, "--sensitive", "condition")
        self.fails(2, *ATTACK, "--sensitive", "age", says=["age"])
        self.fails(2, *ATTACK, "--sensitive", "condition,age", says=["--sensitive: one column is attacked at a time"])

    def test_numbers(self):
        for value in ["-1", "1.5", "many"]:
            self.fails(2, *ATTACK, "--seed", value, says=["--seed:"])


class Tables(LearningTest):
    def test_what_is_not_there(self):
        self.fails(3, "attack", "nothing", *ATTACK[2:], says=["nothing/certificate.json: cannot be read"])
        self.fails(3, *ATTACK[:-1], "nothing.csv", says=["nothing.csv: cannot be read"])
        self.fails(3, *ATTACK, "--groups", "nothing.parquet", says=["nothing.parquet: cannot be read"])
        (self.folder / "release" / "released.csv").unlink()
        self.fails(3, *ATTACK, says=["release/released.csv: cannot be read"])

    def test_other_tables(self):
        for rows in [HEADER + "".join(ROWS[:-1]), PATIENTS + ROWS[0]]:
            self.write("patients.csv", rows)
            self.fails(2, *ATTACK, says=["release: the original table does not have as many records"])
        self.write("patients.csv", PATIENTS.replace("SECRETflu", "SECRETulcer", 1))
        self.fails(2, *ATTACK, says=["release: the sensitive values are not those of the original table"])
        self.write("patients.csv", PATIENTS.replace("8800", "8801"))
        self.fails(2, *ATTACK, says=["column age: a group has values that the original table does not have"])
        self.write("patients.csv", PATIENTS.replace("zip,", "place,"))
        self.fails(2, *ATTACK, says=["patients.csv: there is no column with the name: zip"])
        self.write("release/released.csv", "group\n")
        self.write("patients.csv", PATIENTS)
        self.fails(2, *ATTACK, says=["release/released.csv"])

    # Each record lies in the rectangle of a group, and each group has its values, but not together.
    def test_records_that_do_not_fit_their_groups(self):
        self.write("patients.csv", "name,age,zip,condition\n" + "".join(
            f"SECRETname{i},{age},SECRETzip,{value}\n" for i, (age, value) in enumerate(
                [(880001, "SECRETa"), (880002, "SECRETb"), (880003, "SECRETc"),
                 (880051, "SECRETd"), (880052, "SECRETe"), (880053, "SECRETf")])))
        self.succeeds(*RELEASE[:2], "--l", "3", *RELEASE[4:], "--quiet", "--force", "--method", "local")
        rows = (self.folder / "patients.csv").read_text()
        groups = json.loads((self.folder / "release" / "certificate.json").read_text())["groups"]
        self.assertEqual(groups, 2)
        self.succeeds(*ATTACK)
        swapped = rows.replace("SECRETa", "SECRETx").replace("SECRETf", "SECRETa").replace("SECRETx", "SECRETf")
        self.write("patients.csv", swapped)
        self.fails(2, *ATTACK, says=["release: there is no way to put the records of the original table into the groups"])

    def test_anatomy(self):
        self.succeeds(*RELEASE, "--form", "anatomy", "--force", "--quiet")
        self.succeeds(*ATTACK)
        # Two people change their columns' values with each other, column by column: other rows.
        first, second = ROWS[0].split(","), ROWS[2].split(",")
        first[1], second[1] = second[1], first[1]
        self.write("patients.csv", HEADER + ",".join(first) + ROWS[1] + ",".join(second) + "".join(ROWS[3:]))
        self.fails(2, *ATTACK, says=["release: the records of the release are not those of the original table"])

    def test_groups_of_another_release(self):
        self.write("patients.csv", HEADER + many_rows(300))
        for out, l in [("release", "2"), ("other", "3")]:
            self.succeeds("release", "patients.csv", "--l", l, "--out", out, *RELEASE[6:], "--force", "--quiet",
                          "--method", "rda", "--keep-groups", f"{out}.parquet")
        self.succeeds(*ATTACK, "--groups", "release.parquet")
        self.fails(2, *ATTACK, "--groups", "other.parquet",
                   says=["other.parquet: not of this release: its groups have other values"])
        self.fails(2, *ATTACK, "--groups", "patients.csv", says=["patients.csv: not a file of --keep-groups"])


class Page(LearningTest):
    def test_never_into_the_release(self):
        self.fails(2, *ATTACK, "--html", "release/attack.html", says=["not written: the folder of a release is published"])
        self.succeeds(*ATTACK, "--html", "attack.html")
        self.assertNotIn("SECRET", (self.folder / "attack.html").read_text())
        self.assertEqual((self.folder / "attack.html").stat().st_mode & 0o777, 0o600)
        printed = self.succeeds(*ATTACK, "--json", quiet=False).stdout
        self.assertIs(json.loads(printed)["custodian_only"], True)


if __name__ == "__main__":
    main()
