"""overt.spark on a standalone cluster of a master and two workers."""

import collections
import sys
import unittest
from fractions import Fraction
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

    def test_caps(self):
        """Every kind of cap, and what is wrong by one record."""
        records = self.records.append_column("salary", pa.array([1000 * (i * 13 % 9) for i in range(3000)]))
        frame = CLUSTER.session.createDataFrame(records).repartition(5)
        two = {"sensitive": ["condition", "salary"]}
        promises = [({"max": {"SECRET3": "1/3"}}, {}), ({"beta": "2"}, {}), ({"beta_enhanced": "2"}, {"counted": True}),
                    ({"k": 7}, {}), ({"k": 7}, {"sensitive": None}), ({"l": 3, "k": 5}, {"counted": True}),
                    ({"l": 3, "band": {"salary": "3000"}}, {"sensitive": "salary"}), ({"l": 2}, two | {"counted": True})]
        for promise, more in promises:
            with self.subTest(promise=promise, more=more):
                columns = {name: given for name, given in (ROLES | more).items() if given is not None}
                sensitive = columns.get("sensitive", [])
                sensitive = [sensitive] if isinstance(sensitive, str) else sensitive
                left = [name for name in ("name", "condition", "salary") if name not in sensitive]
                released = overt.spark.release(frame, identifying=left, **promise, **columns)
                self.assertTrue(overt.verify(released.release))
                found = overt.spark.verify(released.table, released.certificate)
                self.assertTrue(found, dict(found))
                if "k" in promise:
                    larger = released.certificate["promise"] | {"k": released.certificate["smallest_group"] + 1}
                    self.assertFalse(overt.spark.verify(released.table, released.certificate | {"promise": larger}))
        # The values of two groups, so that one has more of a value than its cap: the table has as many of each.
        released = overt.spark.release(frame, identifying=["name", "salary"], max={"SECRET3": "1/3"}, **ROLES)
        table = pa.table(released.release)
        rows = table.to_pylist()
        having = [i for i, row in enumerate(rows) if row["condition"] == "SECRET3"]
        group = rows[having[0]]["group"]
        inside = [i for i, row in enumerate(rows) if row["group"] == group and row["condition"] != "SECRET3"]
        outside = [i for i in having if rows[i]["group"] != group]
        for i, j in zip(inside, outside, strict=False):
            rows[i]["condition"], rows[j]["condition"] = rows[j]["condition"], rows[i]["condition"]
        broken = CLUSTER.session.createDataFrame(pa.Table.from_pylist(rows, schema=table.schema))
        self.assertFalse(overt.spark.verify(broken, released.certificate)["every group keeps the promise"])
        with self.assertRaisesRegex(ValueError, "category: condition has caps on categories"):
            promise = {"k": 1, "columns": {"condition": {"every": "1/2", "categories": [1]}}}
            overt.spark.verify(released.table, released.certificate | {"promise": promise})
        # No value above 1/4, and so no pair of values above 1/2; of smaller caps the pairs decide.
        released = overt.spark.release(frame, identifying=["name", "salary"], l=4, **ROLES)
        labels = {"SECRET0": "a", "SECRET4": "a", "SECRET1": "b", "SECRET9": "b", "SECRET5": "c", "SECRET3": "c"}
        groups = collections.defaultdict(collections.Counter)
        for row in pa.table(released.release).to_pylist():
            groups[row["group"]].update([row["condition"], labels[row["condition"]]])
        outcomes = set()
        for cap in (Fraction(1, 4), Fraction(1, 2)):
            wanted = all(count <= cap * sum(found[label] for label in "abc")
                         for found in groups.values() for count in found.values())
            promise = {"k": 1, "columns": {"condition": {"every": str(cap), "categories": [1]}}}
            checks = overt.spark.verify(released.table, released.certificate | {"promise": promise},
                                        hierarchies={"condition": [[value, label] for value, label in labels.items()]})
            self.assertEqual(checks["every group keeps the promise"], wanted, cap)
            outcomes.add(wanted)
        self.assertEqual(outcomes, {False, True})

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
        for promise in ({"l": 4}, {"beta": "2"}):
            released = overt.spark.release(frame, identifying="name", **promise, **ROLES)
            overt.spark.verify(released.table, released.certificate)
        written = CLUSTER.written()
        self.assertTrue("condition" in written)
        self.assertFalse("SECRET" in written)


if __name__ == "__main__":
    main()
