"""Output that cannot be written, is in the way, or must not be lost."""

import os

from overt_command import (HEADER, OvertTest, PATIENTS, RELEASE, ROWS, limit_file_size, main, many_rows,
                           obey_permissions)

FORCE = [*RELEASE, "--force"]
REFUSED = [*(word if word != "2" else "4" for word in RELEASE), "--force"]


def to(out, *flags):
    return [*(out if word == "release" and i > 0 else word for i, word in enumerate(RELEASE)), *flags]


class NewFolders(OvertTest):
    def setUp(self):
        super().setUp()
        self.write("patients.csv", PATIENTS)

    def test_parents_that_are_missing_or_no_folder(self):
        self.fails(3, *to("nowhere/release"), says=["nowhere/release: cannot be written: No such file"])
        self.fails(3, *to("patients.csv/release"), says=["patients.csv/release: cannot be written: Not a directory"])
        self.fails(3, *to("x" * 300), says=["cannot be written: File name too long"])

    def test_a_parent_that_forbids_writing(self):
        (self.folder / "locked").mkdir()
        os.chmod(self.folder / "locked", 0o555)
        self.fails(3, *to("locked/release"), says=["locked/release: cannot be written: Permission denied"],
                   preexec_fn=obey_permissions)

    def test_names_with_a_slash_at_the_end_and_dots(self):
        for out in ["a/", "./b", "a/../c", str(self.folder / "d")]:
            with self.subTest(out):
                self.succeeds(*to(out))
        self.assertEqual(sorted(os.listdir(self.folder)), ["a", "b", "c", "d", "patients.csv"])

    def test_a_release_is_for_everybody_to_read(self):
        self.succeeds(*RELEASE)
        self.assertEqual((self.folder / "release").stat().st_mode & 0o777, 0o755)

    def test_generate(self):
        self.fails(3, "generate", "--out", "nowhere/x.csv", says=["cannot be written: No such file"])
        self.fails(3, "generate", "--out", ".", says=[".: cannot be written: it is a directory"])
        self.fails(2, "generate", "--out", "patients.csv", says=["patients.csv: exists already; pass --force"])
        self.fails(2, "generate", "--out", "/dev/null", "--force", says=["/dev/null: not replaced"])
        self.fails(3, "generate", "--out", "x.csv", says=["cannot be written: File too large"],
                   preexec_fn=limit_file_size(100_000))
        self.fails(3, "generate", "--out", "patients.csv", "--force", says=["File too large"],
                   preexec_fn=limit_file_size(100_000))
        self.succeeds("generate", "--records", "10", "--out", "patients.csv", "--force")
        self.assertEqual((self.folder / "patients.csv").read_text().count("\n"), 11)


