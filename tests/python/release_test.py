"""release and save: with the same coins the same bytes as the C++ library, from a file and from memory."""

import json
import os
import pathlib
import pickle
import re
from fractions import Fraction

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

import overt
from package import PackageTest, main, seeded_release

HIERARCHY = [["F", "*"], ["M", "*"]]


class CensusTest(PackageTest):
    def setUp(self):
        super().setUp()
        self.census = self.folder / "census.csv"
        self.table = overt.generate(3000, seed=4, out=self.census)
        self.roles = {"quasi_identifying": ["age", "gender", "education"], "sensitive": "occupation",
                      "insensitive": ["birthplace"]}


class Releases(CensusTest):
    def compare(self, options, table=None):
        """The folder that C++ writes with the same coins, and the one that save() writes: the same files, the same
        bytes."""
        asked = overt._job.job_of(None, **self.roles, **options, input=str(self.census),
                                  output=str(self.folder / "by_core"))
        seeded_release(self.write("job.toml", overt._job.toml(asked)), 11, "2020-02-02")
        released = overt.release(self.census if table is None else table, **self.roles, **options, test_seed=11,
                                 date="2020-02-02")
        released.save(self.folder / "by_package")
        ours, theirs = self.folder / "by_package", self.folder / "by_core"
        names = sorted(str(path.relative_to(theirs)) for path in theirs.rglob("*"))
        self.assertEqual(sorted(str(path.relative_to(ours)) for path in ours.rglob("*")), names)
        for name in names:
            if (theirs / name).is_dir():
                continue
            if name.endswith(".parquet"):
                mine, other = (pyarrow.parquet.read_table(folder / name) for folder in (ours, theirs))
                self.assertEqual(mine.schema, other.schema)
                self.assertTrue(mine.equals(other), name)  # a difference would take ages to print
            elif name == "certificate.json":
                mine, other = (json.loads((folder / name).read_text()) for folder in (ours, theirs))
                if any(file.endswith(".parquet") for file in other["files"]):  # other bytes, other hashes
                    self.assertEqual(mine.pop("files").keys(), other.pop("files").keys())
                self.assertEqual(mine, other)
                self.assertEqual(json.loads((ours / name).read_text())["files"].keys(), released.save(
                    self.folder / "again", format=mine["job"]["format"])["files"].keys())
            else:
                mine, other = ((folder / name).read_bytes() for folder in (ours, theirs))
                if name == "report.html" and options.get("format") == "parquet":  # it shows the hashes
                    mine, other = (re.sub(rb"[0-9a-f]{64}", b"", page) for page in (mine, other))
                self.assertTrue(mine == other, name)
        self.overt("verify", "by_package", "--against", self.census, "--allow-test")
        self.assertTrue(overt.verify(theirs, against=self.table, allow_test=True))
        self.assertTrue(overt.verify(released, against=self.census, allow_test=True))
        return released

    def test_defaults_from_a_file(self):
        self.compare({"l": 4})

    def test_defaults_from_memory(self):
        self.compare({"l": 4}, self.table)

    def test_anatomy_as_parquet(self):
        released = self.compare({"l": 3, "form": "anatomy", "format": "parquet", "method": "rda"}, self.table)
        self.assertEqual(sorted(released.tables), ["quasi", "sensitive"])
        with self.assertRaisesRegex(ValueError, "two tables"):
            released.table
        self.assertEqual(sum(released.tables["sensitive"].to_arrow()["count"].to_pylist()), 3000)

    def test_hierarchies_weights_and_min_group(self):
        self.write("gender.csv", "F;*\nM;*\n")
        options = {"l": 3, "method": "gda", "weights": {"gender": 100}, "min_group": 7}
        released = self.compare({**options, "hierarchies": {"gender": self.folder / "gender.csv"}})
        self.assertEqual(released.certificate["smallest_group"] >= 7, True)
        rows = overt.release(self.census, **self.roles, **options, hierarchies={"gender": HIERARCHY}, test_seed=11)
        self.assertTrue(rows.to_arrow().equals(released.to_arrow()))

    def test_strategy(self):
        options = {"method": "strategy", "strategy": {"name": "safe", "chain": ["age", "education", "gender"]},
                   "property": {"name": "entropy_diversity"}, "l": 3}
        released = self.compare(options)
        self.assertGreater(len(released.custodian), 0)
        self.assertEqual(released.certificate["promise"], {"name": "entropy_diversity", "l": 3})
        few = {"age": [1, 1, 2, 2], "illness": ["flu", "cold"] * 2}
        asked = overt.release(few, quasi_identifying="age", sensitive="illness", method="strategy",
                              strategy={"name": "safe", "chain": ["age"]},
                              property={"name": "highest_ratio", "max": Fraction(1, 2)})
        self.assertEqual(asked.certificate["promise"], {"name": "highest_ratio", "max": "1/2"})

    def test_a_job_file_and_arguments_on_top(self):
        job = self.write("job.toml", f'input = "{self.census}"\noutput = "elsewhere"\nl = 3\nmethod = "rda"\n'
                         '[roles]\nquasi_identifying = ["age"]\nsensitive = "occupation"\n'
                         'insensitive = ["gender", "education", "birthplace"]\n')
        first = overt.release(job=job, test_seed=3)
        second = overt.release(self.table, job={"method": "rda"}, l=3, quasi_identifying="age", sensitive="occupation",
                               insensitive=["gender", "education", "birthplace"], test_seed=3)
        self.assertTrue(first.to_arrow().equals(second.to_arrow()))
        self.assertEqual(overt.release(job=job, l=5).certificate["promise"]["max"], "1/5")
        self.assertNotIn("elsewhere", os.listdir())

    def test_missing_values(self):
        text = self.census.read_text().replace(",F,", ",,").replace("OH", "NULL")
        self.census.write_text(text)
        self.table = pa.csv.read_csv(self.census, convert_options=pa.csv.ConvertOptions(
            null_values=["", "NULL"], strings_can_be_null=True))
        self.compare({"l": 3}, self.table)

    def test_a_key_file(self):
        key = self.write("key", bytes(range(64)))
        self.assertTrue(overt.verify(overt.release(self.census, **self.roles, l=3, key_file=key), against=self.table))

    def test_saved_in_the_other_format(self):
        released = overt.release(self.table, **self.roles, l=3)
        certificate = released.save(self.folder / "parquet", format="parquet")
        self.assertEqual(certificate["job"]["format"], "parquet")
        self.assertEqual(list(certificate["files"]), ["released.parquet"])
        self.assertEqual(released.certificate["files"], {})
        self.overt("verify", "parquet", "--against", self.census)


