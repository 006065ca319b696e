"""Tables in a PostgreSQL of our own: read, released into, verified, and everything that goes wrong.

    python3 postgres_test.py BIN_FOLDER"""

import csv
import json
import os
import resource
import signal
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))

from cluster import Cluster  # noqa: E402
from overt_command import TIMEOUT, OvertTest, command, main  # noqa: E402

CLUSTER = None


def setUpModule():
    global CLUSTER
    CLUSTER = Cluster()
    unittest.enterModuleContext(CLUSTER)


# Ages that occur twice, a missing zip and an empty one, an enumeration, quotes and commas.
TABLE = """
create type severity as enum ('low', 'middle', 'high');
create table patients (name text, age int, zip text, born date, seen timestamptz, level severity, bed numeric(6, 2),
                       member boolean, condition text not null);
insert into patients select 'SECRETname' || i, 880000 + i % 5, case when i % 7 = 0 then null when i % 11 = 0 then ''
  else '2203' || (i % 3) end, date '1950-01-31' + i % 4, timestamptz '2024-05-06 10:00:00+02' + i % 2 * interval '1 hour',
  (array['low', 'middle', 'high'])[1 + i % 3]::severity, 1.5 * (i % 4), i % 2 = 0,
  (array['SECRETflu', 'SECRET,cold', 'SECRET"HIV"', 'SECRETulcer'])[1 + i % 4] from generate_series(1, 200) i;
"""
ROLES = ["--identifying", "name", "--quasi", "age,zip,born,seen,level,bed,member", "--sensitive", "condition"]
COLUMNS = "name,age,zip,born,seen,level,bed,member,condition"


class PostgresTest(OvertTest):
    def setUp(self):
        super().setUp()
        CLUSTER.sql("drop schema public cascade; create schema public; grant all on schema public to public")
        CLUSTER.sql(TABLE)

    def csv(self, name="patients.csv", query=f"select {COLUMNS} from patients"):
        """The records themselves, as the database writes them."""
        query = query.replace("seen,", "(seen at time zone 'UTC') as seen,").replace("member,", "member::text as member,")
        self.write(name, CLUSTER.sql(f"copy ({query}) to stdout (format csv, header, null 'NULL')"))
        return name

    def source(self, *more):
        return [CLUSTER.name, "--table", "patients", *more]

    def is_not_verified(self, *arguments):
        done = self.run_overt("verify", *arguments, "--quiet")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stdout, r"\AFAILED")

    def database_is(self, *tables):
        found = CLUSTER.sql("select tablename from pg_tables where schemaname = 'public' order by 1").split()
        self.assertEqual(found, sorted(tables))