class ExistingFolders(OvertTest):
    def setUp(self):
        super().setUp()
        self.write("patients.csv", PATIENTS)
        self.succeeds(*RELEASE)

    def released(self):
        return sorted(os.listdir(self.folder / "release"))

    def test_kept_without_force(self):
        self.fails(2, *RELEASE, says=["release: exists already; pass --force"])
        self.fails(2, *to("release/"), says=["release/: exists already"])
        self.fails(2, *to("patients.csv"), says=["patients.csv: exists already"])
        os.symlink("nowhere", self.folder / "link")
        self.fails(2, *to("link"), says=["link: exists already"])

    def test_kept_when_the_new_release_fails(self):
        self.fails(1, *REFUSED, says=["cannot be released safely"])
        self.fails(2, *FORCE, "--type", "zip=integer", says=["line 2: column zip"])
        self.fails(2, *FORCE, "--missing", "SECRETflu", says=["line 2"])
        self.fails(3, *FORCE, "--key-file", "nothing", says=["nothing: cannot be read"])
        self.write("large.csv", HEADER + many_rows(5000))
        self.write("bad.csv", HEADER + many_rows(5000) + "SECRET,1\n")
        large = ["release", "large.csv", *FORCE[2:]]
        self.fails(2, "release", "bad.csv", *FORCE[2:], says=["bad.csv: line 5002"])
        for flags in [(), ("--form", "anatomy"), ("--format", "parquet")]:
            with self.subTest(flags):
                self.fails(3, *large, *flags, says=["cannot be written: File too large"],
                           preexec_fn=limit_file_size(4096))
        self.succeeds("verify", "release", "--against", "patients.csv")

    def test_replaced_when_the_new_release_is_verified(self):
        self.write("patients.csv", HEADER + "".join(ROWS) + "".join("other " + row for row in ROWS))
        self.succeeds(*FORCE, "--form", "anatomy")
        self.assertEqual(self.released(), ["certificate.json", "quasi.csv", "report.html", "sensitive.csv"])
        self.succeeds("verify", "release", "--against", "patients.csv")
        self.succeeds(*FORCE, "--format", "parquet")
        self.assertEqual(self.released(), ["certificate.json", "released.parquet", "report.html"])
        self.assertEqual(sorted(os.listdir(self.folder)), ["patients.csv", "release"])
        (self.folder / "empty").mkdir()
        self.succeeds(*to("empty", "--force"))
        self.succeeds(*to("fresh", "--force"))

    def test_not_replaced_when_it_is_something_else(self):
        self.fails(2, *to(".", "--force"), says=[".: not replaced: it holds the working directory"])
        self.fails(2, *to("..", "--force"), says=["not replaced: it holds the working directory"])
        self.fails(2, *to("/", "--force"), says=["not replaced: it holds the working directory"])
        self.fails(2, *to("patients.csv", "--force"), says=["patients.csv: not replaced: it is not a folder"])
        (self.folder / "release" / "patients.csv").write_text(PATIENTS)
        self.fails(2, "release", "release/patients.csv", *FORCE[2:], says=["release: not replaced: it holds a file"])
        self.write("zip.csv", "SECRETzip1;*\nSECRETzip2;*\nSECRETzip3;*\n")
        os.rename(self.folder / "zip.csv", self.folder / "release" / "zip.csv")
        self.fails(2, *FORCE, "--hierarchy", "zip=release/zip.csv", says=["it holds a file that this job reads"])
        self.write("photos/summer.jpg", "x")
        self.fails(2, *to("photos", "--force"), says=["photos: not replaced: it holds files but no certificate.json"])
        os.remove(self.folder / "release/patients.csv")
        os.remove(self.folder / "release/zip.csv")
        for foreign in ["photos/summer.jpg", "notes.txt", "hierarchies/deep/zip.csv", "hierarchies/thesis.tex",
                        "released.csv.bak"]:
            path = self.write(f"release/{foreign}", "x")
            first = foreign if foreign.startswith("hierarchies") else foreign.split("/")[0]
            self.fails(2, *FORCE, says=[f"release: not replaced: it holds {first.removesuffix('/zip.csv')}, which is not "
                                        "of a release"])
            path.unlink()
            for folder in ["photos", "hierarchies/deep", "hierarchies"]:
                if (self.folder / "release" / folder).is_dir():
                    (self.folder / "release" / folder).rmdir()
        os.symlink("../patients.csv", self.folder / "release/quasi.csv")
        self.fails(2, *FORCE, says=["it holds quasi.csv, which is not of a release"])
        os.remove(self.folder / "release/quasi.csv")
        self.succeeds(*FORCE)

    def test_a_folder_that_may_not_be_listed(self):
        os.chmod(self.folder / "release", 0)
        before = os.listdir(self.folder)
        done = self.run_overt(*FORCE, preexec_fn=obey_permissions)
        os.chmod(self.folder / "release", 0o755)
        self.assertEqual((done.returncode, done.stderr), (3, "overt: release: cannot be read: Permission denied\n"))
        self.assertEqual(os.listdir(self.folder), before)
        self.succeeds("verify", "release")


class FullDisk(OvertTest):
    def test_tables(self):
        self.write("patients.csv", HEADER + many_rows(30_000))
        for flags in [(), ("--form", "anatomy"), ("--format", "parquet"), ("--form", "anatomy", "--format", "parquet")]:
            for size in [0, 100, 4096, 50_000]:
                with self.subTest(flags, size=size):
                    self.fails(3, *RELEASE, "--method", "rda", *flags, says=["cannot be written: File too large"],
                               preexec_fn=limit_file_size(size))

    def test_hierarchies_and_certificate(self):
        self.write("patients.csv", PATIENTS)
        self.write("zip.csv", "".join(f"SECRETzip{i};*\n" for i in range(3000)))
        self.fails(3, *RELEASE, "--hierarchy", "zip=zip.csv", says=["zip.csv: cannot be written: File too large"],
                   preexec_fn=limit_file_size(4096))
        self.fails(3, *RELEASE, says=["certificate.json: cannot be written: File too large"],
                   preexec_fn=limit_file_size(500))


if __name__ == "__main__":
    main()
