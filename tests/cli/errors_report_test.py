"""Reports: what is not a release, and where a custodian's report may be written."""

import os
import stat

from overt_command import (HEADER, OvertTest, PATIENTS, RELEASE, ROWS, limit_file_size, main, many_rows,
                           obey_permissions)

WITH = [*RELEASE, "--custodian-report"]
HEADED = "custodian only, not for release"


class Public(OvertTest):
    def setUp(self):
        super().setUp()
        self.write("patients.csv", PATIENTS)
        self.succeeds(*RELEASE, "--quiet")

    def test_what_is_not_a_release(self):
        self.fails(3, "report", "nothing", says=["nothing/certificate.json: cannot be read"])
        self.fails(2, "report", says=["report needs RELEASE"])
        (self.folder / "release/released.csv").unlink()
        self.fails(3, "report", "release", says=["release/released.csv: cannot be read"])
        self.write("release/released.csv", "group,age,zip,condition\n2,880041,SECRETzip1,SECRETflu\n")
        self.fails(2, "report", "release", says=["the groups are not numbered 1, 2, .. in order"])
        self.write("release/released.csv", 'group,age,zip,condition\n1,"[880041",SECRETzip1,SECRETflu\n')
        self.fails(2, "report", "release", says=["column age: a text is not a cell"])
        self.write("release/certificate.json", "{}")
        self.fails(2, "report", "release", says=["release/certificate.json"])

    def test_out(self):
        self.succeeds("report", "release", "--out", "page.html")
        page = (self.folder / "release/report.html").read_bytes()
        self.assertEqual((self.folder / "page.html").read_bytes(), page)
        self.fails(2, "report", "release", "--out", "page.html", says=["page.html: exists already; pass --force"])
        self.fails(3, "report", "release", "--out", "release", says=["release: cannot be written: it is a directory"])
        self.fails(3, "report", "release", "--out", "none/page.html", says=["cannot be written"])
        self.fails(3, "report", "release", "--out", "more.html", says=["cannot be written: File too large"],
                   preexec_fn=limit_file_size(1000))
        self.write("page.html", "old")
        self.succeeds("report", "release", "--out", "page.html", "--force")
        self.assertEqual((self.folder / "page.html").read_bytes(), page)

    def test_a_changed_report_is_made_again(self):
        self.write("release/report.html", "something else")
        self.assertEqual(self.run_overt("verify", "release").returncode, 1)
        self.assertIn("<!doctype html>", self.succeeds("report", "release", quiet=False).stdout)