class Saving(PackageTest):
    def setUp(self):
        super().setUp()
        self.released = overt.release({"age": [1, 2, 3, 4], "illness": ["flu", "cold"] * 2}, quasi_identifying="age",
                                      sensitive="illness", l=2)

    def test_what_is_there_stays(self):
        self.write("file", "mine")
        (self.folder / "folder").mkdir()
        self.write("folder/other", "mine")
        for target in ["file", "folder"]:
            with self.assertRaisesRegex(ValueError, "exists already; pass force"):
                self.released.save(self.folder / target)
        with self.assertRaisesRegex(ValueError, "not replaced"):
            self.released.save(self.folder / "folder", force=True)
        self.assertEqual(self.names(), ["file", "folder", "folder/other"])

    def test_force_replaces_a_release(self):
        target = self.folder / "release"
        self.released.save(target)
        self.released.save(target, format="parquet", force=True)
        self.assertEqual(self.names(), ["release", "release/certificate.json", "release/released.parquet", "release/report.html"])

    def test_a_folder_that_cannot_be_written(self):
        with self.assertRaisesRegex(OSError, "cannot be written"):
            self.released.save(self.folder / "no" / "such")
        self.assertEqual(self.names(), [])

    def test_what_fails_verification_is_not_saved(self):
        original = overt._release._write_table

        def broken(table, file, format, missing):
            original(table.slice(1), file, format, missing)

        overt._release._write_table = broken
        self.addCleanup(setattr, overt._release, "_write_table", original)
        with self.assertRaisesRegex(RuntimeError, "failed verification"):
            self.released.save(self.folder / "release")
        self.assertEqual(self.names(), [])

    def test_what_is_not_of_a_release_is_not_saved(self):
        class Files:
            def __init__(self, files):
                self.files = files

            def __getattr__(self, name):
                return getattr(self.files, name)

            def texts(self):
                return {**self.files.texts(), "<release>/notes/more.html": b"<p>"}

        self.released._files = Files(self.released._files)
        with self.assertRaisesRegex(RuntimeError, "nothing that the certificate does not list .notes, notes/more.html"):
            self.released.save(self.folder / "release")
        self.assertFalse((self.folder / "release").exists())