class Input(PostgresTest):
    def test_it_is_the_table_that_a_file_is(self):
        self.csv()
        reading = ["--missing", "NULL", "--type", "zip=text"]
        for verb, more in [("inspect", []), ("check", [])]:
            roles = ROLES if verb == "inspect" else ["--quasi", "age,zip,born", "--sensitive", "condition"]
            here = self.succeeds(verb, *self.source(*roles, *reading[:2]), "--json", quiet=False).stdout
            there = self.succeeds(verb, "patients.csv", *roles, *reading, "--json", quiet=False).stdout
            self.assertEqual(json.loads(here), json.loads(there), verb)

    def test_types_are_those_of_the_catalogue(self):
        found = json.loads(self.succeeds("inspect", *self.source(), "--json").stdout)
        self.assertEqual({column["name"]: column["type"] for column in found["columns"]},
                         {"name": "text", "age": "integer", "zip": "text", "born": "date", "seen": "timestamp",
                          "level": "text", "bed": "decimal", "member": "text", "condition": "text"})
        self.assertEqual(found["records"], 200)

    def test_enumerations_are_in_their_order(self):
        order = ["mild", "acute", "severe", "bad", "nasty"]  # by bytes it is another one, and 'never' does not occur
        labels = ", ".join(map(repr, order))
        CLUSTER.sql(f"create type pain as enum ({labels}); alter type pain add value 'never' before 'severe'; "
                    f"create domain felt as pain; create table felt_by as select (array[{labels}])[1 + i % 5]::felt as pain, "
                    "(array['flu', 'cold'])[1 + i / 5 % 2] as condition from generate_series(1, 100) i")
        plain = ["--quasi", "pain", "--sensitive", "condition", "--l", "2", "--min-group", "40", "--tree", "plain"]
        for which in (["--table", "felt_by"], ["--query", "select * from felt_by where true"]):
            self.succeeds("release", CLUSTER.name, *which, *plain, "--out", "felt", "--force")
            certificate = json.loads((self.folder / "felt" / "certificate.json").read_text())
            self.assertEqual(certificate["job"]["ranks"], {"pain": {label: rank for rank, label in enumerate(order)}})
            self.succeeds("verify", "felt", "--against", CLUSTER.name, *which, "--quiet")
            with open(self.folder / "felt" / "released.csv", newline="") as file:
                cells = {row["pain"] for row in csv.DictReader(file)}
            places = sorted(sorted(order.index(label) for label in cell.strip("{}").split(", ")) for cell in cells)
            self.assertEqual(sum(places, []), list(range(5)))  # neighbours in that order, and no others
            self.assertEqual(len(places), 2)
        self.succeeds("compare", CLUSTER.name, "--table", "felt_by", *plain[:4], "--methods", "local,gda", "--l", "2",
                      "--queries", "0")
        # Somebody who says that it is text, or another order, is believed.
        self.succeeds("release", CLUSTER.name, "--table", "felt_by", *plain, "--type", "pain=text", "--out", "felt", "--force")
        self.assertNotIn("ranks", json.loads((self.folder / "felt" / "certificate.json").read_text())["job"])

    def test_null_is_missing_and_the_empty_text_is_a_text(self):
        def zips(*more):
            found = json.loads(self.succeeds("inspect", *self.source(*more), "--json").stdout)
            return next((column["missing"], column["distinct"]) for column in found["columns"] if column["name"] == "zip")
        self.assertEqual(zips("--missing", "NULL"), (28, 4))
        self.assertEqual(zips()[0], 28 + 16)

    def test_release_and_verify_against(self):
        self.succeeds("release", *self.source(*ROLES), "--l", "3", "--out", "release")
        self.succeeds("verify", "release", "--against", *self.source(), "--quiet")
        self.csv()
        self.succeeds("verify", "release", "--against", "patients.csv", "--quiet")
        self.succeeds("measure", "release", *self.source(), "--queries", "10")
        certificate = (self.folder / "release" / "certificate.json").read_text()
        self.assertEqual(json.loads(certificate)["records"], 200)
        self.assertNotIn("postgresql", certificate)
        CLUSTER.sql("update patients set condition = 'SECRETother' where name = 'SECRETname7'")
        self.is_not_verified("release", "--against", *self.source())

    def test_query(self):
        query = "select age, condition from patients where member -- all that we may\n ;"
        self.succeeds("release", CLUSTER.name, "--query", query, "--quasi", "age", "--sensitive", "condition", "--l", "2",
                      "--out", "release")
        self.assertEqual(json.loads((self.folder / "release" / "certificate.json").read_text())["records"], 100)

    def test_compare(self):
        self.succeeds("compare", *self.source(*ROLES), "--methods", "local", "--l", "2", "--queries", "0")

    def test_a_table_of_counts(self):
        CLUSTER.sql("create table counts as select age, condition, count(*) as n from patients group by 1, 2;"
                    "insert into counts select * from counts")  # equal rows of it are merged, and their counts added
        found = json.loads(self.succeeds("inspect", CLUSTER.name, "--table", "counts", "--count", "n", "--json").stdout)
        self.assertEqual(found["records"], 400)

    def test_names_of_all_kinds(self):
        CLUSTER.sql('create schema "Odd.Schema"; create schema clinic; create table clinic."My ""Table"" ; drop" '
                    '("A b" int, "c,""d" text); insert into clinic."My ""Table"" ; drop" select i % 3, i % 4 from '
                    "generate_series(1, 20) i")
        found = json.loads(self.succeeds("inspect", CLUSTER.name, "--table", 'clinic.My "Table" ; drop', "--json").stdout)
        self.assertEqual([column["name"] for column in found["columns"]], ["A b", 'c,"d'])

    def test_job_file(self):
        job = self.succeeds("release", *self.source(*ROLES), "--l", "3", "--out", "release", "--print-job").stdout
        self.assertIn("table = 'patients'", job)
        self.write("job.toml", job)
        self.succeeds("release", "--job", "job.toml", "--quiet")
        self.succeeds("verify", "release", "--job", "job.toml", "--quiet")

    def test_one_moment(self):
        """What a run reads, and reads again for the custodian's report, is of one moment, whoever writes meanwhile."""
        writer = CLUSTER.session()
        self.addCleanup(CLUSTER.end, writer)
        writer.stdin.write("select pg_advisory_lock(7);\n\\echo locked\n")
        writer.stdin.flush()
        while writer.stdout.readline().strip() != "locked":
            self.assertIsNone(writer.poll())
        query = "select age, condition from patients where (select pg_advisory_xact_lock_shared(7))::text = ''"
        process = subprocess.Popen([command(), "release", CLUSTER.name, "--query", query, "--quasi", "age", "--sensitive",
                                    "condition", "--l", "3", "--out", "release", "--custodian-report", "mine.html", "--quiet"],
                                   cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)  # should a check fail
        while CLUSTER.sql("select count(*) from pg_stat_activity where application_name = 'overt' and "
                          "wait_event_type = 'Lock'").strip() == "0":
            self.assertIsNone(process.poll())
        self.csv()
        CLUSTER.sql("delete from patients where age > 880001; update patients set condition = 'SECRETother'")
        writer.stdin.write("select pg_advisory_unlock(7);\n")
        writer.stdin.flush()
        _, said = process.communicate(timeout=TIMEOUT)
        self.assertEqual(process.returncode, 0, said)
        self.assertEqual(json.loads((self.folder / "release" / "certificate.json").read_text())["records"], 200)
        self.succeeds("verify", "release", "--against", "patients.csv", "--quiet")


