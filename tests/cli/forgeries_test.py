"""Folders that somebody made to pass: each forgery is one that did, until verify looked closer."""

import json
import os
import shutil

from errors_verify_test import VerifyTest
from overt_command import PATIENTS, RELEASE, main

EXPECT = ["--expect", "l=2,sensitive=condition,identifying=name,quasi=age,zip,insensitive=,method=local"]

JOB = """l = 2
method = "local"
[roles]
identifying = ["name"]
quasi_identifying = ["zip", "age"]
sensitive = ["condition"]
"""


class Forgeries(VerifyTest):
    def setUp(self):
        super().setUp()
        self.succeeds(*RELEASE)
        self.words = self.certificate()["level_means"]

    def rewrite(self, **changes):
        """Changes of the certificate, with hashes and a report that fit."""
        self.certify(**changes)
        page = self.succeeds("report", "release", quiet=False).stdout
        self.path("report.html").write_text(page)

    def test_what_is_expected_passes(self):
        done = self.succeeds("verify", "release", *EXPECT).stdout
        self.assertNotIn("FAILED", done)
        self.assertEqual([line for line in done.splitlines() if line.startswith("assumed")],
                         ["assumed that the certificate is the publisher's: nobody has signed it"])

    def test_a_certificate_that_calls_names_insensitive(self):
        rows = [line.split(",") for line in PATIENTS.splitlines()[1:]]
        cells = ["[880029, 880062]", "{SECRETzip1, SECRETzip2, SECRETzip3}"]
        self.put_rows([["group", "name", "age", "zip", "condition"],
                       *(["1", name, *cells, value] for name, _, _, value in rows)])
        job = self.certificate()["job"]
        job["roles"] |= {"identifying": [], "insensitive": ["name"]}
        self.rewrite(job=job, groups=1, smallest_group=6, largest_share="1/3")
        done = self.succeeds("verify", "release").stdout
        self.assertIn("assumed insensitive, passed through as they are: name\n", done)
        self.assertIn("assumed identifying, left out: none\n", done)
        self.check_fails("as you expect: identifying name (the certificate says none)",
                         "as you expect: insensitive none (the certificate says name)", flags=EXPECT)

    def test_the_original_table_in_the_folder(self):
        for name in ["patients.csv", ".patients.csv", "hierarchies/patients.csv", "a/b/patients.csv"]:
            with self.subTest(name):
                self.path(name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(self.folder / "patients.csv", self.path(name))
                self.check_fails("the folder holds nothing that the certificate does not list (")
                self.path(name).unlink()
                for folder in ["hierarchies", "a/b", "a"]:
                    if self.path(folder).exists():
                        self.check_fails("the folder holds nothing that the certificate does not list (")
                        self.path(folder).rmdir()
        self.succeeds("verify", "release")

    def test_a_link(self):
        os.rename(self.path("released.csv"), self.folder / "away.csv")
        os.symlink(self.folder / "away.csv", self.path("released.csv"))
        self.check_fails("the folder holds files alone, no link, pipe or device (released.csv)")
        os.remove(self.path("released.csv"))
        os.rename(self.folder / "away.csv", self.path("released.csv"))
        os.symlink("/nowhere", self.path("more"))
        self.check_fails("the folder holds files alone, no link, pipe or device (more)")

    def test_a_report_with_other_numbers(self):
        page = self.path("report.html").read_text()
        self.assertIn("at most 1/2", page)
        for changed in [page.replace("at most 1/2", "at most 1/9"), page + "\n", page[:-1], ""]:
            self.path("report.html").write_text(changed)
            self.check_fails("report.html is what the files give")
        self.path("report.html").write_text("a page of another version")
        certificate = self.certificate()
        certificate["program"] = "0.0.1"
        self.path("certificate.json").write_text(json.dumps(certificate))
        done = self.succeeds("verify", "release").stdout
        self.assertIn("assumed report.html: made by another version of overt, not compared with the files\n", done)
        del certificate["program"]
        self.path("certificate.json").write_text(json.dumps(certificate))
        self.check_fails("report.html is what the files give")

    def test_counts_that_begin_anew_at_zero(self):
        """Of 64 bits nothing is left of twice 2 ** 63, so that all added up, and two values were hardly there."""
        shutil.rmtree(self.folder / "release")
        self.succeeds("release", "patients.csv", "--identifying", "name", "--quasi", "age", "--sensitive", "condition,zip",
                      "--max", "1/2", "--form", "anatomy", "--out", "release")
        counts = {(row[3], row[2]): 1 for row in (line.split(",") for line in PATIENTS.splitlines()[1:])}
        for condition in ["SECRETflu", "SECRETulcer"]:
            for place in ["SECRETzip1", "SECRETzip2"]:
                counts[condition, place] = counts.get((condition, place), 0) + 2 ** 63
        self.put_rows([["group", "age"], *(["1", row[1]] for row in self.rows("quasi.csv")[1:])], "quasi.csv")
        self.put_rows([["group", "condition", "zip", "count"], *(["1", *pair, n] for pair, n in counts.items())],
                      "sensitive.csv")
        self.certify(groups=1, smallest_group=6, largest_share="1/3")
        self.check_fails("the files can be read (release/sensitive.csv: group 1: the counts up to here are more than")

    def test_a_missing_file(self):
        """Of those that the certificate lists none may be missing; the report is a function of them."""
        page = self.path("report.html").read_bytes()
        self.path("report.html").unlink()
        done = self.succeeds("verify", "release").stdout
        self.assertIn("assumed report.html: it is not there; overt report makes it from the files\n", done)
        self.assertEqual(self.succeeds("report", "release", quiet=False).stdout.encode(), page)
        self.path("released.csv").unlink()
        self.assertEqual(self.run_overt("verify", "release").returncode, 3)

    def test_gda_that_is_called_local(self):
        """In every place nobody can see it in the files: the output says that the method was believed."""
        shutil.rmtree(self.folder / "release")
        self.succeeds(*RELEASE, "--method", "gda")
        self.check_fails("as you expect: method local (the certificate says gda)", flags=["--expect", "method=local"])
        self.check_fails("as you expect: level transparent (the certificate says family)",
                         flags=["--expect", "level=transparent"])
        means = self.certificate()["level_means"].split("; does NOT")[0]
        self.certify(method="local")
        self.check_fails("the level is that of the method: family")
        self.certify(level="transparent")
        self.check_fails("the level is that of the method: transparent")
        self.certify(level_means=means)
        self.check_fails("the level is that of the method: transparent")
        self.rewrite(level_means=self.words)
        self.assertIn("assumed the method: local\n", self.succeeds("verify", "release").stdout)

    def test_words_that_promise_more(self):
        self.certify(level_means="holds against everybody")
        self.check_fails("the level is that of the method: transparent")

        self.certify(program="0.0.1")  # whose words these may have been
        done = self.succeeds("verify", "release").stdout
        self.assertIn("assumed level_means: words of another version of overt, not compared\n", done)

    def test_keys_that_nobody_reads(self):
        whole = self.path("certificate.json").read_text()
        for text, says in [(whole.replace("{", '{"approved": true,', 1), "approved does not belong in a certificate"),
                           (whole.replace("{", '{"level": "release",', 1), "level: the key stands twice"),
                           (whole + "{}", "not valid JSON"), (whole + "approved", "not valid JSON")]:
            self.path("certificate.json").write_text(text)
            self.fails(2, "verify", "release", says=[says])

    def test_another_job_than_the_one_at_hand(self):
        self.write("job.toml", self.succeeds(*RELEASE, "--print-job").stdout)
        self.succeeds("verify", "release", "--job", "job.toml")
        self.write("job.toml", JOB)
        self.succeeds("verify", "release", "--job", "job.toml")
        for old, new, key in [("l = 2", "l = 3", "l"), ('"local"', '"rda"', "method tree leaves"),
                              ("l = 2", 'l = 2\nform = "anatomy"', "form"), ("l = 2", "l = 2\nmin_group = 3", "min_group"),
                              ('["name"]', '["name", "born"]', "roles"), ("l = 2", 'l = 2\nmissing = ["-"]', "missing")]:
            with self.subTest(new):
                self.write("job.toml", JOB.replace(old, new))
                self.check_fails(*[f"as your job says: {one}" for one in key.split()], flags=["--job", "job.toml"])
        self.write("job.toml", "l = 2\n")
        self.check_fails("as your job says: roles", flags=["--job", "job.toml"])
        self.write("job.toml", 'method = "local"\n')
        self.fails(2, "verify", "release", "--job", "job.toml", says=["l"])

    def test_prefixes_that_nobody_asked_for(self):
        """Columns of codes get them by themselves: the job says nothing of them, and they must be those."""
        people = "age,zip,condition\n" + "".join(
            f"{20 + i % 40},0{i % 25 + 100}x,{['flu', 'cold', 'gout'][i % 3]}\n" for i in range(75))
        self.write("people.csv", people)
        self.write("job.toml", JOB.replace('["name"]', "[]"))
        self.succeeds("release", "people.csv", "--job", "job.toml", "--out", "release", "--force")
        self.assertEqual(self.certificate()["job"]["hierarchies"], ["zip"])
        self.succeeds("verify", "release", "--job", "job.toml")
        self.succeeds("verify", "release", "--against", "people.csv", "--job", "job.toml")
        file = self.path("hierarchies/zip.csv")
        delimiter = ";" if ";" in file.read_text() else ","
        leaves = [line.split(delimiter)[0] for line in file.read_text().splitlines()]
        file.write_text("".join(f"{leaf}{delimiter}*\n" for leaf in leaves))
        rows = self.rows()
        at = rows[0].index("zip")
        self.put_rows([rows[0], *([*row[:at], "*", *row[at + 1:]] for row in rows[1:])])
        self.rewrite()
        self.succeeds("verify", "release")
        self.check_fails("as your job says: hierarchies", flags=["--job", "job.toml"])

    def test_expectations_that_make_no_sense(self):
        for given, says in [("k=3", "there is no k; the keys are l, level"), ("l", "expected KEY=VALUE"),
                            ("l=1", "l is a whole number from 2 on"), ("l=x", "l is a whole number"),
                            ("l=2,l=3", "l stands twice"), ("method=magic", "method is local, rda"),
                            ("level=high", "level is transparent, family, release or test"),
                            ("sensitive=", "sensitive: expected one value"), ("l=2,,", "expected KEY=VALUE"),
                            ("identifying=", "identifying: expected columns")]:
            with self.subTest(given):
                self.fails(2, "verify", "release", "--expect", given, says=[says])


if __name__ == "__main__":
    main()