class SeveralReleases(CensusTest):
    """keep_groups and after: the files of the command line, both ways."""

    def setUp(self):
        super().setUp()
        self.asked = {**self.roles, "l": 3, "test_seed": 5, "progress": False}

    def first(self, **options):
        return overt.release(self.census, **{**self.asked, **options}, keep_groups=self.folder / "groups.parquet")

    def test_groups_are_those_of_the_core(self):
        for method in ("local", "rda"):
            with self.subTest(method):
                kept = self.folder / "groups.parquet"
                kept.unlink(missing_ok=True)
                released = self.first(method=method)
                self.assertEqual(kept.stat().st_mode & 0o777, 0o600)
                self.assertEqual(list(released.tables), ["released"])
                job = overt._job.job_of(None, **self.roles, l=3, method=method, input=str(self.census),
                                        keep_groups=str(self.folder / f"{method}.parquet"),
                                        output=str(self.folder / f"by_core_{method}"))
                seeded_release(self.write("job.toml", overt._job.toml(job)), 5, "2020-02-02")
                mine, other = (pyarrow.parquet.read_table(file)
                               for file in (kept, self.folder / f"{method}.parquet"))
                self.assertTrue(mine.equals(other))
                self.assertEqual(mine.schema.metadata[b"overt"], other.schema.metadata[b"overt"])

    def test_after_is_checked_together(self):
        self.first()
        kept = self.folder / "groups.parquet"
        merged = overt.release(self.table, **self.asked, method="merge", min_group=20, after=kept)
        self.assertEqual(merged.certificate["after"], 1)
        self.assertGreaterEqual(merged.certificate["smallest_group"], 20)
        with self.assertRaises(overt.NotReleasable) as refused:
            overt.release(self.table, **self.asked, method="rda", after=[kept],
                          keep_groups=self.folder / "second.parquet")
        self.assertIn("keep", refused.exception.reason)
        self.assertFalse((self.folder / "second.parquet").exists())
        command = ["release", self.census, "--quasi", "age,gender,education", "--sensitive", "occupation",
                   "--insensitive", "birthplace", "--l", "3", "--method", "merge", "--min-group", "20",
                   "--after", kept, "--out", self.folder / "by_command"]
        self.overt(*command, codes=(2,))  # no promise is built on a test
        kept.unlink()
        overt.release(self.census, **{**self.asked, "test_seed": None}, keep_groups=kept)
        self.overt(*command)

    def test_bad_files(self):
        self.first()
        kept = self.folder / "groups.parquet"
        before = kept.read_bytes()
        with self.assertRaisesRegex(ValueError, "groups.parquet"):
            self.first()
        self.assertEqual(kept.read_bytes(), before)
        with self.assertRaisesRegex(ValueError, "not of this table"):
            overt.release(overt.generate(50, seed=1), **self.asked, method="merge", after=kept)
        with self.assertRaisesRegex(ValueError, "not a file of keep_groups"):
            overt.release(self.census, **self.asked, method="merge", after=self.census)


