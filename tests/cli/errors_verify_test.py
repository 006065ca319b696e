"""Verifying what was changed, damaged or never a release."""

import csv
import hashlib
import json
import os

from overt_command import HEADER, OvertTest, PATIENTS, RELEASE as DEFAULT, ROWS, main, obey_permissions

# RDA: three groups of two, whatever the coins.
RELEASE = [*DEFAULT, "--method", "rda"]
ANATOMY = [*RELEASE, "--form", "anatomy"]


class VerifyTest(OvertTest):
    def setUp(self):
        super().setUp()
        self.write("patients.csv", PATIENTS)

    def path(self, name):
        return self.folder / "release" / name

    def certificate(self):
        return json.loads(self.path("certificate.json").read_text())

    def certify(self, **changes):
        """Writes the certificate with changes, and with the hashes that the files have now."""
        certificate = self.certificate() | changes
        for name in certificate["files"]:
            certificate["files"][name] = hashlib.sha256(self.path(name).read_bytes()).hexdigest()
        self.path("certificate.json").write_text(json.dumps(certificate))

    def rows(self, name="released.csv"):
        with open(self.path(name), newline="") as file:
            return list(csv.reader(file))

    def put_rows(self, rows, name="released.csv"):
        with open(self.path(name), "w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)

    def check_fails(self, *says, flags=()):
        """verify ends with 1, and these checks (beginnings) are the failed ones."""
        before = self.tree()
        done = self.run_overt("verify", "release", *flags)
        self.assertEqual((done.returncode, done.stderr), (1, ""), done.stdout)
        failed = [line.removeprefix("FAILED  ") for line in done.stdout.splitlines() if line.startswith("FAILED")]
        self.assertEqual(len(failed), len(says), done.stdout)
        for line, beginning in zip(failed, says):
            self.assertTrue(line.startswith(beginning), done.stdout)
        self.assertEqual(self.tree(), before)
        quiet = self.run_overt("verify", "release", "--quiet", *flags)
        self.assertEqual((quiet.returncode, quiet.stdout.splitlines()), (1, ["FAILED  " + line for line in failed]))
        answer = self.run_overt("verify", "release", "--json", *flags)
        self.assertEqual(answer.returncode, 1)
        found = json.loads(answer.stdout)
        self.assertFalse(found["passed"])
        self.assertEqual([check["check"] for check in found["checks"] if not check["passed"]], failed)


class NoRelease(VerifyTest):
    def test_folders_and_files_that_are_missing(self):
        self.fails(3, "verify", "nothing", says=["nothing/certificate.json: cannot be read: No such file"])
        self.fails(3, "verify", "patients.csv", says=["patients.csv/certificate.json: cannot be read: Not a directory"])
        self.fails(3, "verify", ".", says=["certificate.json: cannot be read: No such file"])
        self.succeeds(*RELEASE)
        os.rename(self.path("released.csv"), self.folder / "aside.csv")
        self.fails(3, "verify", "release", says=["released.csv: cannot be read: No such file"])
        self.path("released.csv").mkdir()
        self.fails(3, "verify", "release", says=["released.csv: cannot be read: it is a directory"])
        os.rename(self.path("certificate.json"), self.folder / "aside.json")
        self.fails(3, "verify", "release", says=["release/certificate.json: cannot be read: No such file"])

    def test_files_that_may_not_be_read(self):
        self.succeeds(*RELEASE)
        os.chmod(self.path("released.csv"), 0)
        done = self.run_overt("verify", "release", preexec_fn=obey_permissions)
        self.assertEqual((done.returncode, done.stderr),
                         (3, "overt: release/released.csv: cannot be read: Permission denied\n"))

    def test_damaged_certificates(self):
        self.succeeds(*RELEASE)
        whole = self.path("certificate.json").read_text()
        for text, says in [("", "line 1, column 1: not valid JSON"), (whole[:100], "line 6, column "),
                           ("[]", "version is missing"), ("{}", "version is missing"),
                           ("\xff", "line 1, column 1: not valid JSON"), ("3", "version is missing")]:
            with self.subTest(text[:10]):
                self.path("certificate.json").write_bytes(text.encode("latin-1"))
                self.fails(2, "verify", "release", says=["release/certificate.json: " + says])
        for key, value in [
                ("version", 3), ("version", "1"), ("method", 3), ("level", None), ("form", "grouped"), ("promise", {}),
                ("promise", 3), ("promise", {"name": "entropy", "max": "1/2"}),
                ("promise", {"name": "highest_ratio", "max": "1/0"}),
                ("promise", {"name": "highest_ratio", "max": "x"}),
                ("promise", {"name": "highest_ratio", "max": 0.5}), ("records", -1), ("records", 6.5), ("records", "6"),
                ("groups", []), ("smallest_group", None), ("largest_share", "half"), ("largest_share", ""),
                ("files", 3),
                ("files", {"released.csv": 3}), ("job", {}), ("job", []), ("date", 3)]:
            with self.subTest(key, value=value):
                self.path("certificate.json").write_text(json.dumps(json.loads(whole) | {key: value}))
                self.fails(2, "verify", "release", says=["release/certificate.json: " + key])
        for key, value in [("l", "2"), ("format", 3), ("format", "../x"), ("missing", "NULL"), ("roles", {}),
                           ("roles", {"identifying": [], "quasi_identifying": [], "insensitive": [], "sensitive": []}),
                           ("types", 3), ("types", {"age": {}}), ("types", {"age": {"type": "float"}}),
                           ("hierarchies", {}), ("hierarchies", [3]), ("missing_sensitive", 0)]:
            with self.subTest(key, value=value):
                changed = json.loads(whole)
                changed["job"][key] = value
                self.path("certificate.json").write_text(json.dumps(changed))
                self.fails(2, "verify", "release", says=["release/certificate.json: job." + key])
        for key in json.loads(whole).keys() - {"level_means", "program"}:  # older ones have none
            with self.subTest(missing=key):
                changed = json.loads(whole)
                del changed[key]
                self.path("certificate.json").write_text(json.dumps(changed))
                self.fails(2, "verify", "release", says=[f"release/certificate.json: {key} is missing"])


class ChangedReleases(VerifyTest):
    HASH = "the files have the SHA-256 of the certificate"
    COUNTS = "records, groups, smallest group and largest share are as certified"
    PROMISE = "every group keeps the promise"

    def test_a_deep_certificate(self):
        self.succeeds(*RELEASE)
        self.path("certificate.json").write_text('{"version": ' + "[" * 1000000)
        for verb in ["verify", "check", "report"]:
            self.fails(2, verb, "release", says=["certificate.json: line 1, column 76: nested deeper than 64 levels"])

    def test_one_bit_of_a_released_file(self):
        self.succeeds(*RELEASE)
        whole = self.path("released.csv").read_bytes()
        at = whole.index(b"SECRETasthma")
        self.path("released.csv").write_bytes(whole[:at] + b"s" + whole[at + 1:])
        self.check_fails(self.HASH)

    def test_a_file_that_is_no_csv_any_more(self):
        self.succeeds(*RELEASE)
        whole = self.path("released.csv").read_bytes()
        for content in [b"", whole[:-2], whole + b'"', whole + b"1,2\n", whole.replace(b"group", b"gruop", 1),
                        b"\xff" + whole, whole.replace(b"group,age", b"group,ag", 1), whole[:whole.index(b"\n") + 1]]:
            with self.subTest(content[-20:]):
                self.path("released.csv").write_bytes(content)
                done = self.run_overt("verify", "release")
                self.assertEqual((done.returncode, done.stderr), (1, ""), done.stdout)
                self.assertIn("FAILED", done.stdout)

    def test_counts_of_the_certificate(self):
        self.succeeds(*RELEASE)
        for key, value in [("records", 7), ("groups", 1), ("smallest_group", 3), ("largest_share", "1/3")]:
            with self.subTest(key):
                self.assertNotEqual(self.certificate()[key], value)
                kept = self.path("certificate.json").read_text()
                self.certify(**{key: value})
                self.check_fails(self.COUNTS)
                self.path("certificate.json").write_text(kept)

    def test_a_promise_that_nobody_asked_for(self):
        self.succeeds(*RELEASE)
        self.certify(promise={"name": "highest_ratio", "max": "2/3"})
        self.check_fails("the promise is the one that the job asked for")

    def test_a_group_that_breaks_the_promise_with_a_matching_hash(self):
        self.succeeds(*RELEASE)
        rows = self.rows()
        self.assertEqual(rows[1][0], rows[2][0])
        rows[1][-1] = rows[2][-1]
        self.put_rows(rows)
        self.certify(largest_share="1")
        self.check_fails(self.PROMISE)
        done = self.run_overt("verify", "release", "--against", "patients.csv", "--quiet")
        self.assertEqual(done.returncode, 1)
        self.assertIn("FAILED  the sensitive values are the original's", done.stdout)

    def test_groups_out_of_order_and_cells_that_disagree(self):
        self.succeeds(*RELEASE)
        rows = self.rows()
        self.put_rows([rows[0], *reversed(rows[1:])])
        self.certify()
        self.check_fails("groups are numbered 1, 2, .. and stand in that order")
        rows[1][1] = "[1, 2]"
        self.put_rows(rows)
        self.certify()
        self.check_fails("the records of a group share one well-formed rectangle")
        for row in rows[1:3]:
            row[1] = "[1, 2"
        self.put_rows(rows)
        self.certify()
        self.check_fails("the records of a group share one well-formed rectangle")

    def test_the_anatomy_form(self):
        self.succeeds(*ANATOMY)
        kept = self.rows("sensitive.csv")
        for change, value, failed in [
                ("count", "2", ["the values of each group add up to its records", self.PROMISE, self.COUNTS]),
                ("value", kept[2][1], ["the values of each group add up to its records"]),
                ("count", "0", ["the files can be read"]), ("count", "x", ["the files can be read"])]:
            with self.subTest(change, value=value):
                rows = [list(row) for row in kept]
                rows[1][2 if change == "count" else 1] = value
                self.put_rows(rows, "sensitive.csv")
                self.certify()
                self.check_fails(*failed)
        self.put_rows(kept[:-1], "sensitive.csv")
        self.certify()
        self.check_fails("the values of each group add up to its records")

    def test_a_changed_hierarchy(self):
        self.write("zip.csv", "SECRETzip1;SECRETwest;*\nSECRETzip2;SECRETwest;*\nSECRETzip3;SECRETeast;*\n")
        self.succeeds(*RELEASE, "--hierarchy", "zip=zip.csv")
        self.path("hierarchies/zip.csv").write_text("SECRETzip1;*;*\nSECRETzip2;*;*\nSECRETzip3;*;*\n")
        self.check_fails(self.HASH)
        self.path("hierarchies/zip.csv").unlink()
        self.fails(3, "verify", "release", says=["hierarchies/zip.csv: cannot be read: No such file"])


class Against(VerifyTest):
    FLAGS = ["--against", "patients.csv"]

    def test_the_right_original(self):
        for arguments in [RELEASE, [*ANATOMY, "--force"], [*RELEASE, "--force", "--format", "parquet"]]:
            self.succeeds(*arguments)
            self.succeeds("verify", "release", *self.FLAGS)

    def test_a_wrong_original(self):
        number, multiset = "the number of records is the original's", "the sensitive values are the original's"
        for arguments in [RELEASE, [*ANATOMY, "--force"]]:
            self.write("patients.csv", PATIENTS)
            self.succeeds(*arguments)
            self.write("patients.csv", HEADER + "".join(ROWS[:5]))
            with self.subTest(arguments):
                done = self.run_overt("verify", "release", *self.FLAGS)
                self.assertEqual(done.returncode, 1)
                self.assertIn("FAILED  " + number, done.stdout)
                self.assertIn("FAILED  " + multiset, done.stdout)
                self.write("patients.csv", PATIENTS.replace("880041", "880099"))
                self.assertEqual(self.run_overt("verify", "release", *self.FLAGS).returncode, 1)
                self.write("patients.csv", PATIENTS.replace("SECRETflu", "SECRETcold", 1))
                self.assertEqual(self.run_overt("verify", "release", *self.FLAGS).returncode, 1)

    def test_an_original_that_cannot_be_read(self):
        self.succeeds(*RELEASE)
        self.fails(3, "verify", "release", "--against", "nothing.csv", says=["nothing.csv: cannot be read"])
        self.fails(3, "verify", "release", "--against", "release", says=["release: cannot be read: it is a directory"])
        self.write("patients.csv", HEADER + "SECRET,1\n")
        self.fails(2, "verify", "release", *self.FLAGS, says=["patients.csv: line 2"])
        self.write("patients.csv", PATIENTS.replace("zip", "ward", 1))
        self.fails(2, "verify", "release", *self.FLAGS, says=["patients.csv: there is no column with the name: zip"])


class Pipes(VerifyTest):
    def test_a_pipe_in_place_of_a_file_is_not_waited_for(self):
        self.write("zip.csv", "SECRETzip1;*\nSECRETzip2;*\nSECRETzip3;*\n")
        self.succeeds(*RELEASE, "--hierarchy", "zip=zip.csv")
        for name in ["certificate.json", "released.csv", "hierarchies/zip.csv"]:
            os.rename(self.path(name), self.folder / "away")
            os.mkfifo(self.path(name))
            for arguments in [["report", "release"], ["measure", "release", "patients.csv"]]:
                with self.subTest(name, arguments=arguments):
                    self.fails(3, *arguments, says=[f"release/{name}: cannot be read: it is not a file"])
            for flags in [[], ["--against", "patients.csv"]]:
                with self.subTest(name, flags=flags):
                    self.check_fails(f"the folder holds files alone, no link, pipe or device ({name})", flags=flags)
            os.remove(self.path(name))
            os.rename(self.folder / "away", self.path(name))
        self.succeeds("verify", "release")


if __name__ == "__main__":
    main()