class Output(PostgresTest):
    def into(self, *more):
        return ["--out", CLUSTER.name, "--into", "released", *more]

    def test_the_table_is_the_file(self):
        hierarchy = "".join(f"2203{i};2203*;*\n" for i in range(3)) + ";2203*;*\n"
        self.write("zip.csv", hierarchy)
        more = ["--hierarchy", "zip=zip.csv", "--missing", "NULL"]
        self.succeeds("release", *self.source(*ROLES, *more), "--l", "3", *self.into())
        self.database_is("patients", "released", "released_certificate", "released_files")
        self.succeeds("verify", CLUSTER.name, "--from", "released", "--against", CLUSTER.name, "--table", "patients",
                      "--quiet")
        self.assertEqual(CLUSTER.sql("select count(*), min(overt_row), max(overt_row), sum(case when \"group\" > 0 "
                                     "then 1 end) from released").strip(), "200\t1\t200\t200")
        self.assertEqual(CLUSTER.sql("select certificate ->> 'records' from released_certificate").strip(), "200")
        self.assertEqual(CLUSTER.sql("select name from released_files order by 1").split(),
                         ["hierarchies/zip.csv", "report.html"])

    def test_counted(self):
        self.succeeds("release", *self.source(*ROLES), "--l", "3", "--counted", *self.into())
        self.assertEqual(CLUSTER.sql("select sum(count) from released").strip(), "200")
        self.succeeds("verify", CLUSTER.name, "--from", "released", "--quiet")

    def test_a_table_of_several_pieces(self):
        CLUSTER.sql("create table many as select p.* from patients p, generate_series(1, 100) i; "
                    "alter table many drop column name")
        source = [CLUSTER.name, "--table", "many"]
        self.succeeds("release", *source, *ROLES[2:], "--l", "3", "--out", "release")
        self.assertGreater((self.folder / "release" / "released.csv").stat().st_size, 1 << 20)
        self.succeeds("release", *source, *ROLES[2:], "--l", "3", *self.into())
        self.succeeds("verify", CLUSTER.name, "--from", "released", "--against", *source, "--quiet")
        self.assertEqual(CLUSTER.sql("select count(*) from released").strip(), "20000")
        CLUSTER.sql("update released set condition = condition || ' ' where overt_row = 20000")
        self.is_not_verified(CLUSTER.name, "--from", "released")

    def test_a_changed_table_fails(self):
        self.succeeds("release", *self.source(*ROLES), "--l", "3", *self.into())
        for change in ["update released set condition = 'SECRETflu' where overt_row = 1 and condition <> 'SECRETflu' or "
                       "overt_row = 2 and condition <> 'SECRETflu'",
                       "delete from released where overt_row = 200",
                       "update released set overt_row = default where overt_row = 1",
                       "update released_files set content = content || ' ' where name = 'report.html'",
                       "insert into released_files values ('more.txt', 'x')",
                       "alter table released add column more text"]:
            CLUSTER.sql("begin; create table kept as table released; create table kept_files as table released_files; "
                        "commit")
            CLUSTER.sql(change)
            self.is_not_verified(CLUSTER.name, "--from", "released")
            CLUSTER.sql("drop table released, released_files; alter table kept rename to released; "
                        "alter table kept_files rename to released_files")
            self.succeeds("verify", CLUSTER.name, "--from", "released", "--quiet")

    def test_a_file_outside_of_the_folder_is_refused(self):
        self.succeeds("release", *self.source(*ROLES), "--l", "3", *self.into())
        for name in ["../evil", "/tmp/evil", "hierarchies/../../evil.csv", "certificate.json", ".."]:
            CLUSTER.sql(f"insert into released_files values ('{name}', 'x')")
            self.fails(2, "verify", CLUSTER.name, "--from", "released", says=["it has a file that no release has"])
            CLUSTER.sql(f"delete from released_files where name = '{name}'")

    def test_a_hostile_certificate(self):
        """Whoever runs the database writes there what they like, deeper than any parser's stack."""
        self.succeeds("release", *self.source(*ROLES), "--l", "3", *self.into())
        whole = json.loads(CLUSTER.sql("select certificate from released_certificate"))
        CLUSTER.sql("alter table released_certificate alter certificate type text")

        def put(text):
            CLUSTER.sql(f"update released_certificate set certificate = $text${text}$text$")

        def job(**changes):
            return json.dumps(whole | {"job": whole["job"] | changes})

        for text, says in [("[" * 1_000_000, "nested deeper than 64 levels"), ("", "not valid JSON"), ("3", "version is missing"),
                           ("null", "version is missing"), (json.dumps(whole | {"job": 3}), "job"),
                           (json.dumps(whole | {"job": []}), "job"), (job(missing=3), "job.missing"),
                           (job(missing={"a": 1}), "job.missing"), (job(missing=[1, None]), "job.missing"),
                           ('{"job": 1, "job": 2}', "the key stands twice")]:
            with self.subTest(text[:40]):
                put(text)
                self.fails(2, "verify", CLUSTER.name, "--from", "released", says=[says])
        # What is missing is said to the server in a literal, whatever it takes a backslash for.
        CLUSTER.sql("alter role overt set standard_conforming_strings = off")
        self.addCleanup(CLUSTER.sql, "alter role overt reset standard_conforming_strings")
        for missing in ["\\", "\\') TO PROGRAM 'touch evil' --", "'", "'); drop table patients; --"]:
            with self.subTest(missing):
                put(job(missing=[missing]))
                self.is_not_verified(CLUSTER.name, "--from", "released")
        self.database_is("patients", "released", "released_certificate", "released_files")
        put(json.dumps(whole))
        CLUSTER.sql("insert into released_certificate select * from released_certificate")
        self.fails(2, "verify", CLUSTER.name, "--from", "released", says=["there is not exactly one certificate"])

    def test_more_files_than_a_release_has(self):
        self.succeeds("release", *self.source(*ROLES), "--l", "3", *self.into())
        CLUSTER.sql("insert into released_files select 'f' || i, 'x' from generate_series(1, 1000) i")
        self.fails(2, "verify", CLUSTER.name, "--from", "released", says=["it has more files than a release"])

    def test_what_stands_there_is_kept(self):
        release = ["release", *self.source(*ROLES), "--l", "3", *self.into()]
        CLUSTER.sql("create table released (x int)")
        self.fails(2, *release, says=["exists already; pass --force to replace it, or another --into"])
        self.fails(2, *release, "--force", says=["not replaced: it is not an earlier release"])
        self.database_is("patients", "released")
        # Names are not enough: what is replaced is dropped.
        CLUSTER.sql("create table released_certificate (since date); create table released_files (name text, content text)")
        self.fails(2, *release, "--force", says=["not replaced: it is not an earlier release"])
        self.database_is("patients", "released", "released_certificate", "released_files")
        CLUSTER.sql("drop table released, released_certificate, released_files")
        self.fails(2, *release[:-1], "r" * 52, says=["--into: a name of at most 51 bytes"])
        self.succeeds(*release)
        before = CLUSTER.sql("select md5(string_agg(certificate::text, '')) from released_certificate")
        self.fails(2, *release, says=["exists already"])
        self.assertEqual(CLUSTER.sql("select md5(string_agg(certificate::text, '')) from released_certificate"), before)
        self.succeeds(*release, "--force")
        self.succeeds("verify", CLUSTER.name, "--from", "released", "--quiet")

    def test_a_refusal_leaves_nothing(self):
        self.fails(1, "release", *self.source(*ROLES), "--l", "5", *self.into())
        self.database_is("patients")

    def test_no_right_to_write(self):
        CLUSTER.sql("drop role if exists reader; create role reader login; grant select on patients to reader; "
                    "revoke create on schema public from public")
        address = CLUSTER.address(user="reader")
        self.fails(3, "release", address, "--table", "patients", *ROLES, "--l", "3", "--out", address, "--into", "released",
                   says=["not allowed"])
        self.database_is("patients")


