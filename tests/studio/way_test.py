"""The whole way through the studio without a face: from the upload to a zip file that `overt verify` takes.

    python3 way_test.py BIN_FOLDER
"""

import io
import json
import re
import sys
import tomllib
import unittest
import zipfile

from studio_case import ONCE, StudioTest, overt
from studio_process import PROMISE, ROLES, choose_all, command


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


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
