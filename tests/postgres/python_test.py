"""overt.sql on a PostgreSQL of our own, by ADBC."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "python"))

import adbc_driver_postgresql.dbapi as postgresql  # noqa: E402
import overt  # noqa: E402
import overt.sql  # noqa: E402
from cluster import Cluster  # noqa: E402
from package import main  # noqa: E402

# What drivers garble: numbers with decimals, times with a zone, enumerations, NULL and the empty text.
TABLE = """
create type severity as enum ('low', 'high');
create table patients (name text, age int, weight numeric(6, 2), seen timestamp, level severity, zip text, condition text);
insert into patients select 'p' || i, 20 + i % 7, 50.25 + i % 3, timestamp '2024-05-06 10:00:00' + i % 2 * interval '1 hour',
  (array['low', 'high'])[1 + i % 2]::severity, case when i % 5 = 0 then null when i % 7 = 0 then '' else '0' || i % 3 end,
  (array['flu', 'cold', 'ulcer', 'Flu'])[1 + i % 4] from generate_series(1, 210) i;
"""
ROLES = {"identifying": "name", "quasi_identifying": ["age", "weight", "seen", "level", "zip"], "sensitive": "condition"}


class Databases(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = cls.enterClassContext(Cluster())
        cls.cluster.sql(TABLE)

    def connect(self):
        return self.enterContext(postgresql.connect(self.cluster.name))

    def test_counts_are_those_of_the_database(self):
        columns = ["age", "weight", "seen", "level", "zip", "condition"]
        found = overt.sql.counts(self.connect(), columns, table="public.patients")
        rows = {"\t".join("NULL" if row[column] is None else row[column] for column in columns): row["overt_count"]
                for row in found.to_pylist()}
        wanted = self.cluster.sql("select age, weight, seen, level, coalesce(zip, 'NULL'), condition, count(*) from patients "
                                  "group by 1, 2, 3, 4, 5, 6")
        self.assertEqual(rows, {line.rpartition("\t")[0]: int(line.rpartition("\t")[2]) for line in wanted.splitlines()})
        self.assertEqual(sum(rows.values()), 210)

    def test_release(self):
        connection = self.connect()
        released = overt.sql.release(connection, table="patients", l=3, **ROLES)
        self.assertEqual(released.certificate["records"], 210)
        with self.assertRaisesRegex(overt.NotReleasable, r"1 of 201 people \(by name\) has several records"):
            query = "select case when name like 'p1_' then 'p10' else name end as name, age, weight, seen, level, zip, condition"
            overt.sql.release(connection, query=f"{query} from patients where age < 99", l=3, person="name", **ROLES)
        against = overt.sql.counts(connection, [*ROLES["quasi_identifying"], "condition"], table="patients")
        self.assertTrue(overt.verify(released, against=against.append_column("name", against["zip"]), count="overt_count"))
        self.assertEqual(overt.sql.check(connection, table="patients", quasi_identifying="age", sensitive="condition").k, 30)


if __name__ == "__main__":
    main()
