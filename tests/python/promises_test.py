"""Promises made of caps from Python, and what pyCANON, software that nobody here wrote, says of such releases."""

import pathlib
import random
import tempfile
import unittest
import warnings
from fractions import Fraction

import pandas
from pycanon import anonymity

import overt
from overt._spark_caps import caps_of
from package import main

warnings.filterwarnings("ignore", module="pycanon")  # what pandas says about its code
QUASI = ["age", "gender"]


def people(records, seed):
    """A generated census, with a test result that three of four do not have."""
    frame = overt.generate(records, seed=seed).to_pandas()
    draws = random.Random(seed)
    frame["result"] = [draws.choices(["negative", "positive", "unclear"], [12, 3, 1])[0] for _ in range(records)]
    return frame[[*QUASI, "education", "result"]]


def grouped(released):
    """The group as the one public column: what pyCANON looks at are the groups."""
    frame = released.to_pandas().astype({"group": str})
    return frame


def by_pycanon(frame, sensitive):
    alpha, k = anonymity.alpha_k_anonymity(frame, ["group"], [sensitive])
    return {"k": k, "alpha": alpha, "beta": anonymity.basic_beta_likeness(frame, ["group"], [sensitive]),
            "enhanced": anonymity.enhanced_beta_likeness(frame, ["group"], [sensitive])}