class Writing(PostgresTest):
    """What ends a release while it is written into the database: the earlier one is there as before."""

    def release(self, *more):
        return ["release", *self.source(*ROLES), "--l", "3", "--out", CLUSTER.name, "--into", "released", "--quiet", *more]

    def held_up(self, **options):
        """A release that waits to replace an earlier one, which somebody else is looking at."""
        self.succeeds(*self.release())
        self.before = CLUSTER.sql("select * from released order by overt_row")
        reader = CLUSTER.session()
        self.addCleanup(CLUSTER.end, reader)
        reader.stdin.write("begin; select count(*) from released;\n\\echo looking\n")
        reader.stdin.flush()
        while reader.stdout.readline().strip() != "looking":
            self.assertIsNone(reader.poll())
        process = subprocess.Popen([command(), *self.release("--force")], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, **options)
        self.addCleanup(process.kill)  # should a check fail
        while CLUSTER.sql("select count(*) from pg_stat_activity where application_name = 'overt' and "
                          "wait_event_type = 'Lock'").strip() == "0":
            self.assertIsNone(process.poll())
        return process

    def nothing_has_changed(self):
        self.database_is("patients", "released", "released_certificate", "released_files")
        self.assertEqual(CLUSTER.sql("select * from released order by overt_row"), self.before)
        self.succeeds("verify", CLUSTER.name, "--from", "released", "--against", *self.source(), "--quiet")

    def test_a_signal(self):
        process = self.held_up()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=TIMEOUT)
        self.assertEqual(process.returncode, 130)
        # The server's statement ends, too: nobody else waits behind it.
        while CLUSTER.sql("select count(*) from pg_stat_activity where application_name = 'overt'").strip() != "0":
            pass
        self.nothing_has_changed()

    def test_a_kill(self):
        """What it leaves among the temporary files goes with the next run that has to do with a database."""
        place = self.folder / "temporary"
        place.mkdir()
        environment = os.environ | {"TMPDIR": str(place)}
        process = self.held_up(env=environment)
        process.kill()
        process.communicate(timeout=60)
        self.assertEqual(len(list(place.iterdir())), 1)
        self.succeeds("verify", CLUSTER.name, "--from", "released", "--quiet", env=environment)
        self.assertEqual(list(place.iterdir()), [])
        self.nothing_has_changed()

    def test_a_server_that_goes(self):
        process = self.held_up()
        CLUSTER.sql("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'overt'")
        _, said = process.communicate(timeout=TIMEOUT)
        self.assertEqual(process.returncode, 3, said)
        self.assertRegex(said, "shutting down|connection was lost")
        self.nothing_has_changed()

    def test_a_full_disk(self):
        self.succeeds(*self.release())
        self.before = CLUSTER.sql("select * from released order by overt_row")
        if not CLUSTER.small_disk("small", "1m"):
            self.skipTest("a small disk can be mounted by root alone")
        self.addCleanup(CLUSTER.without_small_disk, "small")
        CLUSTER.sql("create tablespace small location '{}'; alter database overt set default_tablespace = small; "
                    "create table many tablespace pg_default as select p.* from patients p, generate_series(1, 100)"
                    .format(CLUSTER.folder / "small"))
        done = self.run_overt("release", CLUSTER.name, "--table", "many", *ROLES, "--l", "3", "--out", CLUSTER.name,
                              "--into", "released", "--force", "--quiet")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("a disk of the server is full", done.stderr)
        CLUSTER.sql("drop table many")
        self.nothing_has_changed()


