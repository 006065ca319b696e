"""Every verb says what the command line says: the JSON of both is the same text."""

import json
import re

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

import overt
from package import PackageTest, main

PROBLEM = {"records": ["A", "B", "C", "D"], "values": ["flu", "cold", "cold", "flu"],
           "generalizations": [[[0, 1], [2, 3]], [[0, 1, 2, 3]]], "property": {"name": "highest_ratio", "max": "1/2"}}
FAMILY = {"values": [1, 1, 2, 2], "property": {"name": "highest_ratio", "max": "1/2"},
          "partitions": [[[0, 2], [1, 3]]], "candidates": [[2], [3], [0], [1]]}


class Tables(PackageTest):
    """On a file, and on the same table in memory."""

    def setUp(self):
        super().setUp()
        self.table = overt.generate(2000, seed=3, out=self.folder / "census.csv")
        pyarrow.parquet.write_table(self.table, self.folder / "census.parquet")

    def everywhere(self, verb, flags, **options):
        for given in ["census.csv", "census.parquet"]:
            for table in [self.folder / given, str(self.folder / given), self.table]:
                with self.subTest(given, table=type(table).__name__):
                    self.same(getattr(overt, verb)(table, **options), verb, given, *flags)

    def test_inspect(self):
        self.everywhere("inspect", ["--quasi", "age,gender", "--sensitive", "occupation"],
                        quasi_identifying=["age", "gender"], sensitive="occupation")
        self.everywhere("inspect", ["--type", "age=text", "--missing", "F", "--insensitive", "gender"],
                        columns={"age": "text"}, missing=["F"], insensitive="gender")

    def test_check(self):
        roles = ["--quasi", "age,gender", "--sensitive", "occupation"]
        options = {"quasi_identifying": ["age", "gender"], "sensitive": "occupation"}
        self.everywhere("check", roles, **options)
        self.everywhere("check", [*roles, "--recursive-l", "3", "--min-k", "2", "--max-alpha", "1/2", "--max-t", "0.1",
                                  "--min-entropy-l", "2.5"],
                        **options, recursive_l=3, min_k=2, max_alpha="1/2", max_t=0.1, min_entropy_l=2.5)
        with self.assertRaisesRegex(ValueError, "min_k: expected a whole number"):
            overt.check(self.table, **options, min_k=1.5)
        with self.assertRaisesRegex(ValueError, "recursive_l: l is at least 2"):
            overt.check(self.table, **options, recursive_l=1)

    def test_check_measure_and_verify_a_release(self):
        roles = {"quasi_identifying": ["age", "gender"], "sensitive": "occupation",
                 "insensitive": ["education", "birthplace"]}
        for form in ["generalized", "anatomy"]:
            with self.subTest(form):
                released = overt.release(self.table, **roles, l=4, form=form)
                folder = self.folder / form
                released.save(folder)
                for given in [released, folder]:
                    self.same(overt.check(given), "check", folder)
                    self.same(overt.measure(given, self.table), "measure", folder, "census.csv")
                    self.same(overt.measure(given, self.folder / "census.csv", queries=50, seed=7, selectivity=0.2,
                                            pairs=["age+gender"]),
                              "measure", folder, "census.csv", "--queries", "50", "--seed", "7", "--selectivity", "0.2",
                              "--pair", "age+gender")
                    self.assertTrue(overt.verify(given))
                    self.assertTrue(overt.verify(given, against=self.table))
                # Of a release in memory there is no report.
                self.same(overt.verify(folder), "verify", folder)
                self.same(overt.verify(folder, against=self.table), "verify", folder, "--against", "census.csv")
                wanted = {"l": 4, "sensitive": "occupation", "quasi_identifying": ["age", "gender"]}
                self.same(overt.verify(folder, expect=wanted), "verify", folder, "--expect",
                          "l=4,sensitive=occupation,quasi=age,gender")
                self.assertTrue(overt.verify(folder, job={"roles": {**roles, "sensitive": ["occupation"]}, "l": 4,
                                                          "form": form}))
                for expect in ({"l": 5}, {"insensitive": []}, {"identifying": "age"}):
                    self.assertFalse(overt.verify(folder, expect=expect))
                with self.assertRaisesRegex(ValueError, "there is no k"):
                    overt.verify(folder, expect={"k": 2})
        (folder / "sensitive.csv").write_text((folder / "sensitive.csv").read_text().replace("nurse", "nurze"))
        spoilt = overt.verify(folder)
        self.assertFalse(spoilt)
        self.same(spoilt, "verify", folder, codes=(1,))
        with self.assertRaisesRegex(ValueError, "not the file of the certificate|not those of the original"):
            overt.measure(folder, self.table)

    def test_attack_a_table(self):
        table = self.table.slice(0, 300).select(["age", "gender", "occupation"])
        pyarrow.csv.write_csv(table, self.folder / "few.csv")
        self.same(overt.attack(table, quasi_identifying=["age", "gender"], sensitive="occupation", l=2, seed=5,
                               sweeps=100, worst=3, generalize={"age": {"interval": [10, 30]}},
                               job={"missing": [""]}),
                  "attack", "few.csv", "--job", self.write(
                      "job.toml", 'missing = [""]\n[generalize.age]\ninterval = [10, 30]\n'), "--quasi", "age,gender",
                  "--sensitive", "occupation", "--l", "2", "--seed", "5", "--sweeps", "100", "--worst", "3")

    def test_attack_by_learning(self):
        roles = {"quasi_identifying": ["age", "gender"], "sensitive": "occupation"}
        table = self.table.slice(0, 300).select(["age", "gender", "occupation"])
        pyarrow.csv.write_csv(table, self.folder / "few.csv")
        for form in ["generalized", "anatomy"]:
            with self.subTest(form):
                released = overt.release(table, **roles, l=2, method="rda", form=form)
                folder = self.folder / form
                released.save(folder)
                for given in [released, folder]:
                    self.same(overt.attack(given, against=table, learning=True, seed=3), "attack", folder, "--learning",
                              "--against", "few.csv", "--seed", "3")
        found = overt.attack(folder, against=self.folder / "few.csv", learning=True)
        self.assertEqual(found.records, 300)
        self.assertTrue(found.custodian_only)
        with self.assertRaisesRegex(ValueError, "learning and against go together"):
            overt.attack(folder, learning=True)
        with self.assertRaisesRegex(ValueError, "learning and against go together, and groups with them"):
            overt.attack(folder, groups="kept.parquet")
        with self.assertRaisesRegex(ValueError, "there is no strategy, method, job, l or role but sensitive"):
            overt.attack(folder, against=table, learning=True, l=2)
        with self.assertRaisesRegex(ValueError, "does not have as many records"):
            overt.attack(folder, against=table.slice(1), learning=True)

    def test_attack_by_learning_of_several_sensitive_columns(self):
        table = self.table.slice(0, 300).select(["age", "gender", "education", "occupation"])
        pyarrow.csv.write_csv(table, self.folder / "both.csv")
        released = overt.release(table, quasi_identifying=["age", "gender"], sensitive=["occupation", "education"], l=3)
        folder = self.folder / "both"
        released.save(folder)
        for column in ["occupation", "education"]:
            found = overt.attack(released, against=table, learning=True, sensitive=column)
            self.assertEqual(found.sensitive, column)
            self.same(found, "attack", folder, "--learning", "--against", "both.csv", "--sensitive", column)
        with self.assertRaisesRegex(ValueError, "say whose values are to be guessed"):
            overt.attack(released, against=table, learning=True)
        with self.assertRaisesRegex(ValueError, "one column is attacked at a time"):
            overt.attack(released, against=table, learning=True, sensitive=["occupation", "education"])

    def test_attack_of_an_unprotected_table_with_caps(self):
        table = {"zip": ["q1", "q1", "q2", "q2", "q2", "q2"], "condition": ["flu", "flu", "cancer", "asthma", "ulcer", "gout"]}
        asked = {"quasi_identifying": "zip", "sensitive": "condition", "generalize": {"zip": {"prefix": [2]}}}
        self.assertTrue(overt.attack(table, max={"flu": "1/2"}, **asked).breaks)
        self.assertFalse(overt.attack(table, max={"gout": "1/4"}, **asked).breaks)

    def test_attack_by_learning_with_kept_groups(self):
        roles = {"quasi_identifying": ["age", "gender"], "sensitive": "occupation"}
        table = self.table.slice(0, 300).select(["age", "gender", "occupation"])
        pyarrow.csv.write_csv(table, self.folder / "few.csv")
        kept = self.folder / "kept.parquet"
        released = overt.release(table, **roles, l=2, method="rda", keep_groups=kept)
        released.save(self.folder / "release")
        found = overt.attack(released, against=table, learning=True, groups=kept)
        self.assertEqual(found.known_groups, "told")
        self.same(found, "attack", "release", "--learning", "--against", "few.csv", "--groups", "kept.parquet")
        other = self.folder / "other.parquet"
        overt.release(table, **roles, l=3, method="rda", keep_groups=other)
        with self.assertRaisesRegex(ValueError, "other.parquet: not of this release"):
            overt.attack(released, against=table, learning=True, groups=other)
        with self.assertRaisesRegex(OSError, "none.parquet: cannot be read"):
            overt.attack(released, against=table, learning=True, groups="none.parquet")

    def test_attack_our_methods(self):
        table = {"age": ["1", "2", "3", "4", "5"], "illness": ["flu", "flu", "cold", "cold", "ulcer"]}
        pyarrow.csv.write_csv(pa.table(table), self.folder / "small.csv")
        for method in ["local", "rda", "ria", "gda"]:
            with self.subTest(method):
                self.same(overt.attack(table, method=method, quasi_identifying="age", sensitive="illness", l=2),
                          "attack", "small.csv", "--method", method, "--quasi", "age", "--sensitive", "illness",
                          "--l", "2")

    def test_generate(self):
        self.overt("generate", "--records", "500", "--seed", "9", "--out", "by_command.csv")
        overt.generate(500, seed=9, out=self.folder / "by_package.csv")
        self.assertEqual((self.folder / "by_package.csv").read_bytes(), (self.folder / "by_command.csv").read_bytes())
        with self.assertRaisesRegex(ValueError, "exists already$"):
            overt.generate(1, out=self.folder / "by_package.csv")

    def test_views(self):
        few = self.table.slice(0, 12)
        pyarrow.csv.write_csv(few, self.folder / "few.csv")
        conditions = {"young": "age < 40", "women": "gender == 'F'"}
        job = f'input = "{self.folder / "few.csv"}"\n[roles]\nsensitive = "occupation"\n' + "".join(
            f'[[disclosure]]\nname = "{name}"\nwhere = "{where}"\n' for name, where in conditions.items())
        self.write("job.toml", job)
        options = {"gamma": "1/2"}
        self.same(overt.views(conditions, table=few, sensitive="occupation", **options),
                  "views", "job.toml", "--gamma", "1/2")
        self.same(overt.views(self.folder / "job.toml", **options), "views", "job.toml", "--gamma", "1/2")
        released = overt.release(self.table, quasi_identifying=["age", "gender"], sensitive="occupation", l=4,
                                 insensitive=["education", "birthplace"], form="anatomy")
        released.save(self.folder / "anatomy")
        found = overt.views(self.folder / "anatomy", gamma="1/4")
        self.same(found, "views", "anatomy", "--gamma", "1/4")
        memory = overt.views(released, gamma="1/4")
        for key in found.keys() - {"worst"}:  # of equals it is the first, and values may stand in another order
            self.assertTrue(memory[key] == found[key], key)
        self.assertEqual(memory.worst["share"], found.worst["share"])


