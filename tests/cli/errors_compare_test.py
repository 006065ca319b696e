"""Comparing, and the pages of --html: bad usage, models that do not fit, and where files may be written."""

import json
import os

from overt_command import OvertTest, PATIENTS, RELEASE, ROLES, limit_file_size, main

TABLE = ["compare", "patients.csv", *ROLES]
COMPARE = [*TABLE, "--queries", "0", "--no-time"]
SECRET = [*COMPARE, "--on-secret"]
PROBLEM = json.dumps({"values": ["flu", "flu", "cold", "ulcer", "gout"],
                      "generalizations": [[[0, 1], [2, 3, 4]], [[0, 1, 2, 3, 4]]],
                      "property": {"name": "highest_ratio", "max": "1/2"}})


def mode(path):
    return path.stat().st_mode & 0o777


class Usage(OvertTest):
    def setUp(self):
        super().setUp()
        self.write("patients.csv", PATIENTS)

    def test_what_is_missing(self):
        self.fails(2, "compare", says=["no input table is given"])
        self.fails(2, "compare", "patients.csv", says=["every column needs a role"])
        self.fails(3, "compare", "nothing.csv", *ROLES, says=["nothing.csv: cannot be read"])
        self.fails(3, "compare", "--job", "nothing.toml", says=["nothing.toml: cannot be read"])

    def test_methods_and_promises(self):
        for methods in ["fast", "strategy", "LOCAL"]:
            with self.subTest(methods):
                self.fails(2, *COMPARE, "--methods", methods, says=["--methods: expected local, rda, ria, gda"])
        self.fails(2, *COMPARE, "--methods", "rda,rda", says=["--methods: rda is given twice"])
        self.fails(2, *COMPARE, "--l", "1", says=["l is at least 2"])
        self.fails(2, *COMPARE, "--l", "2,x", says=["--l: expected a whole number"])
        self.write("job.toml", 'input = "patients.csv"\n[property]\nname = "entropy_diversity"\nl = 2\n')
        self.fails(2, *COMPARE, "--job", "job.toml", says=["a comparison goes over l"])

    def test_numbers(self):
        for flag in ["--queries", "--seed"]:
            for value in ["-1", "1.5", "many"]:
                self.fails(2, *TABLE, flag, value, says=[flag + ": expected a whole number"])
        self.fails(2, *TABLE, "--selectivity", "2", says=["--selectivity: expected a number above 0"])
        self.fails(2, *TABLE, "--queries", "1000001", says=["at most 1,000,000"])

    def test_models(self):
        self.fails(3, *COMPARE, "--model", "nothing.csv", says=["nothing.csv: cannot be read"])
        self.write("model.csv", "zip,condition,weight\nSECRETzip1,SECRETplague,2\n")
        self.fails(2, *COMPARE, "--model", "model.csv",
                   says=["model.csv: line 2: column condition: the table does not have this value"])
        self.fails(2, *SECRET, "--model", "model.csv", says=["it is for a twin"])

    def test_a_point_that_cannot_be_is_listed(self):
        done = self.succeeds(*COMPARE, "--methods", "rda,k_jump", "--l", "2,4")
        self.assertIn("rda         4  transparent refused: one sensitive value has a share of 1/3", done.stdout)
        self.assertIn("k_jump      2  transparent refused: jump: k_jump needs one", done.stdout)