class Custodian(OvertTest):
    def setUp(self):
        super().setUp()
        self.write("patients.csv", PATIENTS)

    def test_written_for_the_owner_alone(self):
        os.umask(0o022)
        self.succeeds(*WITH, "secret.html")
        file = self.folder / "secret.html"
        self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o600)
        self.assertIn(HEADED, file.read_text())
        self.assertNotIn(HEADED, (self.folder / "release/report.html").read_text())

    def test_not_in_the_release_folder(self):
        os.symlink("release", self.folder / "link")
        (self.folder / "other").mkdir()
        for path in ["release/c.html", "release", "release/deep/c.html", "./release/../release/c.html",
                     self.folder / "release/c.html", "other/../release/c.html"]:
            with self.subTest(path):
                self.fails(2, *WITH, path, says=["not written: the folder of a release is published"])
        self.fails(3, *WITH, "link/c.html", says=["link/c.html: cannot be written"])  # leads nowhere yet
        # The same when the folder is there already, and when it is said in another way.
        self.succeeds(*RELEASE, "--quiet")
        for path in ["release/c.html", "link/c.html", "release/hierarchies/c.html"]:
            with self.subTest(path):
                self.fails(2, *WITH, path, "--force", says=["not written: the folder of a release is published"])
        os.symlink("release/report.html", self.folder / "c.html")
        self.fails(2, *WITH, "c.html", "--force", says=["not written: the folder of a release is published"])
        self.fails(2, "release", "patients.csv", "--l", "2", *RELEASE[6:], "--out", "link/", "--force",
                   "--custodian-report", "release/c.html", says=["not written: the folder of a release is published"])
        # A link that leads to nothing is replaced, not followed.
        os.symlink("release/d.html", self.folder / "d.html")
        self.succeeds(*WITH, "d.html", "--force")
        self.assertFalse((self.folder / "d.html").is_symlink())
        self.assertFalse((self.folder / "release/d.html").exists())

    def test_not_in_place_of_what_the_job_reads(self):
        self.write("zip.csv", "SECRETzip1;*\nSECRETzip2;*\nSECRETzip3;*\n")
        self.write("key", bytes(range(64)))
        for path in ["patients.csv", "./patients.csv", "zip.csv", "key"]:
            with self.subTest(path):
                self.fails(2, *WITH, path, "--force", "--hierarchy", "zip=zip.csv", "--key-file", "key",
                           says=["not replaced: it is a file that this job reads"])

    def test_replaced_with_force_only(self):
        self.write("c.html", "old")
        self.fails(2, *WITH, "c.html", says=["c.html: exists already; pass --force"])
        os.mkdir(self.folder / "photos")
        self.fails(3, *WITH, "photos", "--force", says=["photos: cannot be written: it is a directory"])
        os.mkfifo(self.folder / "fifo")
        self.fails(2, *WITH, "fifo", "--force", says=["fifo: not replaced: it is not a file"])
        self.succeeds(*WITH, "c.html", "--force")
        self.assertIn(HEADED, (self.folder / "c.html").read_text())
        self.assertEqual(stat.S_IMODE((self.folder / "c.html").stat().st_mode), 0o600)

    def test_both_or_neither(self):
        self.fails(3, *WITH, "none/c.html", says=["none/c.html: cannot be written"])
        # The report is larger than the table: there is room for the release, but not for both.
        size = 10_000
        self.fails(3, *WITH, "c.html", says=["c.html: cannot be written: File too large"],
                   preexec_fn=limit_file_size(size))
        self.write("ragged.csv", PATIENTS + "SECRET,1\n")
        self.fails(2, "release", "ragged.csv", *WITH[2:], "c.html", says=["ragged.csv: line 8"])
        os.mkdir(self.folder / "locked", 0o555)
        self.fails(3, *WITH, "locked/c.html", says=["locked/c.html: cannot be written: Permission denied"],
                   preexec_fn=obey_permissions)

    def test_not_from_standard_input(self):
        self.fails(2, "release", "-", *WITH[2:], "c.html", says=["cannot come from standard input or a pipe"],
                   input=PATIENTS.encode())
        os.mkfifo(self.folder / "fifo")
        self.fails(2, "release", "fifo", *WITH[2:], "c.html", says=["the table is read again"])
        self.fails(2, *WITH, "c.html", "--hierarchy", "zip=fifo", says=["the hierarchies are read again"])
        self.fails(3, *RELEASE, "--hierarchy", "zip=fifo", says=["fifo: cannot be read: it is not a file"])

    def test_refusals_are_explained(self):
        done = self.run_overt(*WITH, "c.html", "--l", "4")
        self.assertEqual(done.returncode, 2)  # --l stands twice
        refused = [*RELEASE[:3], "4", *RELEASE[4:], "--custodian-report", "c.html"]
        done = self.run_overt(*refused)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("cannot be released safely", done.stderr)
        self.assertIn("custodian only: c.html says what would help", done.stderr)
        page = (self.folder / "c.html").read_text()
        self.assertIn(HEADED, page)
        self.assertIn("no method can promise more than l = 3", page)
        self.assertEqual(sorted(os.listdir(self.folder)), ["c.html", "patients.csv"])

    def test_large_tables_are_not_attacked(self):
        self.write("large.csv", HEADER + many_rows(20_001))
        self.succeeds("release", "large.csv", *WITH[2:], "c.html")
        self.assertIn("here only tables of up to 20000 are attacked", (self.folder / "c.html").read_text())

    def test_the_job_file_may_ask_for_it(self):
        job = self.run_overt(*WITH, "c.html", "--print-job").stdout
        self.assertIn("custodian_report = 'c.html'", job)
        self.write("job.toml", job)
        self.succeeds("release", "--job", "job.toml")
        self.assertIn(HEADED, (self.folder / "c.html").read_text())
        self.assertNotIn("custodian", (self.folder / "release/certificate.json").read_text())


if __name__ == "__main__":
    main()