class Problems(PackageTest):
    def given(self, problem):
        """The problem as a dict, and as a file."""
        return [problem, self.write("problem.json", json.dumps(problem))]

    def test_explain(self):
        for given in self.given(PROBLEM):
            self.same(overt.explain(given), "explain", "problem.json")
            self.same(overt.explain(given, strategy="k_jump", jump=[1, 1]), "explain", "problem.json", "--strategy",
                      "k_jump", "--jump", "1,1")
            self.same(overt.explain(given, jump="all"), "explain", "problem.json", "--jump", "all")
            self.same(overt.explain(given, tables="all"), "explain", "problem.json", "--tables", "all")
        with self.assertRaisesRegex(ValueError, "tables: expected all"):
            overt.explain(PROBLEM, tables="some")
        with self.assertRaisesRegex(ValueError, "^the problem: "):
            overt.explain({"records": ["A"]})

    def test_explain_a_family(self):
        for given in self.given(FAMILY):
            self.same(overt.explain(given, family=True), "explain", "problem.json", "--family")

    def test_attack(self):
        for given in self.given(PROBLEM):
            self.same(overt.attack(given, strategy="naive"), "attack", "problem.json", "--strategy", "naive")
            self.same(overt.attack(given, strategy="safe", released=1), "attack", "problem.json", "--released", "1")
        with self.assertRaisesRegex(ValueError, "released: expected a step from 1 to 2"):
            overt.attack(PROBLEM, released=3)

    def test_policy(self):
        self.write("zip.csv", "zip\n1010\n1011\n1020\n1100\n1101\n")
        table = {"zip": ["1010", "1011", "1020", "1100", "1101"]}
        flags = ["policy", "--states", "zip.csv", "--delimiter", ",", "--column", "zip"]
        for given in [{"states": table}, {"states": self.folder / "zip.csv", "delimiter": ","}]:
            self.same(overt.policy(**given, column="zip", prefix=True, at_least=2, improve=True),
                      *flags, "--prefix", "--at-least", "2", "--improve")
        rows = [[zip_code, zip_code[:2], "*"] for zip_code in table["zip"]]
        self.write("levels.csv", "".join(";".join(row) + "\n" for row in rows))
        for hierarchy in [rows, self.folder / "levels.csv"]:
            self.same(overt.policy(states=table, column="zip", hierarchy=hierarchy, total_weight=2, method="backward"),
                      *flags, "--hierarchy", "levels.csv", "--total-weight", "2", "--method", "backward")
        with self.assertRaises(overt.NotReleasable) as refused:
            overt.policy(states=table, column="zip", prefix=True, at_least=6)
        self.assertIn(refused.exception.reason, self.overt(*flags, "--prefix", "--at-least", "6", "--json", codes=(1,)))
        with self.assertRaisesRegex(ValueError, "needs one of at_least"):
            overt.policy(states=table, column="zip", prefix=True)

    def test_a_problem_that_is_no_file(self):
        with self.assertRaisesRegex(FileNotFoundError, "none.json: cannot be read"):
            overt.explain("none.json")
        with self.assertRaises(TypeError):
            overt.explain(7)