class CustodianReports(CensusTest):
    """custodian_report: the page of the command line, of releases and refusals, in a file of its owner's."""

    def setUp(self):
        super().setUp()
        self.page = self.folder / "mine.html"
        self.asked = {**self.roles, "l": 3, "test_seed": 5, "progress": False, "custodian_report": self.page}

    def by_core(self, **options):
        """The page that C++ writes with the same coins."""
        page = self.folder / "by_core.html"
        job = overt._job.job_of(None, **self.roles, **options, input=str(self.census), custodian_report=str(page),
                                output=str(self.folder / "by_core"))
        seeded_release(self.write("job.toml", overt._job.toml(job)), 5, "2020-02-02")
        return page.read_bytes()

    def test_the_same_page_from_a_file_a_table_and_a_stream(self):
        page = self.by_core(l=3)
        for table in (self.census, self.table, self.table.to_pandas(),
                      pa.RecordBatchReader.from_stream(self.table)):
            with self.subTest(type(table).__name__):
                overt.release(table, **self.asked)
                self.assertTrue(self.page.read_bytes() == page)
                self.assertEqual(self.page.stat().st_mode & 0o777, 0o600)
                self.page.unlink()

    def test_together_with_the_groups_or_not_at_all(self):
        kept = self.folder / "groups.parquet"
        kept.write_text("precious")
        before = self.names()
        with self.assertRaisesRegex(ValueError, "groups.parquet: exists already$"):
            overt.release(self.table, **self.asked, keep_groups=kept)
        self.assertEqual(self.names(), before)
        kept.unlink()
        overt.release(self.table, **self.asked, keep_groups=kept)
        self.assertEqual(self.names(), sorted([*before, "mine.html"]))

    def test_refusals_are_explained(self):
        with self.assertRaises(overt.NotReleasable):
            overt.release(self.table, **{**self.asked, "l": 500}, keep_groups=self.folder / "groups.parquet")
        self.assertIn("no method can promise more than l", self.page.read_text())
        self.assertEqual(self.names(), ["census.csv", "mine.html"])

    def test_places(self):
        overt.release(self.table, **self.roles, l=3).save(self.folder / "release")
        before = self.names()
        for place, says in [("release/mine.html", "the folder of a release is published"),
                            ("census.csv", "it is a file that this job reads")]:
            with self.assertRaisesRegex(ValueError, says):
                overt.release(self.census, **{**self.asked, "custodian_report": self.folder / place})
        with self.assertRaisesRegex(OSError, "cannot be written"):
            overt.release(self.census, **{**self.asked, "custodian_report": self.folder / "no" / "such"})
        self.assertEqual(self.names(), before)

    def test_a_job_file_may_ask_for_it(self):
        overt.release(self.table, job={"custodian_report": str(self.page)}, **self.roles, l=3)
        self.assertIn("custodian only, not for release", self.page.read_text())

    def test_the_secret_table_is_let_go(self):
        released = overt.release(self.table, **self.asked)
        with self.assertRaises(OSError):
            overt.measure(released, "the table")


