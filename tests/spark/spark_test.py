"""overt.spark on a standalone cluster of a master and two workers."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "python"))

import overt  # noqa: E402
import overt.spark  # noqa: E402
import pyarrow as pa  # noqa: E402
from package import main  # noqa: E402
from spark_cluster import SparkCluster  # noqa: E402

CLUSTER = None
ROLES = {"quasi_identifying": ["age", "zip"], "sensitive": "condition"}


def setUpModule():
    global CLUSTER
    CLUSTER = SparkCluster()
    unittest.enterModuleContext(CLUSTER)


def people(records=3000):
    return pa.table({"name": [f"SECRETname{i}" for i in range(records)], "age": [20 + i * 7 % 50 for i in range(records)],
                     "zip": [None if i % 97 == 0 else f"220{i * 3 % 23:02}" for i in range(records)],
                     "condition": [f"SECRET{i * i % 11}" for i in range(records)]})


class Spark(unittest.TestCase):
    def setUp(self):
        self.records = people()
        self.frame = CLUSTER.session.createDataFrame(self.records).repartition(5)

    def test_release_and_verify(self):
        for counted in (False, True):
            with self.subTest(counted=counted):
                released = overt.spark.release(self.frame, identifying="name", l=4, counted=counted, **ROLES)
                self.assertEqual(released.certificate["records"], 3000)
                self.assertEqual(released.certificate["level"], "transparent")
                self.assertTrue(overt.verify(released.release, against=self.records))
                table = released.table
                self.assertEqual(table.columns, ["group", "age", "zip", "condition"] + ["count"] * counted)
                self.assertTrue(overt.spark.verify(table.repartition(3), released.certificate))
                self.assertEqual(table.toArrow().to_pylist(), pa.table(released.release).to_pylist())

    def test_what_is_wrong_is_found(self):
        released = overt.spark.release(self.frame, identifying="name", l=4, **ROLES)
        rows = pa.table(released.release).to_pylist()
        schema = pa.table(released.release).schema

        def verified(rows, **changed):
            frame = CLUSTER.session.createDataFrame(pa.Table.from_pylist(rows, schema=schema))
            return overt.spark.verify(frame, released.certificate | changed)

        self.assertTrue(verified(rows))
        self.assertFalse(verified(rows[:-1]))
        self.assertFalse(verified([row | {"age": "[1, 2]"} if i == 7 else row for i, row in enumerate(rows)]))
        first = [row for row in rows if row["group"] == 1]
        alike = [row | {"condition": first[0]["condition"]} if row["group"] == 1 else row for row in rows]
        self.assertFalse(verified(alike)["every group keeps the promise"])
        self.assertFalse(verified(rows, records=2999))
        self.assertFalse(verified(rows, largest_share="1/5"))
        self.assertFalse(verified(rows, largest_share="1/3")["every group keeps the promise"])
        self.assertFalse(verified([row | {"group": row["group"] + 1} for row in rows]))

    def test_check(self):
        odd = pa.table({"age": [1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, None, None, None],
                        "zip": ["a"] * 15, "condition": list("xxyz") + list("xyy") + list("xxxyz") + ["x", None, None]})
        even = pa.table({"age": [1, 1, 2, 2], "zip": ["a", "a", "b", "b"], "condition": list("xyxy")})
        for table in (self.records, odd, even):
            frame = CLUSTER.session.createDataFrame(table).repartition(3)
            for recursive_l in (2, 3):
                wanted = overt.check(table, recursive_l=recursive_l, **ROLES)
                found = overt.spark.check(frame, recursive_l=recursive_l, **ROLES)
                for name in ("records", "groups", "k", "uniques", "alpha", "distinct_l", "recursive", "t_equal"):
                    self.assertEqual(found[name], wanted[name], name)
                for name in ("entropy_l", "delta", "delta_all_values", "beta", "beta_enhanced"):
                    if wanted[name] is None:
                        self.assertIsNone(found[name], name)
                    else:
                        self.assertAlmostEqual(found[name], wanted[name], 12, name)
                self.assertEqual({"largest": found.largest_risk, "mean": found.mean_risk}, wanted["risk"])
                self.assertEqual(set(wanted) - set(found), {"t_ordered", "risk", "passed"})
        self.assertNotIn("alpha", overt.spark.check(self.frame, quasi_identifying="age"))

    def test_guards(self):
        for arguments, says in [({"most_combinations": 100, "identifying": "name"}, "the column age has about"),
                                ({}, "missing for: name"), ({"identifying": "nmae"}, "no column with the name: nmae"),
                                ({"insensitive": "name"}, "insensitive: .* row_key"),
                                ({"identifying": "name", "form": "anatomy"}, "form: .* row_key")]:
            with self.assertRaisesRegex(ValueError, says):
                overt.spark.release(self.frame, l=4, **ROLES, **arguments)

    def test_people(self):
        twice = CLUSTER.session.createDataFrame(pa.concat_tables([self.records, self.records.slice(7, 2)]))
        for more in ({}, {"row_key": ["name", "age"]}):
            with self.assertRaisesRegex(overt.NotReleasable, r"2 of 3000 people \(by name\) have several records"):
                overt.spark.release(twice, identifying="name", person="name", l=4, **ROLES, **more)

    def test_spark_writes_no_value_down(self):
        """Of what it is asked, names of columns stand in plans and events, and no value."""
        frame = self.frame
        overt.spark.verify(overt.spark.release(frame, identifying="name", l=4, **ROLES).table,
                           overt.spark.release(frame, identifying="name", l=4, **ROLES).certificate)
        written = CLUSTER.written()
        self.assertTrue("condition" in written)
        self.assertFalse("SECRET" in written)


if __name__ == "__main__":
    main()
