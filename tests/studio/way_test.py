"""The whole way through the studio without a face: from the upload to a zip file that `overt verify` takes, what goes
wrong on it, and how it ends.

    python3 way_test.py BIN_FOLDER
"""

import io
import json
import os
import re
import signal
import subprocess
import sys
import tomllib
import unittest
import zipfile
from pathlib import Path

from studio_process import PEOPLE, PROMISE, ROLES, TIMEOUT, Studio, choose_all, command, work_folder

ONCE = {"output": "release", "once": "yes"}


def overt(*arguments, cwd):
    return subprocess.run([command(), *map(str, arguments)], cwd=cwd, capture_output=True, text=True, timeout=TIMEOUT,
                          stdin=subprocess.DEVNULL)


class StudioTest(unittest.TestCase):
    def setUp(self):
        self.folder = work_folder(self.addCleanup, ("people.csv", PEOPLE))
        self.root = self.folder.parent

    def start(self, *flags):
        studio = Studio(self.folder, *flags)
        self.addCleanup(studio.end)
        return studio

    def refused(self, answer, *says):
        self.assertEqual(answer.status, 422, answer.text)
        error = re.search(r'id="error">(.*?)</div>', answer.text, re.DOTALL)[1]
        for words in says:
            self.assertIn(words, error)
        self.assertNotIn("SECRET", error)