class Files(OvertTest):
    def setUp(self):
        super().setUp()
        self.write("patients.csv", PATIENTS)
        os.umask(0o022)

    def test_whole_or_not_at_all(self):
        self.succeeds(*COMPARE, "--csv", "points.csv", "--html", "page.html")
        self.assertEqual(mode(self.folder / "points.csv"), 0o644)
        for flag, name in [("--csv", "points.csv"), ("--html", "page.html")]:
            with self.subTest(flag):
                self.fails(2, *COMPARE, flag, name, says=[f"{name}: exists already; pass --force"])
                self.succeeds(*COMPARE, flag, name, "--force")
                self.fails(3, *COMPARE, flag, "nowhere/file", says=["cannot be written: No such file"])
                self.fails(3, *COMPARE, flag, ".", says=["it is a directory"])
                self.fails(3, *COMPARE, flag, "full", preexec_fn=limit_file_size(10),
                           says=["cannot be written: File too large"])
                # With --force, the old file stays when the new one cannot be written.
                self.fails(3, *COMPARE, flag, name, "--force", preexec_fn=limit_file_size(10),
                           says=["cannot be written: File too large"])

    def test_of_the_secret_table(self):
        done = self.succeeds(*SECRET, "--csv", "points.csv", "--html", "page.html")
        self.assertTrue(done.stdout.startswith("custodian only: "))
        self.assertIs(json.loads(self.succeeds(*SECRET, "--json", quiet=False).stdout)["custodian_only"], True)
        for line in (self.folder / "points.csv").read_text().splitlines()[1:]:
            self.assertTrue(line.startswith('secret table (custodian only),'), line)
        self.assertIn("custodian only, not for release", (self.folder / "page.html").read_text())
        for name in ["points.csv", "page.html"]:
            self.assertEqual(mode(self.folder / name), 0o600)

    def test_never_into_a_release(self):
        self.succeeds(*RELEASE, "--quiet")
        (self.folder / "release" / "inner").mkdir()
        os.symlink("release/inner", self.folder / "link")
        for flag in ["--csv", "--html"]:
            for out in ["release/file", "release/inner/file", "link/file", "release/../release/file"]:
                with self.subTest(flag, out=out):
                    self.fails(2, *SECRET, flag, out, says=["not written: the folder of a release is published"])
        # A link that leads out of it: replacing it would put a file into the release.
        self.write("elsewhere", "")
        os.symlink("../elsewhere", self.folder / "release" / "way_out")
        self.fails(2, *SECRET, "--csv", "release/way_out", "--force", says=["not written: the folder of a release"])
        # Nor where the job's release is going to be.
        self.write("job.toml", 'input = "patients.csv"\noutput = "later"\n')
        (self.folder / "later").mkdir()
        self.fails(2, *SECRET, "--job", "job.toml", "--csv", "later/file", says=["not written: the folder of a release"])
        self.succeeds(*COMPARE, "--csv", "release/figures.csv")  # of a twin: nothing in it is secret


class Pages(OvertTest):
    """--html of attack, views and explain."""

    def setUp(self):
        super().setUp()
        self.write("patients.csv", PATIENTS)
        self.write("problem.json", PROBLEM)
        self.write("views.json", json.dumps({"records": ["a", "b"], "disclosures": [{"name": "a", "records": [0, 1], "values": {"x": 1, "y": 1}}]}))
        self.write("job.toml", 'input = "patients.csv"\noutput = "later"\nl = 2\n')
        os.umask(0o022)

    RUNS = {"attack": ["attack", "problem.json"],
            "method": ["attack", "patients.csv", "--method", "rda", "--l", "2", "--quasi", "age", "--sensitive", "condition"],
            "table": ["attack", "--job", "job.toml", *ROLES],
            "views": ["views", "views.json", "--gamma", "1/2"],
            "explain": ["explain", "problem.json"],
            "jumps": ["explain", "problem.json", "--jump", "all"],
            "tables": ["explain", "problem.json", "--tables", "all"],
            "family": ["explain", "family.json", "--family"]}
    CUSTODIAN = {"method", "table", "views"}

    def test_files(self):
        self.write("family.json", json.dumps({"values": [1, 1, 2, 2], "property": {"name": "highest_ratio", "max": "1/2"}}))
        self.succeeds(*RELEASE, "--quiet")
        for name, run in self.RUNS.items():
            with self.subTest(name):
                plain = self.run_overt(*run, quiet=False)
                done = self.run_overt(*run, "--html", f"{name}.html", quiet=False)
                self.assertEqual((done.returncode, done.stdout, done.stderr),
                                 (plain.returncode, plain.stdout, plain.stderr))
                page = self.folder / f"{name}.html"
                self.assertTrue(page.read_text().startswith("<!doctype html>"))
                custodian = name in self.CUSTODIAN
                self.assertEqual("custodian only, not for release" in page.read_text(), custodian)
                self.assertEqual(mode(page), 0o600 if custodian else 0o644)
                self.fails(2, *run, "--html", page.name, says=["exists already; pass --force"])
                self.assertEqual(self.run_overt(*run, "--html", page.name, "--force", quiet=False).returncode,
                                 plain.returncode)
                self.fails(3, *run, "--html", "nowhere/page.html", says=["cannot be written: No such file"])
                self.fails(3, *run, "--html", "full.html", preexec_fn=limit_file_size(10),
                           says=["cannot be written: File too large"])
                if custodian:
                    self.fails(2, *run, "--html", "release/page.html",
                               says=["not written: the folder of a release is published"])


if __name__ == "__main__":
    main()
