"""A first look at an installed package: what it needs beside Python are pyarrow and tqdm. Run by the tests on the
build folder, and by `make wheel` in a clean environment."""

import tempfile
import unittest
from fractions import Fraction
from pathlib import Path

import overt


class Smoke(unittest.TestCase):
    def test_from_a_table_to_a_saved_release(self):
        table = overt.generate(2000, progress=False)
        released = overt.release(table, quasi_identifying=["age", "gender", "education", "birthplace"],
                                 sensitive="occupation", l=6)
        self.assertEqual(len(released.table), 2000)
        self.assertTrue(overt.verify(released, against=table))
        with tempfile.TemporaryDirectory() as folder:
            for format in ["csv", "parquet"]:
                saved = Path(folder, format)
                released.save(saved, format=format)
                self.assertTrue(overt.verify(saved, against=table))
                self.assertGreater(overt.measure(saved, table, queries=10).dm, 2000)
        self.assertLessEqual(Fraction(overt.check(released).alpha), Fraction(1, 6))
        self.assertRegex(overt.__version__, r"^\d+\.\d+\.\d+$")

    def test_what_it_refuses(self):
        with self.assertRaises(overt.NotReleasable):
            overt.release({"age": [1, 2], "illness": ["flu", "flu"]}, quasi_identifying="age", sensitive="illness", l=2)


if __name__ == "__main__":
    unittest.main(argv=["smoke_test.py"])
