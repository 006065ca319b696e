"""A released table is at most five times as large as its input, or the summary says why it is not.

    python3 sizes_test.py BIN_FOLDER
"""

import random
import re

from overt_command import OvertTest, main

RECORDS = 60_000
CONDITIONS = ["flu", "cold", "gout", "ulcer", "asthma", "cough", "fever", "rash"]


def table(column, text_of):
    """Ages, a column of texts, and conditions."""
    coins = random.Random(1)
    rows = (f"{coins.randrange(18, 90)},{coins.choice('FM')},{text_of(coins)},{coins.choice(CONDITIONS)}"
            for _ in range(RECORDS))
    return f"age,sex,{column},condition\n" + "\n".join(rows) + "\n"


class Sizes(OvertTest):
    def release(self, content, *flags):
        """How many times as large the released table is, and what the summary says of it."""
        self.write("people.csv", content)
        done = self.succeeds("release", "people.csv", "--quasi", f"age,sex,{content.split(',')[2]}", "--sensitive",
                             "condition", "--l", "4", "--out", "release", "--force", *flags, quiet=False)
        said = re.search(r"^size .*$", done.stdout, re.MULTILINE)
        return (self.folder / "release/released.csv").stat().st_size / len(content), said and said[0]

    def test_codes(self):
        """ZIP codes with leading zeros: 20,000 different ones, whose cells are prefixes."""
        times, said = self.release(table("zip", lambda coins: f"{coins.randrange(20_000):05d}x"))
        self.assertLess(times, 5)
        self.assertIsNone(said)

    def test_texts(self):
        """Names of 5,000 places: a cell of more than twenty of them is an interval."""
        times, said = self.release(table("place", lambda coins: f"place {coins.randrange(5_000)} on the river"),
                                   "--method", "rda")
        self.assertLess(times, 5)
        self.assertIsNone(said)

    def test_what_is_larger_is_explained(self):
        """Twenty long texts, all of which stand in most cells."""
        texts = [f"{'a long description ' * 3}{i}" for i in range(19)]
        times, said = self.release(table("what", lambda coins: coins.choice(texts)), "--method", "rda",
                                   "--min-group", "30")
        self.assertGreater(times, 5)
        self.assertRegex(said, r"released\.csv is \d+\.\d times as large as the input.*those of what above all")


if __name__ == "__main__":
    main()
