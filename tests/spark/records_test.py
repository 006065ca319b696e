"""Releases whose records stay in Spark: insensitive columns and the anatomy form, on a standalone cluster."""

import base64
import collections
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "python"))

import overt  # noqa: E402
import overt.spark  # noqa: E402
import pyarrow as pa  # noqa: E402
import pyspark  # noqa: E402
from overt._spark_deal import _keyed_hash  # noqa: E402
from package import main  # noqa: E402
from pyspark import cloudpickle  # noqa: E402
from spark_cluster import SparkCluster  # noqa: E402

CLUSTER = None
RECORDS = 600
KEY = bytes(range(7, 39))
ROLES = {"identifying": "name", "quasi_identifying": ["age", "zip"], "sensitive": "condition",
         "insensitive": ["ward", "cost"], "row_key": "name"}


def setUpModule():
    global CLUSTER
    CLUSTER = SparkCluster()
    unittest.enterModuleContext(CLUSTER)


def people():
    """The ward says which record it is."""
    return pa.table({"name": [f"SECRETname{i}" for i in range(RECORDS)], "age": [20 + i * 7 % 25 for i in range(RECORDS)],
                     "zip": [None if i % 97 == 0 else "" if i % 89 == 0 else f"2{i * 3 % 5}" for i in range(RECORDS)],
                     "condition": [f"SECRET{i * i % 11}" for i in range(RECORDS)],
                     "ward": list(range(RECORDS)), "cost": [i % 50 * 0.5 for i in range(RECORDS)]})


def known_key(key=KEY):
    return mock.patch("overt._spark_deal.secrets.token_bytes", return_value=key)


def restless(folder):
    """Rows come in another order each time, and each task fails when it is first tried."""
    def shuffled(batches):
        import random
        from pathlib import Path

        import pyarrow as pa
        from pyspark import TaskContext

        rows = pa.Table.from_batches(list(batches))
        mark = Path(folder) / f"tried{TaskContext.get().stageId()}-{TaskContext.get().partitionId()}"
        if not mark.exists():
            mark.touch()
            raise RuntimeError("this task is tried again")
        order = random.SystemRandom().sample(range(rows.num_rows), rows.num_rows)
        yield from rows.take(order).combine_chunks().to_batches()

    return shuffled