class Way(StudioTest):
    def test_from_upload_to_a_zip_that_is_verified_elsewhere(self):
        visitor = self.start().visitor()
        choose_all(visitor)
        visitor.done(visitor.post("/compare", {"promises": "2"}))
        page = visitor.get("/compare").text
        self.assertIn("<strong>chosen</strong>", page)  # what the promise said
        self.assertEqual(visitor.post("/choose", {"point": "2:rda"}).status, 303)
        self.assertIn("Choose local with 1/2", visitor.get("/compare").text)
        visitor.done(visitor.post("/release", ONCE))
        page = visitor.get("/release").text
        self.assertIn("Verified", page)
        self.assertNotIn("FAILED", page)
        packed = visitor.get("/release.zip")
        self.assertEqual(packed.headers["content-type"], "application/zip")
        elsewhere = self.root / "elsewhere"
        with zipfile.ZipFile(io.BytesIO(packed.body)) as archive:
            self.assertIsNone(archive.testzip())
            self.assertEqual(sorted(archive.namelist()),
                             ["release/certificate.json", "release/released.csv", "release/report.html"])
            archive.extractall(elsewhere)
        verified = overt("verify", "release", cwd=elsewhere)
        self.assertEqual(verified.returncode, 0, verified.stdout)
        self.assertIn("What is promised", visitor.get("/report").text)
        self.assertNotIn("SECRETname", (elsewhere / "release/released.csv").read_text())

    def test_the_same_by_the_command_line(self):
        visitor = self.start().visitor()
        visitor.done(visitor.post("/table", {"path": "people.csv"}))
        visitor.post("/roles", ROLES)
        visitor.post("/promise", PROMISE | {"l": "3", "min_group": "4"})
        visitor.post("/hierarchy", {"column": "1", "act": "interval", "widths": "5,10"})
        visitor.done(visitor.post("/release", ONCE))
        job = visitor.get("/job.toml").text
        self.assertEqual(tomllib.loads(job)["l"], 3)
        hierarchy = visitor.get("/hierarchy.csv?column=1")
        self.assertIn('filename="', hierarchy.headers["content-disposition"])
        file = self.folder / tomllib.loads(job)["hierarchies"]["age"]
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(hierarchy.body)
        (self.folder / "job.toml").write_text(job)
        done = overt("release", "--job", "job.toml", "--out", "other", cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        ours, theirs = (json.loads((self.folder / name / "certificate.json").read_text()) for name in ("release", "other"))
        for key in ["method", "level", "form", "promise", "job", "records"]:
            self.assertEqual(ours[key], theirs[key], key)
        for name in ("release", "other"):
            self.assertEqual(overt("verify", name, "--against", "people.csv", cwd=self.folder).returncode, 0)
        # and the command that the page shows
        shown = re.search(r'<pre tabindex="0" id="command"><code>(.*?)</code>', visitor.get("/job").text)[1]
        words = shown.replace("--out release", "--out third").split()
        self.assertEqual(words[:3], ["overt", "release", "people.csv"])
        self.assertEqual(overt(*words[1:], cwd=self.folder).returncode, 0)
        third = json.loads((self.folder / "third" / "certificate.json").read_text())
        self.assertEqual(third["job"], ours["job"])

    def test_a_job_file_is_opened(self):
        done = overt("release", "people.csv", "--identifying", "name", "--quasi", "age,zip", "--sensitive", "condition", "--l",
                     "2", "--out", "by_command", "--print-job", cwd=self.folder)
        visitor = self.start().visitor()
        visitor.done(visitor.post("/job", files=[("job", ("job.toml", done.stdout.encode()))]))
        self.assertIn("known with more than 1 in 2", visitor.get("/release").text)
        self.assertEqual(tomllib.loads(visitor.get("/job.toml").text), tomllib.loads(done.stdout))
        visitor.done(visitor.post("/release", {"output": "by_page", "once": "yes"}))
        self.assertEqual(overt("verify", "by_page", cwd=self.folder).returncode, 0)

    def test_a_job_file_that_says_a_role_of_all_other_columns(self):
        for rest, role in [("drop", "identifying"), ("insensitive", "insensitive")]:
            done = overt("release", "people.csv", "--quasi", "age,zip", "--sensitive", "condition", "--rest", rest, "--l",
                         "2", "--out", rest, "--print-job", cwd=self.folder)
            visitor = self.start().visitor()
            visitor.done(visitor.post("/job", files=[("job", ("job.toml", done.stdout.encode()))]))
            self.assertIn("known with more than 1 in 2", visitor.get("/release").text)
            self.assertEqual(tomllib.loads(visitor.get("/job.toml").text)["roles"][role], ["name"])

    def denied(self, visitor, fields):
        """Runs, and is told that the table has been run before."""
        visitor.done(visitor.post("/release", fields))
        page = visitor.get("/release").text
        self.assertIn("has this table already", page)
        self.assertIn("Why it is run again", page)

    def events_of(self):
        return [json.loads(line)["event"] for line in (self.folder / "overt-custodian/runs.log").read_text().splitlines()]

    def test_a_table_runs_once(self):
        studio = self.start()
        visitor = studio.visitor()
        choose_all(visitor)
        self.refused(visitor.post("/release", {"output": "release"}), "one job, one run")
        visitor.done(visitor.post("/release", ONCE))
        self.assertIn("This table has been run", visitor.get("/release").text)
        first = (self.folder / "release/released.csv").read_bytes()
        visitor.post("/promise", PROMISE | {"l": "3"})
        self.denied(visitor, {"output": "another", "once": "yes"})
        self.assertFalse((self.folder / "another").exists())
        # also by another studio, later, from another copy of the table, and on the command line
        studio.end()
        visitor = self.start().visitor()
        choose_all(visitor)
        self.denied(visitor, {"output": "another", "once": "yes"})
        done = overt("release", "people.csv", "--identifying", "name", "--quasi", "age,zip", "--sensitive", "condition",
                     "--l", "2", "--out", "another", "--log", "overt-custodian/runs.log", cwd=self.folder)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertFalse((self.folder / "another").exists())
        self.assertEqual((self.folder / "release/released.csv").read_bytes(), first)
        # the deliberate act replaces what it makes void, and its reason stays
        visitor.done(visitor.post("/release", ONCE | {"again": "the first was lost"}))
        self.assertEqual(overt("verify", "release", cwd=self.folder).returncode, 0)
        self.assertEqual(self.events_of().count("released"), 2)
        self.assertIn("the first was lost", (self.folder / "overt-custodian/runs.log").read_text())
        self.assertEqual((self.folder / "overt-custodian").stat().st_mode & 0o077, 0)

    def test_two_clicks_are_one_run(self):
        visitor = self.start().visitor()
        choose_all(visitor)
        for _ in range(3):
            self.assertIn(visitor.post("/release", ONCE).status, [303, 422])
        visitor.events()
        self.assertEqual(self.events_of().count("released"), 1)

    def test_the_custodian_part(self):
        visitor = self.start().visitor()
        choose_all(visitor)
        self.assertEqual(visitor.get("/custodian/report").status, 404)
        visitor.done(visitor.post("/release", ONCE))
        visitor.done(visitor.post("/custodian"))
        report = visitor.get("/custodian/report")
        self.assertIn("custodian only, not for release", report.text)
        self.assertIn("sandbox", report.headers["content-security-policy"])
        for file in (self.folder / "release").rglob("*"):
            self.assertNotIn("custodian only", file.read_text())
        with zipfile.ZipFile(io.BytesIO(visitor.get("/release.zip").body)) as archive:
            self.assertNotIn("custodian", " ".join(archive.namelist()))

    def test_several_releases(self):
        visitor = self.start().visitor()
        choose_all(visitor)
        visitor.done(visitor.post("/release", ONCE | {"keep_groups": "yes"}))
        kept = "overt-custodian/release.parquet"
        self.assertTrue((self.folder / kept).exists())
        self.assertIn(kept, visitor.get("/after").text)
        answer = visitor.post("/after", {"file.0": kept, "use.0": "yes", "path": "", "merge": "yes"})
        self.assertEqual(answer.status, 303, answer.text)
        visitor.done(visitor.post("/release", {"output": "later", "once": "yes"}))
        certificate = json.loads((self.folder / "later/certificate.json").read_text())
        self.assertEqual((certificate["method"], certificate["after"]), ("merge", 1))
        self.refused(visitor.post("/after", {"path": "../outside.parquet"}), "no such file below")

    def test_verify_what_came_from_elsewhere(self):
        overt("release", "people.csv", "--identifying", "name", "--quasi", "age,zip", "--sensitive", "condition", "--l", "2",
              "--out", "theirs", cwd=self.folder)
        visitor = self.start().visitor()
        self.assertIn('value="theirs"', visitor.get("/verify").text)
        visitor.done(visitor.post("/verify", {"folder": "theirs"}))
        page = visitor.get("/verify").text
        self.assertIn("Verified", page)
        table = self.folder / "theirs/released.csv"
        table.write_text(table.read_text().replace("flu", "cold"))
        visitor.done(visitor.post("/verify", {"folder": "theirs"}))
        self.assertIn("Not verified", visitor.get("/verify").text)
        self.assertEqual(visitor.post("/verify", {"folder": "people.csv"}).status, 303)
        self.assertIn('"failed"', visitor.events())

    def test_verify_a_zip_file_that_came_from_elsewhere(self):
        studio = self.start()
        visitor = studio.visitor()
        choose_all(visitor)
        visitor.done(visitor.post("/release", ONCE))
        good = visitor.get("/release.zip").body

        def kept():
            return sorted(str(path) for path in studio.temporary.rglob("*"))

        def packed(*entries, beside=()):
            with zipfile.ZipFile(io.BytesIO(good)) as archive:
                files = [(name, archive.read(name)) for name in archive.namelist()]
            out = io.BytesIO()
            with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
                for name, content in [*files, *entries]:
                    archive.writestr(name, content)
            return out.getvalue()

        def verify(content, name="theirs.zip"):
            return visitor.post("/verify", files=[("release", (name, content))])

        before = kept()
        visitor.done(verify(good))
        page = visitor.get("/verify").text
        self.assertIn("theirs.zip", page)
        self.assertIn(">Verified<", page)
        self.assertEqual(kept(), before)
        # Without a folder around its files, and with one file too many.
        flat = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(good)) as archive, zipfile.ZipFile(flat, "w") as other:
            for name in archive.namelist():
                other.writestr(name.removeprefix("release/"), archive.read(name))
        visitor.done(verify(flat.getvalue(), "C:\\fakepath\\flat.zip"))
        self.assertIn(">flat.zip<", visitor.get("/verify").text)
        visitor.done(verify(packed(("release/notes.txt", "SECRET"))))
        page = visitor.get("/verify").text
        self.assertIn("Not verified", page)
        self.assertIn("notes.txt", page)
        # What is no release, and what would write elsewhere.
        link = zipfile.ZipInfo("release/link.csv")
        link.external_attr = 0o120777 << 16
        for content, says in [(b"no zip file", "no zip file"), (good[:len(good) // 2], "damaged|no zip file"), (b"", "no zip file"),
                              (packed(("../outside.txt", "SECRET")), "a name that no file"),
                              (packed(("/tmp/outside.txt", "SECRET")), "a name that no file"),
                              (packed(("release/a/b/c.txt", "SECRET")), "a name that no file"),
                              (packed((link, "/etc/passwd")), "no file"),
                              (packed(("release/certificate.json", "{}")), "twice"),
                              (packed(("release/certificate.json/x", "{}")), "twice"),
                              (packed(("beside.txt", "SECRET")), "files beside"),
                              (packed(*((f"release/{i}.csv", "") for i in range(1000))), "more files")]:
            with self.subTest(says):
                self.assertEqual(verify(content).status, 303)
                self.assertIn('"failed"', visitor.events())
                page = visitor.get("/progress").text
                self.assertRegex(page, says)
                self.assertNotIn("SECRET", page)
                self.assertNotIn(str(studio.temporary), page)
                self.assertEqual(kept(), before)
        self.assertFalse((self.root / "outside.txt").exists())

    def test_explain(self):
        visitor = self.start().visitor()
        problem = re.search(r"<textarea[^>]*>(.*?)</textarea>", visitor.get("/explain").text, re.DOTALL)[1]
        visitor.done(visitor.post("/explain", {"problem": problem.replace("&quot;", '"')}))
        walk = visitor.get("/explain/walk").text
        self.assertIn("<svg", walk)
        # The problem that is offered shows how the strategies differ.
        self.assertGreater(len(set(re.findall(r"(?:releases step \d|releases nothing)", walk))), 1, "nothing to be seen")
        self.refused(visitor.post("/explain", {"problem": '{"values": 3}'}), "the problem")


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


class Ends(StudioTest):
    def hidden(self, studio):
        return list(studio.temporary.iterdir())

    def test_signals_leave_nothing_private(self):
        for how in [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]:
            studio = self.start()
            choose_all(studio.visitor())
            self.assertEqual(len(self.hidden(studio)), 1)
            self.assertEqual(studio.end(how)[0], 0, how)
            self.assertEqual(self.hidden(studio), [], how)

    def test_the_button_ends_it(self):
        studio = self.start()
        visitor = studio.visitor()
        self.assertEqual(visitor.post("/quit").status, 303)
        self.assertEqual(studio.process.wait(TIMEOUT), 0)
        self.assertEqual(self.hidden(studio), [])

    def test_what_a_killed_one_left_the_next_one_removes(self):
        studio = self.start()
        choose_all(studio.visitor())
        studio.end(signal.SIGKILL)
        self.assertEqual(len(self.hidden(studio)), 1)
        other = self.start()
        self.assertEqual(len(self.hidden(other)), 1)
        other.end()
        self.assertEqual(self.hidden(other), [])

    def test_a_release_is_cancelled_whole(self):
        studio = self.start()
        visitor = studio.visitor()
        visitor.done(visitor.post("/table", {"path": "people.csv"}))
        visitor.post("/roles", ROLES)
        visitor.post("/promise", PROMISE)
        # From now on the table takes as long as we like to be read.
        (self.folder / "people.csv").unlink()
        os.mkfifo(self.folder / "people.csv")

        def left():
            return sorted(path.name for path in self.folder.iterdir())

        self.assertEqual(visitor.post("/release", ONCE).status, 303)
        with open(self.folder / "people.csv", "w") as table:
            table.write(PEOPLE[:100])
            table.flush()
            self.assertEqual(visitor.get("/").status, 200)  # the page stays alive meanwhile
            self.assertIn("Releasing", visitor.get("/progress").text)
            # A second tab sees the work, and not a table that waits to be released.
            second = visitor.get("/release")
            self.assertEqual((second.status, second.headers["location"]), (303, "/progress"))
            self.assertEqual(visitor.post("/release", ONCE).status, 422)  # one at a time
            visitor.post("/cancel")
            self.assertIn('"cancelled"', visitor.events())
        self.assertIn("cancelled", visitor.get("/progress").text)
        self.assertEqual(left(), ["overt-custodian", "people.csv"])
        self.assertEqual([path.name for path in (self.folder / "overt-custodian").iterdir() if "log" not in path.name], [])
        # and by a signal
        self.assertEqual(visitor.post("/release", ONCE).status, 303)
        with open(self.folder / "people.csv", "w") as table:
            table.write(PEOPLE[:100])
            table.flush()
            self.assertEqual(studio.end()[0], 0)
        self.assertEqual(left(), ["overt-custodian", "people.csv"])
        self.assertEqual(self.hidden(studio), [])

    def test_work_that_does_not_stop_is_left_behind(self):
        studio = self.start()
        os.mkfifo(self.folder / "never.csv")  # nobody writes: opening it waits for ever
        self.assertEqual(studio.visitor().post("/table", {"path": "never.csv"}).status, 303)
        self.assertEqual(studio.end()[0], 0)
        self.assertEqual(self.hidden(studio), [])

    def test_usage(self):
        for arguments, code in [(["--port", "0"], 2), (["--port", "x"], 2), (["--port", "70000"], 2), (["--folder", "nothing"], 3)]:
            done = overt("studio", "--no-browser", *arguments, cwd=self.folder)
            self.assertEqual(done.returncode, code, done.stderr)
        studio = self.start()
        done = overt("studio", "--no-browser", "--port", studio.port, cwd=self.folder)
        self.assertEqual(done.returncode, 3)
        self.assertIn("is taken", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