class Errors(PackageTest):
    table = {"age": list(range(6)), "illness": ["SECRETflu", "SECRETcold", "SECRETulcer"] * 2}

    def fails(self, kind, says, table=None, **options):
        options = {"quasi_identifying": "age", "sensitive": "illness", "l": 2, **options}
        with self.assertRaisesRegex(kind, says) as caught:
            overt.release(self.table if table is None else table, **options)
        self.assertNotIn("SECRET", str(caught.exception))
        return caught.exception

    def test_bad_input(self):
        self.fails(ValueError, "there is no column with the name: agee", quasi_identifying="agee")
        self.fails(ValueError, "expected local, rda, ", method="magic")
        self.fails(ValueError, "l is at least 2", l=1)
        self.fails(ValueError, "form: expected generalized or anatomy|generalized", form="cube")
        self.fails(ValueError, "there is no such key", strategy={"nam": "safe"})
        self.fails(ValueError, "weights.age: expected a whole number", weights={"age": "1"})
        self.fails(ValueError, "delimiter, header and encoding are for CSV files", delimiter=";")
        self.fails(TypeError, "unexpected keyword", magic=1)
        self.fails(TypeError, "expected a table", table=7)
        with self.assertRaisesRegex(ValueError, "what is to be released is missing"):
            overt.release(quasi_identifying="age", sensitive="illness", l=2)

    def test_files(self):
        error = self.fails(FileNotFoundError, "no.csv: cannot be read: No such file", table="no.csv")
        self.assertIsInstance(error, OSError)
        self.fails(OSError, "cannot be read", table=self.folder)
        self.fails(OSError, "key: cannot be read|key: ", key_file=self.folder / "key")
        self.fails(OSError, "h.csv: cannot be read", hierarchies={"age": self.folder / "h.csv"})
        self.fails(ValueError, "32", key_file=self.write("short", b"x"))

    def test_malformed_files_do_not_show_their_content(self):
        for content, says in [("age,illness\n1,SECRETa\n2,SECRETb,SECRETc\n" + "3,SECRETd\n" * 200,
                               "row 3: 3 fields where the first line has 2|line 3: 3 fields where the first line has 2"),
                              ("age,illness\n1,\"SECRET\n", "line 2.*quote"),
                              ("age,illness\n1,SECRET\xff\n".encode("latin-1"), "UTF-8"),
                              ("", "the file is empty"), (b"PAR1 SECRET", "not a whole Parquet file")]:
            with self.subTest(says):
                self.fails(ValueError, says, table=self.write("bad.csv", content))

    def test_deep_jobs(self):
        for text in [".".join(["a"] * 50000) + " = 1\n", "a = " + "[" * 50000 + "]" * 50000,
                     "a = " + "{a = " * 50000 + "1" + "}" * 50000]:
            with self.assertRaisesRegex(ValueError, "job.toml: line 1, column .*(64 levels|64 parts)"):
                overt.release(job=self.write("job.toml", text))
        deep = {}
        for _ in range(50000):
            deep = {"a": deep}
        with self.assertRaisesRegex(ValueError, "ranks: nested too deeply"):
            overt.release({"age": [1, 2]}, quasi_identifying="age", sensitive="age", l=2, ranks={"age": deep})
        with self.assertRaisesRegex(ValueError, "nested deeper than 64 levels"):
            overt.release({"age": [1, 2]}, quasi_identifying="age", sensitive="age", l=2, weights={"age": [[]] * 2,
                          "a": eval("[" * 70 + "]" * 70)})
        with self.assertRaisesRegex(ValueError, "the problem: nested too deeply"):
            overt.explain(deep)
        with self.assertRaisesRegex(ValueError, "larger than 64 MB"):
            overt.release(job="/dev/zero")

    def test_not_releasable(self):
        refusal = self.fails(overt.NotReleasable, "share of 1/3", l=4)
        self.assertIn("the largest possible l is 3", refusal.reason)
        self.assertEqual(str(refusal), refusal.reason)

    def test_messages_speak_of_arguments(self):
        with self.assertRaisesRegex(ValueError, "^sensitive: expected a column"):
            overt.attack(self.table, method="rda", quasi_identifying="age", l=2)