class Comparing(PackageTest):
    def setUp(self):
        super().setUp()
        self.census = self.folder / "census.csv"
        self.table = overt.generate(500, seed=2, out=self.census)
        self.asked = {"quasi_identifying": ["age", "gender", "education"], "sensitive": "occupation",
                      "insensitive": "birthplace", "methods": ["local", "rda"], "l": [2, 4], "seed": 3, "queries": 50,
                      "times": False, "progress": False}
        self.flags = ["compare", self.census, "--quasi", "age,gender,education", "--sensitive", "occupation",
                      "--insensitive", "birthplace", "--methods", "local,rda", "--l", "2,4", "--seed", "3",
                      "--queries", "50", "--no-time"]

    def test_as_the_command_line(self):
        for table in (self.census, self.table):
            self.same(overt.compare(table, **self.asked), *self.flags)
        found = overt.compare(self.table, **self.asked)
        self.overt(*self.flags, "--csv", "figures.csv", "--html", "page.html")
        self.assertEqual(found.csv().encode(), (self.folder / "figures.csv").read_bytes())
        self.assertEqual(found.page().encode(), (self.folder / "page.html").read_bytes())
        self.assertEqual([point["l"] for point in found.points], [2, 4, 2, 4])

    def test_files(self):
        csv, html = self.folder / "figures.csv", self.folder / "page.html"
        found = overt.compare(self.table, **self.asked, csv=csv, html=html)
        self.assertEqual((csv.read_text(), html.read_text()), (found.csv(), found.page()))
        before = self.names()
        with self.assertRaisesRegex(ValueError, "figures.csv: exists already"):
            overt.compare(self.table, **self.asked, csv=csv, html=self.folder / "other.html")
        self.assertEqual(self.names(), before)
        secret = overt.compare(self.table, **self.asked, on_secret=True, csv=csv, html=html, force=True)
        self.assertTrue(secret.custodian_only)
        self.assertEqual({path.stat().st_mode & 0o777 for path in (csv, html)}, {0o600})

    def test_a_job_models_times_and_errors(self):
        self.write("model.csv", "gender,occupation,weight\n")
        job = {"roles": {"quasi_identifying": ["age"], "sensitive": "occupation",
                         "insensitive": ["gender", "education", "birthplace"]}, "l": 3}
        found = overt.compare(self.table, job=job, methods="rda", queries=0)
        self.assertIn("seconds", found.points[0])
        self.assertIn(3, [point["l"] for point in found.points])
        with self.assertRaisesRegex(ValueError, "methods: expected local, rda"):
            overt.compare(self.table, job=job, methods="magic")
        with self.assertRaisesRegex(ValueError, "what is to be compared is missing"):
            overt.compare(job=job)
        with self.assertRaisesRegex(OSError, "none.csv"):
            overt.compare(self.table, job=job, model=self.folder / "none.csv")


