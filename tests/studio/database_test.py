"""A table of a database, through the studio: read, released, and what goes wrong, without a word of the connection that is
a secret.

    python3 database_test.py BIN_FOLDER
"""

import json
import re
import subprocess
import sys
import tomllib
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "postgres"))

from cluster import Cluster  # noqa: E402
from studio_process import PROMISE, ROLES, TIMEOUT, Studio, command, work_folder  # noqa: E402

TABLE = """
create table patients (name text, age int, zip text, condition text not null);
insert into patients select 'SECRETname' || i, 20 + i * 7 % 50, '101' || (i % 4),
  (array['flu', 'cold', 'ulcer', 'asthma'])[1 + i % 4] from generate_series(1, 40) i;
"""


class Database(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = cls.enterClassContext(Cluster())

    def setUp(self):
        self.cluster.sql("drop schema public cascade; create schema public;")
        self.cluster.sql(TABLE)
        self.folder = work_folder(self.addCleanup)
        studio = Studio(self.folder)
        self.addCleanup(studio.end)
        self.visitor = studio.visitor()

    def read(self, name=None, table="patients", query=""):
        return self.visitor.post("/table", {"database": name or self.cluster.name, "from_table": table, "from_query": query})

    def release(self):
        self.assertEqual(self.visitor.post("/roles", ROLES).status, 303)
        self.assertEqual(self.visitor.post("/promise", PROMISE).status, 303)
        self.visitor.done(self.visitor.post("/release", {"output": "release", "once": "yes"}))
        return json.loads((self.folder / "release/certificate.json").read_text())

    def overt(self, *arguments):
        return subprocess.run([command(), *arguments], cwd=self.folder, capture_output=True, text=True, timeout=TIMEOUT)

    def until_nobody_is_connected(self):
        # The server notes the end of a connection a little later; ctest ends what hangs.
        while self.cluster.sql("select count(*) from pg_stat_activity where application_name = 'overt'").strip() != "0":
            pass

    def test_from_a_table_to_a_release(self):
        self.visitor.done(self.read())
        page = self.visitor.get("/").text
        self.assertIn(": patients<", page)
        self.assertEqual(self.release()["records"], 40)
        done = self.overt("verify", "release", "--against", self.cluster.name, "--table", "patients")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        # Nobody keeps a transaction open on the server between two steps.
        self.until_nobody_is_connected()
        # The same as a command and as a job file, which can be opened again.
        job = self.visitor.get("/job.toml").text
        self.assertEqual(tomllib.loads(job)["table"], "patients")
        self.assertIn("--table patients", self.visitor.get("/job").text)
        self.visitor.done(self.visitor.post("/job", files=[("job", ("job.toml", job.encode()))]))
        self.assertEqual(self.visitor.get("/promise").status, 200)

    def test_a_query_is_read_as_it_is_now(self):
        self.visitor.done(self.read(table="", query="select name, age, zip, condition from patients where age < 60;"))
        before = re.search(r"records</dt>\s*<dd>(\d+)<|<dd>(\d+)</dd>", self.visitor.get("/").text)
        self.cluster.sql("delete from patients where name like '%1'")
        self.visitor.done(self.visitor.post("/types", {"missing": ",NULL"}))
        expected = int(self.cluster.sql("select count(*) from patients where age < 60"))
        self.assertEqual(self.release()["records"], expected)
        self.assertIsNotNone(before)

    def refused(self, answer, *says):
        if answer.status == 303:
            self.assertIn('"failed"', self.visitor.events())
            page = self.visitor.get("/progress").text
        else:
            self.assertEqual(answer.status, 422)
            page = answer.text
        for words in says:
            self.assertIn(words, page)
        self.assertNotIn("SECRET", page)

    def test_what_goes_wrong(self):
        for name in ["postgresql://ana:SECRET@/clinic", "postgresql:///clinic?password=SECRET",
                     "postgresql:///clinic?p%61ssword=SECRET"]:
            self.refused(self.read(name), "password file")
        self.refused(self.read("mysql:///clinic"), "postgresql:///NAME")
        self.refused(self.read("people.csv"), "postgresql:///NAME")
        self.refused(self.read(table=""), "one of the two")
        self.refused(self.read(query="select 1"), "one of the two")
        self.refused(self.read(table="nobody"), "does not exist")
        self.refused(self.read(self.cluster.address("nobody")), "cannot be connected to")
        self.refused(self.read(table="", query="delete from patients"), "syntax error")
        self.refused(self.read(table="", query="select condition::int from patients"), "a value does not fit")
        self.assertEqual(self.cluster.sql("select count(*) from patients").strip(), "40")
        self.until_nobody_is_connected()


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