class Tests(PackageTest):
    def test_a_seed_promises_nothing(self):
        released = overt.release({"age": [1, 2, 3, 4], "illness": ["flu", "cold"] * 2}, quasi_identifying="age",
                                 sensitive="illness", l=2, test_seed=2)
        self.assertEqual(released.certificate["level"], "test")
        self.assertIn("promises NOTHING", released.certificate["level_means"])
        released.save(self.folder / "saved")
        for given in (released, self.folder / "saved"):
            self.assertFalse(overt.verify(given))
            self.assertTrue(overt.verify(given, allow_test=True))
        done = self.overt("verify", "saved", "--quiet", codes=(1,))
        self.assertEqual(done, "FAILED  it was not made for a test, with coins that anybody can guess\n")
        self.assertIn("must not be published", (self.folder / "saved/report.html").read_text())

    def test_signing_and_logging(self):
        table = {"age": [1, 2, 3, 4], "illness": ["flu", "cold"] * 2}
        asked = {"quasi_identifying": "age", "sensitive": "illness", "l": 2, "log": self.folder / "runs.log"}
        self.overt("keygen", "--out", "publisher", "--no-passphrase")
        released = overt.release(table, **asked)
        released.save(self.folder / "saved", sign=self.folder / "publisher.key")
        self.assertTrue(overt.verify(self.folder / "saved", signer=self.folder / "publisher.pub"))
        self.overt("verify", "saved", "--signer", "publisher.pub")
        with self.assertRaisesRegex(overt.NotReleasable, "runs.log has this table already: run 1 of"):
            overt.release(table, **asked)
        overt.release(table, **asked, again="the first was lost")
        self.assertIn("again: the first was lost", self.overt("log", "check", "runs.log"))
        with self.assertRaisesRegex(ValueError, "made for a test is not signed"):
            overt.release(table, quasi_identifying="age", sensitive="illness", l=2, test_seed=1).save(
                self.folder / "more", sign=self.folder / "publisher.key")
        self.assertFalse((self.folder / "more").exists())
        (self.folder / "publisher.key").chmod(0o644)
        with self.assertRaisesRegex(ValueError, "others than its owner"):
            released.save(self.folder / "more", sign=self.folder / "publisher.key")

    def test_pickling_says_what_to_do_instead(self):
        released = overt.release({"age": [1, 2, 3, 4], "illness": ["flu", "cold"] * 2}, quasi_identifying="age",
                                 sensitive="illness", l=2)
        with self.assertRaisesRegex(TypeError, r"a Release is not pickled: save\(\) it"):
            pickle.dumps(released)
        self.assertEqual(pickle.loads(pickle.dumps(released.to_arrow())), released.to_arrow())


class Shown(PackageTest):
    def test_what_a_terminal_would_obey_is_shown(self):
        hostile, shown = "age\x1b[31m\u202e", "age\\u001b[31m\\u202e"
        table = {hostile: [f"{hostile}{i}" for i in range(4)], "illness": ["flu", "cold"] * 2}
        released = overt.release(table, quasi_identifying=hostile, sensitive="illness", l=2, test_seed=2)
        found = overt.inspect(table, quasi_identifying=hostile)
        with self.assertRaises(ValueError) as raised:
            overt.inspect(table, quasi_identifying="ag\x1b[31m\u202e")
        for text in [repr(released.table), released.table._repr_html_(), repr(found), found._repr_html_(),
                     str(raised.exception)]:
            self.assertIn(shown, text)
            self.assertEqual({"\x1b", "\u202e"} & set(text), set())
        self.assertEqual(released.table.column_names[1], hostile)

    def test_repr_and_html(self):
        released = overt.release({"age": ["<1>", "2", "3", "4"], "illness": ["flu", "cold"] * 2},
                                 quasi_identifying="age", sensitive="illness", l=2, test_seed=2)
        self.assertIn("largest_share   1/2", repr(released))
        self.assertIn("<th style='text-align:left'>largest_share</th>", released._repr_html_())
        self.assertIn("4 records", repr(released.table))
        self.assertEqual(repr(released.table).splitlines()[0].split(), ["group", "age", "illness"])
        self.assertIn("&lt;1&gt;", released.table._repr_html_())
        self.assertNotIn("<1>", released.table._repr_html_())
        checked = overt.check(released)
        self.assertIn("  k  ", repr(checked))
        self.assertIn("<caption>Check</caption>", checked._repr_html_())
        self.assertEqual(checked.k, checked["k"])
        self.assertIn("k", dir(checked))
        with self.assertRaisesRegex(AttributeError, "has no 'kk'; it has records"):
            checked.kk

    def test_dates(self):
        table = {"age": [1, 2], "illness": ["flu", "cold"]}
        released = overt.release(table, quasi_identifying="age", sensitive="illness", l=2, date="2020-02-02")
        self.assertEqual(released.certificate["date"], "2020-02-02")
        self.assertRegex(overt.release(table, quasi_identifying="age", sensitive="illness", l=2).certificate["date"],
                         r"^\d{4}-\d\d-\d\d$")
        self.assertEqual(pathlib.Path(overt.__file__).parent.name, "overt")


if __name__ == "__main__":
    main()
