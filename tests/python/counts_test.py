"""Tables of counts in Python, and databases that count: duckdb and sqlite (PostgreSQL: tests/postgres)."""

import sqlite3

import duckdb
import overt
import overt.sql
import pyarrow as pa
from package import PackageTest, main

ROWS = [(f"person {i}", 30 + i % 5, None if i % 7 == 0 else "" if i % 11 == 0 else f"2203{i % 3}",
         ["flu", "cold", 'odd "one", x', "Flu"][i % 4]) for i in range(200)]
ROLES = {"quasi_identifying": ["age", "zip"], "sensitive": "condition"}


def filled(connection):
    connection.execute("create table patients (name varchar, age integer, zip varchar, condition varchar)")
    connection.executemany("insert into patients values (?, ?, ?, ?)", ROWS)
    return connection


def records():
    names, ages, zips, conditions = zip(*ROWS)
    return pa.table({"name": names, "age": pa.array(ages).cast(pa.string()), "zip": zips, "condition": conditions})


class Counts(PackageTest):
    def counted(self):
        return records().drop_columns("name").group_by(["age", "zip", "condition"], use_threads=False).aggregate(
            [([], "count_all")]).rename_columns(["age", "zip", "condition", "n"])

    def test_every_verb(self):
        counts, plain = self.counted(), records().drop_columns("name")
        self.assertEqual(dict(overt.inspect(counts, count="n", sensitive="condition")),
                         dict(overt.inspect(plain, sensitive="condition")))
        self.assertEqual(dict(overt.check(counts, count="n", **ROLES)), dict(overt.check(plain, **ROLES)))
        released = overt.release(counts, count="n", l=3, **ROLES)
        self.assertEqual(released.certificate["records"], 200)
        self.assertTrue(overt.verify(released, against=plain))
        self.assertTrue(overt.verify(released, against=counts, count="n"))
        self.assertEqual(dict(overt.measure(released, counts, count="n", queries=20)),
                         dict(overt.measure(released, plain, queries=20)))
        overt.compare(counts, count="n", methods="local", l=2, queries=0, **ROLES)

    def test_counted(self):
        released = overt.release(self.counted(), count="n", l=3, counted=True, **ROLES)
        table = pa.table(released)
        self.assertEqual(table.column_names, ["group", "age", "zip", "condition", "count"])
        self.assertEqual(sum(table["count"].to_pylist()), 200)
        self.assertEqual(table.num_rows, table.group_by(["group", "condition"]).aggregate([]).num_rows)
        self.assertTrue(overt.verify(released, against=records().drop_columns("name")))
        released.save(self.folder / "release")
        self.overt("verify", "release", "--quiet")

    def test_bad_counts(self):
        for bad in [0, -1, None]:
            table = {"age": [1, 2], "condition": ["a", "b"], "n": [1, bad]}
            with self.assertRaisesRegex(ValueError, "expected a count"):
                overt.release(table, count="n", quasi_identifying="age", sensitive="condition", l=2)
        with self.assertRaisesRegex(ValueError, "no column with the name: m"):
            overt.release(self.counted(), count="m", l=2, **ROLES)


