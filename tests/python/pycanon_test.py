"""overt.check against pyCANON, software that nobody here wrote: the same figures wherever pyCANON is right, and
the cases by hand where it is not (docs/concepts/measures.md, "Where other tools differ")."""

import math
import unittest
import warnings
from fractions import Fraction

import pandas
from pycanon import anonymity

import overt
from package import main

QUASI = ["age", "gender"]
warnings.filterwarnings("ignore", module="pycanon")  # what pandas says about its code


def adult_like(records, seed, width):
    """A generated census with ages in intervals, so that groups have several records."""
    frame = overt.generate(records, seed=seed).to_pandas()
    frame["age"] = (frame["age"] // width * width).astype(str)
    return frame


class Agreement(unittest.TestCase):
    def compare(self, frame, sensitive):
        found = overt.check(frame, quasi_identifying=QUASI, sensitive=sensitive)
        alpha, k = anonymity.alpha_k_anonymity(frame, QUASI, [sensitive])
        self.assertEqual(found.k, k)
        self.assertEqual(found.k, anonymity.k_anonymity(frame, QUASI))
        self.assertAlmostEqual(float(Fraction(found.alpha)), alpha, places=12)
        self.assertEqual(found.distinct_l, anonymity.l_diversity(frame, QUASI, [sensitive]))
        # pyCANON cuts to whole numbers: a whole entropy_l may come out one too small (see below).
        if not math.isclose(found.entropy_l, round(found.entropy_l), rel_tol=1e-9):
            self.assertEqual(int(found.entropy_l), anonymity.entropy_l_diversity(frame, QUASI, [sensitive]))
        t = found.t_ordered if pandas.api.types.is_numeric_dtype(frame[sensitive]) else found.t_equal
        self.assertAlmostEqual(float(Fraction(t)), anonymity.t_closeness(frame, QUASI, [sensitive]), places=9)
        self.assertAlmostEqual(found.delta, anonymity.delta_disclosure(frame, QUASI, [sensitive]), places=9)
        self.assertAlmostEqual(found.beta, anonymity.basic_beta_likeness(frame, QUASI, [sensitive]), places=9)
        return found

    def test_adult_like_tables(self):
        for records, seed, width, sensitive in [(400, 1, 20, "education"), (700, 2, 40, "occupation"),
                                                (300, 3, 10, "education"), (500, 4, 100, "birthplace"),
                                                (60, 5, 5, "occupation")]:
            with self.subTest(records=records, width=width, sensitive=sensitive):
                self.compare(adult_like(records, seed, width), sensitive)

    def test_released_tables(self):
        frame = adult_like(400, 6, 10)[["age", "gender", "education"]]
        for method in ["local", "rda"]:
            released = overt.release(frame, quasi_identifying=QUASI, sensitive="education", l=3, method=method,
                                     test_seed=1).to_pandas()
            groups = released.astype({"group": str, "education": "int64"}).rename(columns={"group": "age", "age": "old"})
            groups["gender"] = "any"
            self.compare(groups, "education")


def table(*groups):
    """Groups of values, as a frame with a quasi-identifying column."""
    return pandas.DataFrame([{"zip": f"zip {i}", "illness": value} for i, group in enumerate(groups) for value in group])


def counts(**numbers):
    return [value for value, number in numbers.items() for _ in range(number)]


def both(frame, measure, *arguments):
    return overt.check(frame, quasi_identifying="zip", sensitive="illness"), measure(frame, ["zip"], ["illness"])


class ByHand(unittest.TestCase):
    """Where pyCANON is not right: the definition, by hand, is ours."""

    def test_recursive_diversity(self):
        # One group with counts 10, 1, 1: r1 = 10 < c (1 + 1) for c above 5 (l = 2). pyCANON sorts ascending: its r1
        # is the rarest value, 1, and its sum from the third on is 10; floor(1/10 + 1) = 1, for l = 3. But for l = 3
        # the definition needs c above 10/1.
        frame = table(counts(flu=10, cold=1, ulcer=1))
        found, theirs = both(frame, anonymity.recursive_c_l_diversity)
        self.assertEqual(found.recursive, {"l": 2, "c": "5"})
        self.assertEqual(overt.check(frame, quasi_identifying="zip", sensitive="illness", recursive_l=3).recursive,
                         {"l": 3, "c": "10"})
        self.assertEqual(theirs, (1, 3))

    def test_entropy_of_equal_values(self):
        # m values, each as often as the others: the entropy is ln m and entropy_l exactly m. pyCANON's rounded
        # logarithms fall short of some m, and are cut to m - 1.
        short = []
        for m in range(2, 30):
            frame = table(counts(**{f"value {i}": 2 for i in range(m)}))
            found, theirs = both(frame, anonymity.entropy_l_diversity)
            self.assertAlmostEqual(found.entropy_l, m, places=9)
            self.assertTrue(overt.check(frame, quasi_identifying="zip", sensitive="illness", min_entropy_l=m).passed)
            self.assertIn(theirs, (m, m - 1))
            short += [m] if theirs == m - 1 else []
        self.assertIn(3, short)

    def test_enhanced_beta_likeness(self):
        # Values half and half; a group has flu alone: its gain is (1 - 1/2) / (1/2) = 1, above -ln 1/2 = 0.69, so
        # that no beta will do. pyCANON says that 0.69 will.
        found, theirs = both(table(["flu"] * 2, ["cold"] * 2), anonymity.enhanced_beta_likeness)
        self.assertEqual(found.beta, 1)
        self.assertIsNone(found.beta_enhanced)
        self.assertAlmostEqual(theirs, math.log(2))
        # p = 1/4 and 3/4, flu 1/2 in the first group: its gain is 1, below -ln 1/4 = 1.39; but no beta will do.
        found, theirs = both(table(counts(flu=1, cold=1), counts(cold=2)), anonymity.enhanced_beta_likeness)
        self.assertEqual(found.beta, 1)
        self.assertIsNone(found.beta_enhanced)  # cold gains 1/3 in the second group, above -ln 3/4 = 0.288
        self.assertAlmostEqual(theirs, 1)

    def test_missing_quasi_identifiers(self):
        # Two records without a zip: a group of two by ours; by pyCANON they are in no group at all.
        frame = table(counts(flu=2, cold=1))
        frame = pandas.concat([frame, pandas.DataFrame({"zip": [None, None], "illness": ["flu", "flu"]})],
                              ignore_index=True)
        self.assertEqual(overt.check(frame, quasi_identifying="zip", sensitive="illness").k, 2)
        self.assertEqual(anonymity.k_anonymity(frame, ["zip"]), 3)

    def test_delta_of_absent_values(self):
        # Both leave absent values aside; ours says so (null): by the letter no delta will do.
        found, theirs = both(table(["flu"], ["cold"]), anonymity.delta_disclosure)
        self.assertAlmostEqual(found.delta, theirs)
        self.assertIsNone(found.delta_all_values)


if __name__ == "__main__":
    main()
