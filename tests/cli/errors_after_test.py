"""Several releases of one table: files that must not be replaced, are damaged, or not of this table."""

import os
import shutil

from pyarrow import parquet

from overt_command import HEADER, OvertTest, PATIENTS, RELEASE, ROWS, limit_file_size, main, many_rows, obey_permissions

KEEP = [*RELEASE, "--method", "rda", "--keep-groups", "kept.parquet"]


def second(*flags):
    return [*("second" if word == "release" and i > 0 else word for i, word in enumerate(RELEASE)), "--method", "merge",
            "--after", "kept.parquet", *flags]


class Keeping(OvertTest):
    def setUp(self):
        super().setUp()
        self.write("patients.csv", PATIENTS)

    def keep(self, file, *flags):
        return [*RELEASE, "--method", "rda", "--keep-groups", file, *flags]

    def test_methods_without_a_likelihood(self):
        self.fails(2, *RELEASE, "--method", "gda", "--keep-groups", "k", says=["--keep-groups: nobody can say how likely"])
        for method in ["rda", "ria"]:
            self.fails(2, *RELEASE, "--method", method, "--min-group", "3", "--keep-groups", "k",
                       says=["--keep-groups: nobody can say how likely groups merged by --min-group were"])
        self.fails(2, *RELEASE, "--method", "gda", "--after", "k", says=["--after: nobody can say how likely"])
        self.fails(2, *RELEASE, "--method", "merge", says=["--method: merge puts groups of an earlier release together"])

    def test_places(self):
        self.fails(2, *self.keep(""), says=["--keep-groups: the value is empty"])
        self.fails(2, *self.keep("release/kept"), says=["release/kept: not written: the folder of a release is published"])
        self.fails(2, *self.keep("./release/../release/kept"), says=["the folder of a release is published"])
        self.fails(2, *self.keep("release"), says=["the folder of a release is published"])
        self.succeeds(*RELEASE[:5], "earlier", *RELEASE[6:], "--quiet")
        self.fails(2, *self.keep("earlier/kept"), says=["earlier/kept: not written: the folder of a release is published"])
        self.fails(2, *self.keep("kept/"), says=["expected the name of a file"])
        self.fails(3, *self.keep("nowhere/kept"), says=["nowhere/kept: cannot be written: No such file"])
        self.fails(3, *self.keep("patients.csv/kept"), says=["cannot be written: Not a directory"])
        (self.folder / "locked").mkdir()
        os.chmod(self.folder / "locked", 0o555)
        self.fails(3, *self.keep("locked/kept"), says=["locked/kept: cannot be written: Permission denied"],
                   preexec_fn=obey_permissions)

    def test_existing_files(self):
        self.write("old", "old")
        self.fails(2, *self.keep("old"), says=["old: exists already; pass --force"])
        self.fails(2, *self.keep("patients.csv", "--force"), says=["not replaced: it is a file that this job reads"])
        (self.folder / "folder").mkdir()
        self.fails(3, *self.keep("folder", "--force"), says=["folder: cannot be written: it is a directory"])
        os.symlink("old", self.folder / "link")
        self.fails(2, *self.keep("link"), says=["link: exists already"])
        self.succeeds(*self.keep("link", "--force"))  # the link is replaced, not followed
        self.assertFalse((self.folder / "link").is_symlink())
        self.assertEqual((self.folder / "old").read_text(), "old")
        shutil.rmtree(self.folder / "release")
        self.fails(2, *self.keep("/dev/null", "--force"), says=["/dev/null: not replaced: it is not a file"])
        self.succeeds(*self.keep("old", "--force"))
        self.assertEqual((self.folder / "old").stat().st_mode & 0o777, 0o600)
        self.assertEqual((self.folder / "old").read_bytes()[:4], b"PAR1")

    def test_nothing_is_kept_when_nothing_is_released(self):
        self.fails(1, *(word if word != "2" else "4" for word in KEEP), says=["cannot be released safely"])
        self.write("patients.csv", HEADER + many_rows(30_000))
        for size in [0, 4096, 50_000]:
            self.fails(3, *KEEP, says=["cannot be written: File too large"], preexec_fn=limit_file_size(size))

    def test_old_files_stay_when_one_of_them_cannot_be_replaced(self):
        self.succeeds(*KEEP)
        os.mkdir(self.folder / "locked", 0o755)
        os.rename(self.folder / "kept.parquet", self.folder / "locked/kept.parquet")
        os.chmod(self.folder / "locked", 0o555)
        self.fails(3, *self.keep("locked/kept.parquet", "--force"), says=["locked/kept.parquet: cannot be written"],
                   preexec_fn=obey_permissions)

    def test_nothing_is_written_twice(self):
        self.fails(2, *KEEP, "--custodian-report", "kept.parquet", says=["kept.parquet: it is to be written twice"])


