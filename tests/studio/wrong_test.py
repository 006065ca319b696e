"""What goes wrong on the way through the studio, and what may be chosen on it: files, types, promises, hierarchies.

    python3 wrong_test.py BIN_FOLDER
"""

import json
import sys
import tomllib
import unittest

from studio_case import ONCE, StudioTest, overt
from studio_process import PEOPLE, PROMISE, ROLES, choose_all


class Wrong(StudioTest):
    def test_files_that_are_no_tables(self):
        visitor = self.start().visitor()
        for name, content in [("empty.csv", b""), ("ragged.csv", b"a,b\nSECRET\n"), ("binary.csv", b"\x00\xff\xfe"),
                              ("header.csv", b"a,b\n")]:
            answer = visitor.post("/table", files=[("table", (name, content))])
            if answer.status == 303:
                self.assertIn('"failed"', visitor.events(), name)
                page = visitor.get("/progress").text
                self.assertIn(name, page)
                self.assertNotIn("SECRET", page)
                self.assertNotIn(str(self.root), page)
            else:
                self.refused(answer)
        self.refused(visitor.post("/table", {"path": "nothing.csv"}), "no such file")
        self.refused(visitor.post("/table"), "no file was chosen")

    def test_types_are_corrected(self):
        visitor = self.start().visitor()
        (self.folder / "dates.csv").write_text("born,x\n31.12.1980,a\n01.02.1975,b\n05.06.1990,a\n")
        visitor.done(visitor.post("/table", {"path": "dates.csv"}))
        self.assertIn("text (found)", visitor.get("/").text)
        visitor.done(visitor.post("/types", {"type.0": "date", "format.0": "%d.%m.%Y", "type.1": "", "missing": ",NULL"}))
        self.assertIn("%d.%m.%Y", visitor.get("/").text)
        (self.folder / "times.csv").write_bytes("at;gr\u00f6\u00dfe\n31.12.1980 10:30;1,5\n01.02.1975 09:00;2,25\n".encode("latin1"))
        visitor.done(visitor.post("/table", {"path": "times.csv", "encoding": "latin1"}))
        self.assertIn("look like numbers with a decimal comma", visitor.get("/").text)
        visitor.done(visitor.post("/types", {"type.0": "timestamp", "format.0": "%d.%m.%Y %H:%M", "type.1": "number",
                                             "missing": ",NULL", "decimal": ","}))
        page = visitor.get("/").text
        self.assertNotIn("decimal comma", page)
        self.assertIn("gr\u00f6\u00dfe", page)
        self.assertIn('<option value="timestamp" selected="selected">', page)
        self.assertIn('value="%d.%m.%Y %H:%M"', page)
        self.assertIn('<option value="," selected="selected">', page)
        job = tomllib.loads(visitor.get("/job.toml").text)
        self.assertEqual((job["encoding"], job["decimal"]), ("latin1", ","))
        self.assertIn("--decimal , --encoding latin1", visitor.get("/job").text)
        visitor.done(visitor.post("/table", {"path": "dates.csv"}))
        answer = visitor.post("/types", {"type.1": "integer", "missing": ",NULL"})
        self.assertEqual(answer.status, 303)
        self.assertIn('"failed"', visitor.events())

    def test_a_table_that_could_not_be_read_is_read_in_another_way(self):
        visitor = self.start().visitor()
        rows = "".join(f"{9 + i % 4},{'' if i % 9 else i},{'ab'[i % 2]}\n" for i in range(300))
        table = "grade,age,x\n" + rows + "other,7,a\n"
        self.assertNotIn("in another way", visitor.get("/").text)
        self.assertEqual(visitor.post("/table", files=[("table", ("survey.csv", table.encode()))]).status, 303)
        self.assertIn('"failed"', visitor.events())
        self.assertIn("columns grade=text", visitor.get("/progress").text)
        page = visitor.get("/").text
        self.assertIn("Read survey.csv in another way", page)
        self.assertIn('value=",NULL"', page)
        self.assertEqual(visitor.post("/types", {"missing": "other"}).status, 303)
        self.assertIn('"failed"', visitor.events())
        self.assertIn("the field is empty", visitor.get("/progress").text)
        visitor.done(visitor.post("/types", {"text_columns": " grade ,", "missing": ",NULL"}))
        self.assertIn('<option value="text" selected="selected">', visitor.get("/").text)
        self.assertNotIn("in another way", visitor.get("/").text)

    def test_promises_that_cannot_be(self):
        visitor = self.start().visitor()
        visitor.done(visitor.post("/table", {"path": "people.csv"}))
        self.assertEqual(visitor.get("/promise").status, 303)  # no roles yet
        self.refused(visitor.post("/roles", ROLES | {"role.0": ""}), "no role yet")
        self.refused(visitor.post("/roles", ROLES | {"role.1": "insensitive", "role.2": "insensitive"}), "quasi-identifying")
        self.assertEqual(visitor.post("/roles", ROLES).status, 303)
        self.refused(visitor.post("/promise", PROMISE | {"l": "5"}), "the largest possible l is 4")
        self.refused(visitor.post("/promise", PROMISE | {"l": "1"}), "at least 2")
        self.refused(visitor.post("/promise", PROMISE | {"l": "x"}), "a whole number")
        self.refused(visitor.post("/promise", PROMISE | {"l": ""}), "no promise is chosen")
        for caps, says in [({"max": "flu"}, "VALUE=SHARE"), ({"max": "flu=0"}, "above 0"), ({"max": "flu=3/2"}, "above 1"),
                           ({"beta": "-1"}, "beta"), ({"beta": "x"}, "beta"), ({"k": "0"}, "at least 1"),
                           ({"beta": "1", "method": "rda"}, "local or deal")]:
            self.refused(visitor.post("/promise", PROMISE | {"l": ""} | caps), says)
        self.refused(visitor.post("/promise", PROMISE | {"method": "nothing"}), "method")
        self.refused(visitor.post("/promise", PROMISE | {"min_group": "0"}), "at least 1")
        self.assertEqual(visitor.get("/release").status, 303)
        self.assertEqual(visitor.post("/release", ONCE).headers["location"], "/promise")

    def released(self, visitor, name):
        """Releases once, and says what its certificate promises; verified outside."""
        visitor.done(visitor.post("/release", ONCE | {"output": name}))
        self.assertEqual(overt("verify", name, "--against", "people.csv", cwd=self.folder).returncode, 0)
        return json.loads((self.folder / name / "certificate.json").read_text())["promise"]

    def test_caps(self):
        visitor = self.start().visitor()
        choose_all(visitor)
        promise = PROMISE | {"l": "", "max": "flu=1/2; ulcer=1/3", "k": "2"}
        self.assertEqual(visitor.post("/promise", promise).status, 303)
        page = visitor.get("/promise").text
        self.assertIn("flu=1/2; ulcer=1/3", page)
        self.assertIn("flu has at most 1/2 of condition", visitor.get("/release").text)
        self.assertEqual(self.released(visitor, "capped"),
                         {"k": 2, "columns": {"condition": {"values": {"flu": "1/2", "ulcer": "1/3"}}}})

    def test_k_alone(self):
        visitor = self.start().visitor()
        visitor.done(visitor.post("/table", {"path": "people.csv"}))
        self.assertEqual(visitor.post("/roles", ROLES | {"role.3": "insensitive"}).status, 303)
        self.assertIn("No column is sensitive", visitor.get("/promise").text)
        self.refused(visitor.post("/promise", PROMISE | {"l": "", "k": "1"}), "no promise is chosen")
        self.assertEqual(visitor.post("/promise", PROMISE | {"l": "", "k": "3"}).status, 303)
        visitor.done(visitor.post("/compare", {"promises": ""}))
        self.assertIn("caps", visitor.get("/compare").text)
        self.assertEqual(self.released(visitor, "alone"), {"k": 3, "columns": {}})

    def test_hierarchies(self):
        visitor = self.start().visitor()
        choose_all(visitor)
        for fields, says in [({"act": "interval", "widths": "10,15"}, "multiple"), ({"act": "interval", "widths": ""}, "not a number"), ({"act": "prefix", "hidden": "x"}, "whole"),
                             ({"act": "prefix", "hidden": "3,2"}, "rise"), ({"act": "date", "months.12": "yes"}, "dates"), ({"act": "date"}, "at least one"), ({"act": "x"}, "cannot")]:
            self.refused(visitor.post("/hierarchy", {"column": "1"} | fields), says)
        self.refused(visitor.post("/hierarchy", {"column": "0", "act": "prefix", "hidden": "1"}), "quasi-identifying")
        self.assertEqual(visitor.post("/hierarchy", {"column": "99", "act": "remove"}).status, 422)
        self.refused(visitor.post("/hierarchy", {"column": "2", "act": "upload"},
                                  [("file", ("zip.csv", b"1010;*\n"))]), "zip")
        answer = visitor.post("/hierarchy", {"column": "2", "act": "upload"},
                              [("file", ("zip.csv", b"1010;101*;*\n1011;101*;*\n1012;101*;*\n1013;101*;*\n"))])
        self.assertEqual(answer.status, 303, answer.text)
        self.assertIn("101*", visitor.get("/hierarchy?column=2").text)
        self.assertEqual(visitor.get("/hierarchy.csv?column=2").text.splitlines()[0].replace('"', ""), "1010;101*;*")

    def shown_hierarchy(self, visitor, column):
        return [line.replace('"', "").split(";") for line in visitor.get(f"/hierarchy.csv?column={column}").text.splitlines()]

    def test_hierarchies_of_numbers_dates_and_times(self):
        (self.folder / "odd.csv").write_text("pay;born;seen;at;x\n" + "".join(
            f"{12.5 + i};{1 + i % 28:02}.0{1 + i % 9}.19{60 + i % 40};2024-0{1 + i % 9}-06 10:{10 + i};{10 + i % 9}:30;{'ab'[i % 2]}\n"
            for i in range(30)))
        visitor = self.start().visitor()
        visitor.done(visitor.post("/table", {"path": "odd.csv"}))
        visitor.done(visitor.post("/types", {"type.1": "date", "format.1": "%d.%m.%Y", "missing": ",NULL"}))
        roles = {f"role.{i}": "quasi_identifying" for i in range(4)} | {"role.4": "sensitive", "missing_sensitive": "error"}
        self.assertEqual(visitor.post("/roles", roles).status, 303)
        for column, fields, row in [(0, {"act": "interval", "widths": "2.5, 10"}, ["12.5", "[12.5, 15)", "[10, 20)", "*"]),
                                    (1, {"act": "date", "months.12": "yes", "months.120": "yes"},
                                     ["01.01.1960", "1960", "1960 to 1969", "*"]),
                                    (2, {"act": "date", "months.1": "yes"},
                                     ["2024-01-06 10:10", "2024-01-06", "2024-01", "*"]),
                                    (3, {"act": "interval", "widths": "6"}, ["10:30", "[06:00, 12:00)", "*"])]:
            answer = visitor.post("/hierarchy", {"column": str(column)} | fields)
            self.assertEqual(answer.status, 303, answer.text)
            self.assertIn(row, self.shown_hierarchy(visitor, column))
            self.assertIn(row[1], visitor.get(f"/hierarchy?column={column}").text)
        self.refused(visitor.post("/hierarchy", {"column": "1", "act": "date"}), "at least one")
        self.assertEqual(visitor.post("/promise", PROMISE).status, 303)
        visitor.done(visitor.post("/release", ONCE))
        self.assertEqual(overt("verify", "release", "--against", "odd.csv", cwd=self.folder).returncode, 0)

    def test_categories_of_the_sensitive_column(self):
        visitor = self.start().visitor()
        choose_all(visitor)
        self.assertIn("Make or upload a hierarchy", visitor.get("/promise").text)
        groups = {f"group.{i}": "lung" if value == "asthma" else "other" if value == "ulcer" else "viral"
                  for i, value in enumerate(["asthma", "cold", "flu", "ulcer"])}
        self.assertEqual(visitor.post("/hierarchy", {"column": "3", "act": "group"} | groups).status, 303)
        # It is no hierarchy of the release until the promise has a use for it.
        self.assertNotIn("hierarchies", tomllib.loads(visitor.get("/job.toml").text))
        self.assertIn("Level 1: 3 categories", visitor.get("/promise").text)
        self.assertEqual(visitor.post("/promise", PROMISE | {"category.0.1": "yes"}).status, 303)
        job = tomllib.loads(visitor.get("/job.toml").text)
        self.assertEqual((job["category"], list(job["hierarchies"])), ({"condition": [1]}, ["condition"]))
        self.assertIn("--category condition=1", visitor.get("/job").text)
        self.assertEqual(self.released(visitor, "categories"),
                         {"k": 1, "columns": {"condition": {"every": "1/2", "categories": [1]}}})
        # Another hierarchy has other levels; without one there are none.
        visitor.post("/hierarchy", {"column": "3", "act": "remove"})
        self.assertNotIn("category", tomllib.loads(visitor.get("/job.toml").text))

    def test_several_sensitive_columns_and_bands(self):
        visitor = self.start().visitor()
        visitor.done(visitor.post("/table", {"path": "people.csv"}))
        self.assertEqual(visitor.post("/roles", ROLES | {"role.1": "sensitive"}).status, 303)
        self.assertIn("Width of bands of age", visitor.get("/promise").text)
        promise = PROMISE | {"max": "condition:flu=1/3", "band.0": "5"}
        self.assertEqual(visitor.post("/promise", promise).status, 303)
        self.assertEqual(self.released(visitor, "both"),
                         {"k": 1, "columns": {"age": {"every": "1/2", "band": "5"},
                                              "condition": {"every": "1/2", "values": {"flu": "1/3"}}}})
        visitor.done(visitor.post("/custodian"))
        report = visitor.get("/custodian/report").text
        self.assertIn("learns from this release: age", report)
        self.assertIn("learns from this release: condition", report)

    def test_everybody_has_one_record(self):
        (self.folder / "twice.csv").write_text(PEOPLE.replace("SECRETname7,", "SECRETname8,"))
        visitor = self.start().visitor()
        visitor.done(visitor.post("/table", {"path": "twice.csv"}))
        visitor.post("/roles", ROLES)
        self.assertIn("40 records share 39 values", visitor.get("/roles").text)
        self.assertNotIn("has found their record", visitor.get("/roles").text)
        visitor.post("/roles", ROLES | {"role.0": "insensitive"})
        self.assertIn("whoever knows somebody's has found their record".replace("'", "&#39;"), visitor.get("/roles").text)
        visitor.post("/roles", ROLES)
        self.refused(visitor.post("/checks", {"person": "age"}), "identifying")
        self.assertEqual(visitor.post("/checks", {"person": "name"}).status, 303)
        self.assertIn("--person name", visitor.get("/job").text)
        visitor.post("/promise", PROMISE)
        visitor.done(visitor.post("/release", ONCE))
        page = visitor.get("/release").text
        self.assertIn("1 of 39 people (by name) has several records", page)
        self.assertNotIn("SECRET", page)
        self.assertFalse((self.folder / "release").exists())

    def test_a_column_that_says_the_sensitive_value(self):
        (self.folder / "codes.csv").write_text("".join(
            f"{line},{'code' if i == 0 else sum(map(ord, line.split(',')[3]))}\n" for i, line in enumerate(PEOPLE.splitlines())))
        visitor = self.start().visitor()
        visitor.done(visitor.post("/table", {"path": "codes.csv"}))
        visitor.post("/roles", ROLES | {"role.4": "insensitive"})
        visitor.post("/promise", PROMISE)
        visitor.done(visitor.post("/release", ONCE))
        self.assertIn("the insensitive column code determines the sensitive column condition", visitor.get("/release").text)
        self.assertEqual(visitor.post("/checks", {"person": "", "determined.4": "yes"}).status, 303)
        visitor.done(visitor.post("/release", ONCE))
        self.assertEqual(overt("verify", "release", "--against", "codes.csv", cwd=self.folder).returncode, 0)

    def test_what_is_written(self):
        visitor = self.start().visitor()
        choose_all(visitor)
        self.assertEqual(visitor.post("/promise", PROMISE | {"cells": "columns", "rows": "counts", "texts": "quoted",
                                                             "tree": "steered", "leaves": "whole"}).status, 303)
        self.refused(visitor.post("/promise", PROMISE | {"tree": "plain", "leaves": "whole"}), "leaves")
        self.assertEqual(visitor.post("/words", {"title": "Patients <2026>", "licence": "CC0"}).status, 303)
        visitor.done(visitor.post("/release", ONCE))
        certificate = json.loads((self.folder / "release/certificate.json").read_text())
        self.assertEqual(certificate["job"]["title"], "Patients <2026>")
        header = (self.folder / "release/released.csv").read_text().splitlines()[0]
        self.assertEqual(header, "group,age_low,age_high,zip_low,zip_high,condition,count")
        self.assertIn("Patients &lt;2026&gt;", visitor.get("/report").text)
        self.assertIn("--leaves whole", visitor.get("/job").text)

    def test_how_the_file_is_read(self):
        (self.folder / "plain.csv").write_text("a|3|x\nb|1|y\n")
        visitor = self.start().visitor()
        visitor.done(visitor.post("/table", {"path": "plain.csv"}))
        visitor.done(visitor.post("/types", {"missing": ",NULL", "delimiter": "|", "header": "no", "count": ""}))
        self.assertIn("column3", visitor.get("/").text)
        visitor.post("/roles", {"role.0": "sensitive", "role.1": "insensitive", "role.2": "quasi_identifying",
                                "missing_sensitive": "error"})
        visitor.done(visitor.post("/types", {"missing": ",NULL", "delimiter": "|", "header": "no", "count": "column2"}))
        page = visitor.get("/").text
        self.assertIn('<option value="column2" selected="selected">', page)
        self.assertRegex(page, r"records</dt>\s*<dd>4<|>4</")  # three and one
        self.assertEqual(visitor.get("/promise").status, 303)  # the columns are others, and have no roles
        self.assertIn("--count column2", visitor.get("/job").text)
        self.assertIn("--delimiter &#39;|&#39; --no-header", visitor.get("/job").text)

    def test_a_refusal_is_shown(self):
        visitor = self.start().visitor()
        choose_all(visitor)
        visitor.post("/promise", PROMISE | {"l": "2", "min_group": "1000"})
        visitor.post("/release", ONCE)
        visitor.events()
        self.assertRegex(visitor.get("/release").text + visitor.get("/progress").text, r"Not released|did not work")
        self.assertFalse((self.folder / "release").exists())
        self.assertEqual(visitor.get("/release.zip").status, 404)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
