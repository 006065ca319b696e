"""Makes the three tables of this folder. Nobody in them exists: every value is drawn by a generator with a fixed seed.

    python3 examples/make_tables.py [FOLDER]
"""

import csv
import random
import sys
from datetime import date, timedelta
from pathlib import Path

NAMES = "Ada Ben Cyd Dov Eve Fay Gus Hal Ida Jon Kay Lea Max Ned Oda Pia Quy Ray Sue Tom Uma Vic Wyn Xia Yan Zoe".split()


class Coins:
    """Draws that are the same with every version of Python: of its generator only random() is promised to be."""

    def __init__(self, seed):
        self.random = random.Random(seed).random

    def below(self, bound):
        return int(self.random() * bound)

    def one(self, values):
        return values[self.below(len(values))]

    def weighted(self, weights):
        """A key, as likely as its weight says."""
        left = self.random() * sum(weights.values())
        for value, weight in weights.items():
            left -= weight
            if left < 0:
                return value
        return value


def clinic(coins):
    """Visits to a clinic, one per patient: old people have other conditions than young ones."""
    yield "name", "born", "zip", "sex", "condition"
    for number in range(200):
        born = date(1940, 1, 1) + timedelta(days=coins.below(66 * 365))
        old = born.year < 1970
        condition = coins.weighted({"flu": 4, "cold": 4, "asthma": 3, "fracture": 3, "migraine": 3, "ulcer": 2 + old,
                                    "diabetes": 1 + 3 * old, "heart disease": 0.5 + 3 * old})
        yield f"{coins.one(NAMES)} {number + 1}", born.isoformat(), 22030 + 10 * coins.below(8) + coins.below(4), \
            coins.one("FM"), condition


def staff(coins):
    """The staff of a firm with their pay bands, which rise with the years that somebody has been there."""
    yield "department", "age", "years", "band"
    for _ in range(150):
        age = 20 + coins.below(45)
        years = coins.below(min(age - 18, 30))
        department = coins.weighted({"assembly": 5, "paint shop": 3, "stores": 3, "accounts": 2, "sales": 4, "legal": 1})
        yield department, age, years, "ABCDEFGH"[min(7, coins.below(5) + years // 8)]


def pupils(coins):
    """Pupils and the support that they get: most get none, so that little can be promised."""
    yield "year", "district", "language", "support"
    for _ in range(180):
        support = coins.weighted({"none": 42, "reading": 20, "hearing": 10, "sight": 10, "speech": 10, "other": 8})
        yield 1 + coins.below(6), coins.one(["North", "South", "East", "West"]), \
            coins.weighted({"English": 6, "Welsh": 2, "Polish": 1, "Urdu": 1}), support


TABLES = {"clinic": (clinic, 1), "staff": (staff, 2), "pupils": (pupils, 3)}


def main(folder=Path(__file__).parent):
    for name, (make, seed) in TABLES.items():
        with open(Path(folder) / f"{name}.csv", "w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(make(Coins(seed)))


if __name__ == "__main__":
    main(*sys.argv[1:])