class Reports(PackageTest):
    def setUp(self):
        super().setUp()
        self.released = overt.release(overt.generate(300, seed=2), quasi_identifying=["age", "gender"], l=3,
                                      sensitive="occupation", insensitive=["education", "birthplace"])

    def test_of_a_folder_the_bytes_that_stand_there(self):
        self.released.save(self.folder / "release")
        page = overt.report(self.folder / "release")
        self.assertEqual(page.encode(), (self.folder / "release/report.html").read_bytes())
        self.assertEqual(page, self.overt("report", "release"))

    def test_of_a_release_in_memory_all_but_the_hashes(self):
        self.released.save(self.folder / "release")
        saved = re.sub("[0-9a-f]{64}", "", overt.report(self.folder / "release"))
        page = overt.report(self.released)
        self.assertIn("not a file yet", page)
        self.assertTrue(page.replace("not a file yet", "") == saved)

    def test_out(self):
        out = self.folder / "page.html"
        page = overt.report(self.released, out=out)
        self.assertEqual(out.read_text(), page)
        out.write_text("old")
        with self.assertRaisesRegex(ValueError, "page.html: exists already"):
            overt.report(self.released, out=out)
        self.assertEqual(out.read_text(), "old")
        overt.report(self.released, out=out, force=True)
        self.assertEqual(out.read_text(), page)
        with self.assertRaisesRegex(OSError, "cannot be read"):
            overt.report(self.folder / "nothing", out=self.folder / "other.html")
        self.assertEqual(self.names(), ["page.html"])


if __name__ == "__main__":
    main()