class Records(unittest.TestCase):
    def setUp(self):
        self.records = people()
        self.frame = CLUSTER.session.createDataFrame(self.records).repartition(3)

    def release(self, **more):
        return overt.spark.release(self.frame, **{"l": 4, **ROLES, **more})

    def values_of_groups(self, rows):
        """What the records of each group have in truth."""
        truth = self.records["condition"].to_pylist()
        groups = collections.defaultdict(collections.Counter)
        for row in rows:
            groups[row["group"]][truth[row["ward"]]] += 1
        return groups

    def test_insensitive_columns(self):
        released = self.release()
        self.assertTrue(overt.spark.verify(released.table.repartition(3), released.certificate))
        self.assertEqual(released.certificate["job"]["roles"]["insensitive"], ["ward", "cost"])
        self.assertEqual(released.certificate["job"]["roles"]["identifying"], ["name"])
        self.assertEqual((released.certificate["level"], released.certificate["form"]), ("transparent", "generalized"))
        self.assertNotIn("counted", released.certificate["job"])
        self.assertEqual(released.table.columns, ["group", "age", "zip", "condition", "ward", "cost"])
        rows = released.table.toArrow().to_pylist()
        written = self.enterContext(tempfile.TemporaryDirectory(prefix="overt-spark-out-")) + "/released"
        released.table.write.parquet(written)
        self.assertTrue(overt.spark.verify(CLUSTER.session.read.parquet(written), released.certificate))
        # Insensitive values are as they were, record by record ..
        self.assertEqual(sorted((row["ward"], row["cost"]) for row in rows),
                         sorted(zip(self.records["ward"].to_pylist(), self.records["cost"].to_pylist())))
        # .. in the cells of their own quasi-identifiers ..
        ages = self.records["age"].to_pylist()
        for row in rows:
            ends = [int(end) for end in row["age"].strip("[]").split(", ")]
            self.assertTrue(ends[0] <= ages[row["ward"]] <= ends[-1])
        # .. and of each group the values are those of its records, ..
        shown = collections.defaultdict(collections.Counter)
        for row in rows:
            shown[row["group"]][row["condition"]] += 1
        self.assertEqual(shown, self.values_of_groups(rows))
        # .. in an order that says nothing: of those of one group a record has its own as often as any (sum of squares by
        # size on average; the variance is about one for each group).
        truth = self.records["condition"].to_pylist()
        own = sum(row["condition"] == truth[row["ward"]] for row in rows)
        mean = sum(sum(n * n for n in values.values()) / sum(values.values()) for values in shown.values())
        self.assertLess(abs(own - mean), 6 * len(shown) ** 0.5)
        # So does the order of the rows.
        self.assertEqual([row["group"] for row in rows], sorted(row["group"] for row in rows))
        rising = sum(a["ward"] < b["ward"] for a, b in zip(rows, rows[1:]) if a["group"] == b["group"])
        pairs = sum(a["group"] == b["group"] for a, b in zip(rows, rows[1:]))
        self.assertLess(abs(rising - pairs / 2), 3 * pairs ** 0.5)

    def test_a_task_that_is_tried_again_gives_the_same(self):
        def rows(released):
            return released.table.toArrow().to_pylist()

        with known_key():
            wanted = rows(self.release(test_seed=3))
            self.frame = self.frame.mapInArrow(restless(CLUSTER.path), self.frame.schema)
            again = self.release(test_seed=3)
            self.assertEqual(rows(again), wanted)
            # What is kept may be lost, and is made again.
            again.table.unpersist()
            self.assertEqual(rows(again), wanted)
        with known_key(bytes(32)):
            self.assertNotEqual(rows(self.release(test_seed=3)), wanted)

    def test_anatomy(self):
        released = self.release(form="anatomy", test_seed=5)
        certificate = released.certificate
        self.assertEqual((certificate["form"], certificate["job"]["hierarchies"]), ("anatomy", []))
        quasi, sensitive = released.tables["quasi"], released.tables["sensitive"]
        self.assertTrue(overt.spark.verify(released.tables, certificate))
        with self.assertRaisesRegex(ValueError, "two tables"):
            released.table
        with self.assertRaisesRegex(ValueError, "two tables"):
            overt.spark.verify(quasi, certificate)
        rows = quasi.toArrow().to_pylist()
        of_ward = sorted(({name: row[name] for name in row if name != "group"} for row in rows), key=lambda row: row["ward"])
        self.assertEqual(of_ward, self.records.select(["age", "zip", "ward", "cost"]).to_pylist())
        shown = collections.defaultdict(collections.Counter)
        for row in sensitive.toArrow().to_pylist():
            shown[row["group"]][row["condition"]] = row["count"]
        self.assertEqual(shown, self.values_of_groups(rows))

        for broken in ({"quasi": quasi.filter("ward <> 7"), "sensitive": sensitive},
                       {"quasi": quasi, "sensitive": sensitive.filter("group <> 1")},
                       {"quasi": quasi, "sensitive": sensitive.union(sensitive.filter("group = 1"))},
                       {"quasi": quasi.selectExpr("*", "1 as more"), "sensitive": sensitive}):
            self.assertFalse(overt.spark.verify(broken, certificate))

    def test_the_key_is_in_memory_alone(self):
        with known_key():
            released = self.release()
            plan = released.table._jdf.queryExecution()
            said = [plan.toString(), plan.logical().toString(), plan.logical().treeString(),
                    plan.executedPlan().treeString(), plan.optimizedPlan().toJSON(), repr(released), repr(released.table)]
        signed = [byte - 256 if byte > 127 else byte for byte in KEY]
        forms = [KEY, KEY.hex().encode(), KEY.hex().upper().encode(), repr(KEY).encode()[2:-1],
                 base64.b64encode(KEY).rstrip(b"="), base64.urlsafe_b64encode(KEY).rstrip(b"="),
                 str(int.from_bytes(KEY, "big")).encode(), str(int.from_bytes(KEY, "little")).encode(),
                 *(sign.join(map(str, signed)).encode() for sign in (",", ", ", " "))]
        everything = [*(text.encode() for text in said), *CLUSTER.files()]
        self.assertTrue(any(b"overt_coins" in content for content in everything))  # what was looked for is there
        for form in forms:
            self.assertFalse(any(form in content for content in everything), form)
        self.assertNotIn("SECRET", CLUSTER.written())
        self.assertNotIn("SECRET", "".join(said))

    def test_workers_need_no_overt(self):
        sent = cloudpickle.dumps(_keyed_hash(KEY)).hex()
        program = (f"import pickle; found = pickle.loads(bytes.fromhex('{sent}'))('x'); import sys; "
                   "print(len(found), 'overt' in sys.modules)")
        done = subprocess.run([sys.executable, "-c", program], env={"PYTHONPATH": str(Path(pyspark.__file__).parents[1])},
                              capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout.split(), ["48", "False"])

    def test_missing_sensitive_values_are_left_out(self):
        self.frame = self.frame.selectExpr("name", "age", "zip", "if(ward % 11 = 5, null, condition) as condition", "ward",
                                           "cost")
        with self.assertRaisesRegex(ValueError, "has no value"):
            self.release()
        released = self.release(missing_sensitive="drop")
        left = sum(ward % 11 != 5 for ward in range(RECORDS))
        self.assertEqual((released.certificate["records"], released.table.count()), (left, left))

    def test_refusals(self):
        for more, says in [({"row_key": "zip"}, "row_key: some rows have the same key"),
                           ({"row_key": []}, "at least one column"),
                           ({"row_key": "nmae"}, "no column with the name: nmae"), ({"counted": True}, "counted: "),
                           ({"log": "runs.log"}, "log: "), ({"category": {"condition": 1}}, "category: "),
                           ({"l": 1}, "l is at least 2"),
                           ({"nonsense": 1}, "nonsense")]:
            with self.assertRaisesRegex(ValueError, says):
                self.release(**more)
        with self.assertRaises(overt.NotReleasable):
            self.release(l=100)
        # Caps and k are no reason: groups are made of counts, and verified here.
        released = self.release(k=9)
        self.assertGreaterEqual(released.certificate["smallest_group"], 9)
        self.assertTrue(overt.spark.verify(released.table, released.certificate))


if __name__ == "__main__":
    main()