class Building(OvertTest):
    def setUp(self):
        super().setUp()
        self.write("patients.csv", PATIENTS)
        self.succeeds(*KEEP)

    def test_other_files(self):
        self.fails(3, *second("--after", "nothing"), says=["nothing: cannot be read: No such file"])
        self.fails(2, *second("--after", "patients.csv"), says=["patients.csv: not a file of --keep-groups"])
        self.succeeds("release", "patients.csv", *RELEASE[2:4], *RELEASE[6:], "--format", "parquet", "--out", "other")
        self.fails(2, *second("--after", "other/released.parquet"), says=["released.parquet: not a file of --keep-groups"])

    def test_damaged_files(self):
        whole = (self.folder / "kept.parquet").read_bytes()
        for length in [4, 100, len(whole) - 10]:
            self.write("kept.parquet", whole[:length])
            self.fails(2, *second(), says=["kept.parquet: "])
        for old, new, says in [(b'"version":2', b'"version":3', "its metadata are of another version"),
                               (b'"method":"rda"', b'"method":"gda"', "its metadata are damaged"),
                               (b'"id":"', b'"xd":"', "its metadata are damaged"),
                               (b'"max":"1/2"', b'"max":"9/0"', "the denominator is zero"),
                               (b'custodian only', b'custodian 0nly', "not a file of --keep-groups")]:
            with self.subTest(new):
                self.assertIn(old, whole)
                self.write("kept.parquet", whole.replace(old, new))
                self.fails(2, *second(), says=[says])

    def test_a_file_of_before_nodes_were_dealt_is_read(self):
        """Version 1 has no column of nodes: every group is one."""
        self.succeeds(*RELEASE[:5], "cut", *RELEASE[6:], "--method", "local", "--tree", "plain", "--keep-groups", "now")
        table = parquet.read_table(self.folder / "now")
        notes = {key: value.replace(b'"version":2', b'"version":1') for key, value in table.schema.metadata.items()}
        self.assertNotEqual(notes, table.schema.metadata)
        for name, old in [("before", table.drop(["node"])), ("now_without", table.drop(["node"]))]:
            metadata = notes if name == "before" else table.schema.metadata
            parquet.write_table(old.replace_schema_metadata(metadata), self.folder / name)
        other = [word if word != "kept.parquet" else "before" for word in second()]
        self.succeeds(*other)
        shutil.rmtree(self.folder / "second")
        self.fails(2, *(word if word != "before" else "now_without" for word in other),
                   says=["now_without: there is no column node"])

    def test_another_table(self):
        self.write("patients.csv", HEADER + "".join(ROWS) + ROWS[0])
        self.fails(2, *second(), says=["kept.parquet: not of this table: it has another number of records"])
        self.write("patients.csv", PATIENTS.replace("SECRETasthma", "SECRETcold"))
        self.fails(2, *second(), says=["kept.parquet: not of this table: it has another sensitive value"])
        self.write("patients.csv", PATIENTS.replace("condition", "diagnosis"))
        self.fails(2, *(word.replace("condition", "diagnosis") for word in second()),
                   says=["kept.parquet: not of this table: its sensitive column is another one"])

    def test_the_kept_file_is_not_replaced_by_the_run_that_reads_it(self):
        self.fails(2, *second("--keep-groups", "kept.parquet", "--force"),
                   says=["kept.parquet: not replaced: it is a file that this job reads"])
        self.succeeds(*second())


if __name__ == "__main__":
    main()