class Errors(PostgresTest):
    def test_what_is_not_there(self):
        self.fails(3, "inspect", CLUSTER.name, "--table", "nobody", says=['relation "nobody" does not exist'])
        self.fails(3, "inspect", CLUSTER.address("elsewhere"), "--table", "patients", says=["cannot be connected to"])
        self.fails(3, "inspect", "postgresql:///overt?host=/nowhere", "--table", "x", says=["cannot be connected to"])
        self.fails(3, "verify", CLUSTER.name, "--from", "released", says=["there is no table"])

    def test_usage(self):
        for arguments, says in [((CLUSTER.name,), "expected a table (--table) or a query (--query), one of the two"),
                                ((CLUSTER.name, "--table", "a", "--query", "b"), "one of the two"),
                                (("patients.csv", "--table", "a"), "the input is a file"),
                                ((CLUSTER.name, "--query", "select"), "there are no columns"),
                                ((CLUSTER.name, "--query", "nonsense"), "syntax error"),
                                ((CLUSTER.name, "--query", "select 1 as a, 2 as a"), "two columns are called a"),
                                ((CLUSTER.name, "--query", "select 1 as a; drop table patients"), "syntax error"),
                                ((CLUSTER.name, "--query", "select 1 as a) as b; drop table patients --"), "")]:
            self.fails(2, "inspect", *arguments, says=[says])
        self.database_is("patients")

    def test_reading_is_read_only(self):
        CLUSTER.sql("create function evil() returns int language sql as 'delete from patients; select 1'")
        self.fails(3, "inspect", CLUSTER.name, "--query", "select evil() as a", says=["read only"])
        self.assertEqual(CLUSTER.sql("select count(*) from patients").strip(), "200")

    def test_no_right_to_read(self):
        CLUSTER.sql("drop role if exists nobody; create role nobody login")
        self.fails(3, "inspect", CLUSTER.address(user="nobody"), "--table", "patients", says=["not allowed to this user"])

    def test_messages_quote_no_value(self):
        self.fails(3, "inspect", CLUSTER.name, "--query", "select condition::int as a from patients",
                   says=["a value does not fit"])
        self.fails(3, "inspect", CLUSTER.name, "--query", "select 1 / (age - 880001) as a from patients",
                   says=["a value does not fit"])

    def test_passwords_are_refused(self):
        for address in ["postgresql://ana:SECRETpassword@localhost/overt", "postgresql:///overt?password=SECRETpassword"]:
            self.fails(2, "inspect", address, "--table", "patients", says=["password file"])
            self.fails(2, "release", address, "--table", "patients", *ROLES, "--l", "2", "--out", "x", "--print-job",
                       says=["password file"])
            self.fails(2, "release", *self.source(*ROLES), "--l", "2", "--out", address, "--into", "x",
                       says=["password file"])

    def test_not_enough_memory(self):
        """One value is larger than all that the process may have."""
        size = 400 << 20
        done = self.run_overt("inspect", CLUSTER.name, "--query", "select repeat('x', 500000000) as a",
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size)))
        self.assertEqual((done.returncode, done.stderr), (3, "overt: not enough memory; nothing was written\n"))

    def test_an_empty_table(self):
        CLUSTER.sql("truncate patients")
        self.fails(2, "release", *self.source(*ROLES), "--l", "2", "--out", "x", says=["the table has no records"])

    def test_a_missing_sensitive_value(self):
        CLUSTER.sql("alter table patients alter condition drop not null; update patients set condition = null "
                    "where name = 'SECRETname3'")
        self.fails(2, "release", *self.source(*ROLES), "--l", "2", "--out", "x", says=["has no value"])

    def activity(self):
        return CLUSTER.sql("select count(*) from pg_stat_activity where application_name = 'overt' and "
                           "state = 'active'").strip()

    def start(self, *arguments):
        process = subprocess.Popen([command(), *arguments], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        while self.activity() == "0":  # it is at work on the server
            self.assertIsNone(process.poll())
        return process

    def test_an_interrupt_cancels_the_query(self):
        process = self.start("inspect", CLUSTER.name, "--query", "select pg_sleep(600)::text as a")
        process.send_signal(signal.SIGINT)
        self.assertEqual((process.communicate(timeout=TIMEOUT), process.returncode)[1], 130)
        while self.activity() != "0":
            pass

    def test_a_server_that_goes(self):
        process = self.start("inspect", CLUSTER.name, "--query", "select pg_sleep(600)::text as a")
        CLUSTER.sql("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'overt'")
        _, said = process.communicate(timeout=TIMEOUT)
        self.assertEqual(process.returncode, 3, said)
        self.assertRegex(said, "shutting down|connection was lost")


if __name__ == "__main__":
    main()
