"""Measuring: bad usage, releases that do not belong to the table, and where figures may be written."""

import json
import os

from overt_command import HEADER, OvertTest, PATIENTS, RELEASE, ROWS, limit_file_size, main, many_rows

MEASURE = ["measure", "release", "patients.csv"]


class MeasureTest(OvertTest):
    def setUp(self):
        super().setUp()
        self.write("patients.csv", PATIENTS)
        self.succeeds(*RELEASE, "--quiet")


class Usage(MeasureTest):
    def test_numbers(self):
        for flag in ["--queries", "--seed"]:
            for value in ["-1", "1.5", "0x10", "many", "99999999999999999999"]:
                with self.subTest(flag, value=value):
                    self.fails(2, *MEASURE, flag, value, says=[flag + ":"])
        self.fails(2, *MEASURE, "--queries", "1000001", says=["at most 1,000,000"])
        for value in ["0", "-0.1", "1.01", "5%", "nan", "inf", "0x1p-3", "1e400", ".5x"]:
            with self.subTest(value):
                self.fails(2, *MEASURE, "--selectivity", value, says=["--selectivity: expected a number above 0"])
        for flag in ["--queries", "--seed", "--selectivity", "--job", "--out", "--delimiter"]:
            with self.subTest(flag):
                self.fails(2, *MEASURE, flag, "", says=[f"{flag}: the value is empty"])

    def test_pairs(self):
        expected = "expected two different quasi-identifying columns with a + between them"
        for pair in ["age", "age+", "+", "age+age", "age+condition", "age+name", "age,zip", "nothing+age", ""]:
            with self.subTest(pair):
                self.fails(2, *MEASURE, "--pair", pair, says=[f"pair {pair}: {expected}"])
        self.fails(2, *MEASURE, "--pair", "age+zip", "--pair", "zip+age", says=["pair zip+age: given twice"])

    def test_job_files(self):
        self.fails(3, *MEASURE, "--job", "nothing.toml", says=["nothing.toml: cannot be read"])
        self.write("job.toml", '[measure]\npair = ["age+zip"]\n')
        self.fails(2, *MEASURE, "--job", "job.toml", says=["job.toml: line 2, column 8: measure.pair"])
        self.write("job.toml", '[measure]\npairs = ["age+name"]\n')
        self.fails(2, *MEASURE, "--job", "job.toml", says=["pair age+name: expected"])
        # A flag comes on top of the file, which then need not make sense.
        self.succeeds(*MEASURE, "--job", "job.toml", "--pair", "age+zip", quiet=True)


class Tables(MeasureTest):
    def test_what_is_not_there(self):
        self.fails(3, "measure", "nothing", "patients.csv", says=["nothing/certificate.json: cannot be read"])
        self.fails(3, "measure", "release", "nothing.csv", says=["nothing.csv: cannot be read"])
        (self.folder / "release" / "released.csv").unlink()
        self.fails(3, *MEASURE, says=["release/released.csv: cannot be read"])
        self.write("release/certificate.json", "{}")
        self.fails(2, *MEASURE, says=["release/certificate.json"])

    def test_other_tables(self):
        for rows in [HEADER + "".join(ROWS[:-1]), PATIENTS + ROWS[0]]:
            self.write("patients.csv", rows)
            self.fails(2, *MEASURE, says=["release: the original table does not have as many records"])
        self.write("patients.csv", PATIENTS.replace("SECRETflu", "SECRETulcer", 1))
        self.fails(2, *MEASURE, says=["release: the sensitive values are not those of the original table"])
        self.write("patients.csv", PATIENTS.replace("8800", "8801"))
        self.fails(2, *MEASURE, says=["column age: a group has values that the original table does not have"])
        self.write("patients.csv", PATIENTS.replace("zip,", "place,"))
        self.fails(2, *MEASURE, says=["patients.csv: there is no column with the name: zip"])
        self.write("patients.csv", PATIENTS.replace(",", ";"))
        self.fails(2, *MEASURE, "--delimiter", ",", says=["patients.csv: "])
        self.succeeds(*MEASURE)
        self.succeeds(*MEASURE, "--delimiter", ";")

    def test_changed_releases(self):
        path = self.folder / "release" / "released.csv"
        path.write_text(path.read_text().replace("group,", '"group",', 1))
        self.fails(2, *MEASURE, says=["release/released.csv: not the file of the certificate"])


class Out(MeasureTest):
    def test_where_figures_go(self):
        self.succeeds(*MEASURE, "--out", "figures.json")
        printed = self.succeeds(*MEASURE, "--json", quiet=False).stdout
        self.assertEqual((self.folder / "figures.json").read_text(), printed)
        self.assertIs(json.loads(printed)["custodian_only"], True)
        self.assertEqual(os.stat(self.folder / "figures.json").st_mode & 0o777, 0o600)
        self.fails(2, *MEASURE, "--out", "figures.json", says=["figures.json: exists already"])
        self.fails(3, *MEASURE, "--out", "nowhere/figures.json", says=["cannot be written: No such file"])
        self.fails(3, *MEASURE, "--out", "figures2.json", preexec_fn=limit_file_size(10),
                   says=["cannot be written: File too large"])

    def test_never_into_the_release(self):
        (self.folder / "release" / "inner").mkdir()
        os.symlink("release/inner", self.folder / "link")
        for out in ["release/figures.json", "release/inner/figures.json", "release/../release/figures.json",
                    "./release//figures.json", "link/figures.json", self.folder / "release" / "figures.json"]:
            with self.subTest(out):
                self.fails(2, *MEASURE, "--out", out, says=["not written: the folder of a release is published"])
        os.symlink("release/figures.json", self.folder / "figures.json")  # leads nowhere yet
        self.fails(2, *MEASURE, "--out", "figures.json", says=["exists already"])


class Figures(OvertTest):
    def test_two_releases_of_one_table(self):
        self.write("patients.csv", HEADER + many_rows(300))
        answers = []
        for out in ["one", "two"]:
            self.succeeds(*RELEASE[:5], out, *RELEASE[6:], "--method", "rda", "--form", "anatomy", "--quiet")
            answers.append(self.figures(out, "patients.csv"))
        # Each predicate takes every value: whatever the grouping, nothing is left to guess.
        for out in ["one", "two"]:
            figures = self.figures(out, "patients.csv", "--selectivity", "1")
            for error in figures["query_error_sets"].values():
                self.assertAlmostEqual(error, 0)
        self.assertEqual(list(answers[0]["query_error"]), ["age", "zip", "age+zip", "all"])
        self.assertEqual(answers[0]["dm"], answers[1]["dm"])
        again = self.figures("one", "patients.csv")
        self.assertEqual(again, answers[0])
        other = self.figures("one", "patients.csv", "--seed", "2")
        self.assertNotEqual(other["query_error"], answers[0]["query_error"])


if __name__ == "__main__":
    main()