class Databases(PackageTest):
    def connections(self):
        return [("duckdb", filled(duckdb.connect())), ("sqlite", filled(sqlite3.connect(":memory:")))]

    def test_release(self):
        for engine, connection in self.connections():
            with self.subTest(engine):
                released = overt.sql.release(connection, table="patients", identifying="name", l=3, **ROLES)
                self.assertEqual(released.certificate["records"], 200)
                self.assertEqual(released.certificate["job"]["roles"]["identifying"], ["name"])
                self.assertTrue(overt.verify(released, against=records()))
                counted = overt.sql.release(connection, table="patients", identifying="name", l=3, counted=True, **ROLES)
                self.assertEqual(counted.certificate["job"]["roles"]["identifying"], ["name"])
                self.assertEqual(sum(pa.table(counted)["count"].to_pylist()), 200)
                self.assertTrue(overt.verify(counted, against=records()))

    def test_people(self):
        """Names stay in the engine, which looks whether one of them has several records."""
        for engine, connection in self.connections():
            with self.subTest(engine):
                person = {"table": "patients", "identifying": "name", "person": "name", "l": 3, **ROLES}
                self.assertEqual(overt.sql.release(connection, **person).certificate["records"], 200)
                connection.execute("update patients set name = '' where age = 31")  # nobody
                connection.execute("update patients set name = null where age = 32")
                self.assertEqual(overt.sql.release(connection, **person).certificate["records"], 200)
                connection.execute("update patients set name = 'person 0' where age = 33")
                with self.assertRaisesRegex(overt.NotReleasable, r"1 of 80 people \(by name\) has several records"):
                    overt.sql.release(connection, **person)
                with self.assertRaisesRegex(overt.NotReleasable, "several records"):
                    overt.sql.release(connection, job={"person": "name"}, table="patients", identifying="name", l=3, **ROLES)
                with self.assertRaisesRegex(overt.NotReleasable, "2 of 81 people"):
                    overt.sql.release(connection, **person, missing="NULL")
                with self.assertRaisesRegex(ValueError, "person: age is not an identifying column"):
                    overt.sql.release(connection, **{**person, "person": "age"})

    def test_the_counts_are_those_of_the_records(self):
        wanted = sorted(map(str, self.rows_of(records())))
        for engine, connection in self.connections():
            with self.subTest(engine):
                found = overt.sql.counts(connection, ["age", "zip", "condition"], table="patients")
                self.assertEqual(sorted(str((row["age"], row["zip"], row["condition"])) for row in found.to_pylist()
                                        for _ in range(row["overt_count"])), wanted)

    def rows_of(self, table):
        return [(row["age"], row["zip"], row["condition"]) for row in table.to_pylist()]

    def test_query_and_check(self):
        for engine, connection in self.connections():
            with self.subTest(engine):
                query = "select age, condition from patients where age > 31 -- those\n;"
                released = overt.sql.release(connection, query=query, quasi_identifying="age", sensitive="condition", l=2)
                self.assertEqual(released.certificate["records"], 120)
                self.assertEqual(overt.sql.check(connection, table="patients", **ROLES).k, overt.check(records(), **ROLES).k)

    def test_odd_names(self):
        for engine, connection in self.connections():
            with self.subTest(engine):
                connection.execute('create table "My ""Table""; drop" ("A b" integer, "c,""d" varchar)')
                connection.executemany('insert into "My ""Table""; drop" values (?, ?)', [(i % 3, f"v{i % 4}") for i in range(24)])
                released = overt.sql.release(connection, table='My "Table"; drop', quasi_identifying="A b",
                                             sensitive='c,"d', l=2)
                self.assertEqual(released.certificate["records"], 24)

    def test_collations_merge_nothing(self):
        connection = sqlite3.connect(":memory:")
        connection.execute("create table t (x text collate nocase)")
        connection.executemany("insert into t values (?)", [("a",), ("A",)])
        self.assertEqual(overt.sql.counts(connection, ["x"], table="t").num_rows, 2)

    def test_refusals(self):
        for engine, connection in self.connections():
            with self.subTest(engine):
                for arguments, says in [({"table": "patients"}, "missing for: name"),
                                        ({}, "a table or a query"),
                                        ({"table": "patients", "query": "select 1"}, "a table or a query"),
                                        ({"table": "patients", "identifying": "nmae"}, "missing for: name"),
                                        ({"query": "select age, zip, condition from patients", "identifying": "nmae"},
                                         "no column with the name: nmae"),
                                        ({"table": "patients", "insensitive": "name"}, "only counts are read")]:
                    with self.assertRaisesRegex(ValueError, says):
                        overt.sql.release(connection, l=3, **ROLES, **arguments)


if __name__ == "__main__":
    main()