class Promises(unittest.TestCase):
    def release(self, frame, **promise):
        promise.setdefault("sensitive", "result")
        return overt.release(frame, quasi_identifying=QUASI, rest="drop", progress=False, **promise)

    def test_caps_of_values(self):
        for method in ["local", "deal"]:
            for seed in range(3):
                with self.subTest(method=method, seed=seed):
                    released = self.release(people(400, seed), max={"positive": "2/5", "unclear": Fraction(1, 5)},
                                            k=4, method=method)
                    self.assertEqual(released.certificate["version"], 2)
                    frame = grouped(released)
                    shares = frame.groupby("group")["result"].value_counts(normalize=True).unstack(fill_value=0)
                    self.assertLessEqual(shares["positive"].max(), 0.4)
                    self.assertLessEqual(shares["unclear"].max(), 0.2)
                    self.assertGreaterEqual(by_pycanon(frame, "result")["k"], 4)
                    self.assertGreater(len(shares), 1)
                    self.assertTrue(overt.verify(released, progress=False))

    def test_alpha_of_a_share_for_every_value(self):
        for method in ["local", "deal"]:
            released = self.release(people(300, 5), max="9/10", k=3, method=method)
            found = by_pycanon(grouped(released), "result")
            self.assertLessEqual(found["alpha"], 0.9 + 1e-12)
            self.assertGreaterEqual(found["k"], 3)

    def test_relative_caps(self):
        for method in ["local", "deal"]:
            for seed, beta in [(1, 1), (2, "1/2"), (3, 2)]:
                with self.subTest(method=method, beta=beta):
                    frame = grouped(self.release(people(500, seed), beta=beta, method=method))
                    self.assertLessEqual(by_pycanon(frame, "result")["beta"], float(Fraction(beta)) + 1e-9)
                    self.assertGreater(frame["group"].nunique(), 1)
                    frame = grouped(self.release(people(500, seed), beta_enhanced=beta, method=method))
                    found = by_pycanon(frame, "result")
                    self.assertLessEqual(found["beta"], float(Fraction(beta)) + 1e-9)
                    self.assertLessEqual(found["enhanced"], float(Fraction(beta)) + 1e-9)

    def test_k_alone(self):
        for k in [2, 5, 17]:
            frame = people(300, 7)
            released = overt.release(frame, quasi_identifying=QUASI, insensitive="result", rest="drop", k=k,
                                     progress=False)
            self.assertEqual(released.certificate["promise"], {"k": k, "columns": {}})
            self.assertIn("nothing is promised", released.certificate["level_means"])
            self.assertGreaterEqual(anonymity.k_anonymity(released.to_pandas(), QUASI), k)
            self.assertTrue(overt.verify(released, progress=False))

    def test_bands(self):
        frame = people(400, 8)
        released = self.release(frame, sensitive="education", l=2, band={"education": 4})
        shares = grouped(released)
        shares["band"] = shares["education"].astype(int) // 4
        largest = shares.groupby("group")["band"].value_counts(normalize=True).max()
        self.assertLessEqual(largest, 0.5)

    def test_several_columns(self):
        frame = people(400, 9)
        for method in ["local", "deal"]:
            released = self.release(frame, sensitive=["result", "education"], max={"result:positive": "1/3"}, l=None,
                                    beta=3, method=method)
            rows = released.to_pandas()[["result", "education"]].astype(str).value_counts()
            self.assertEqual(rows.to_dict(), frame[["result", "education"]].astype(str).value_counts().to_dict())
            groups = grouped(released)
            for column in ["result", "education"]:
                self.assertLessEqual(by_pycanon(groups, column)["beta"], 3 + 1e-9)
            self.assertLessEqual(groups.groupby("group")["result"].apply(lambda own: (own == "positive").mean()).max(),
                                 1 / 3)

    def test_caps_that_spark_asks_for(self):
        """Worked by hand: shares 1/8, 2/8, 4/8 and 1/8 of what is missing."""
        counts = {"1": 1, "2": 2, "7": 4, None: 1}

        def caps(promise, hierarchy=None):
            return {tuple(values): cap for cap, values in caps_of("s", promise, counts, hierarchy)}

        half, quarter = Fraction(1, 2), Fraction(1, 4)
        self.assertEqual(caps({"every": "1/2", "values": {"7": "3/4"}}),
                         {("1",): half, ("2",): half, ("7",): Fraction(3, 4), (None,): half})
        self.assertEqual(caps({"values": {"2": "1/3"}}), {("2",): Fraction(1, 3)})
        self.assertEqual(caps({"beta": "1"}), {("1",): quarter, ("2",): half, (None,): quarter})
        # ln 8 > 2 > ln 4 = 1.386294361119890618.., ln 2 = .693..: the last two rounded down to 2^-40.
        enhanced = caps({"beta_enhanced": "2"})
        self.assertEqual(enhanced[("1",)], Fraction(3, 8))
        for value, share, log in (("2", quarter, Fraction("1.386294361119890618")),
                                  ("7", half, Fraction("0.693147180559945309"))):
            gain = enhanced[(value,)] / share - 1
            self.assertTrue(0 <= log - gain < Fraction(1, 2**40))
        self.assertEqual(caps({"beta": "1/3", "band": "3"}),
                         {("1",): Fraction(1, 6), ("2",): Fraction(1, 3), ("7",): Fraction(2, 3), (None,): Fraction(1, 6),
                          ("1", "2"): half})
        self.assertEqual(caps({"every": "1/2", "categories": [1]}, [["1", "a"], ["2", "b"], ["7", "a"]])[("1", "7")], half)
        for promise, says in (({"values": {"3": "1/2"}}, "has no value 3"),
                              ({"every": "1/2", "categories": [1]}, "hierarch")):
            with self.assertRaisesRegex(ValueError, says):
                caps(promise)
        counts = {"1970-01-01": 1, "1970-01-02": 1, "1969-12-31": 2}
        self.assertEqual(caps({"every": "9/10", "band": "2"})[("1970-01-01", "1970-01-02")], Fraction(9, 10))
        counts = {"a": 1, "b": 1}
        with self.assertRaisesRegex(ValueError, "numbers, or dates"):
            caps({"every": "1/2", "band": "2"})

    def test_check_takes_the_same_promises(self):
        released = self.release(people(300, 5), max="9/10", k=3)
        self.assertTrue(overt.check(released, max="9/10", k=3, progress=False).passed)
        self.assertEqual(overt.check(released, l=9, progress=False).failed, ["promise"])
        frame = people(50, 5)
        found = overt.check(frame, quasi_identifying="gender", sensitive="education", l=2, k=2, progress=False)
        self.assertTrue(found.passed)
        with self.assertRaises(ValueError):
            overt.check(released, l=1, progress=False)

    def test_caps_of_several_releases(self):
        frame = people(300, 11)
        with tempfile.TemporaryDirectory() as folder:
            kept = pathlib.Path(folder) / "kept.parquet"
            self.release(frame, max={"positive": "2/5"}, method="deal", keep_groups=kept)
            second = self.release(frame, max={"positive": "2/5"}, method="merge", min_group=30, after=kept)
            self.assertEqual(second.certificate["after"], 1)
            self.assertTrue(overt.verify(second, progress=False))
            with self.assertRaisesRegex(overt.NotReleasable, "do not try another"):
                self.release(frame, max={"positive": "2/5"}, method="deal", after=kept)

    def test_what_is_refused(self):
        frame = people(100, 10)
        for promise in [{"max": {"positive": 0}}, {"max": {"positive": "3/2"}}, {"max": {"nobody": "1/2"}},
                        {"beta": 1, "band": {"result": 5}}, {"k": 101}, {"k": 0}]:
            with self.subTest(promise=promise), self.assertRaises(ValueError):
                self.release(frame, **promise)
        with self.assertRaisesRegex(overt.NotReleasable, "or cap only the values that are a secret"):
            self.release(frame, l=3)


if __name__ == "__main__":
    main()
