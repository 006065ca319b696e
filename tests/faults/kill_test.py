"""kill -9 at random moments, between any two instructions: afterwards there is the old release or the new one, whole,
and the next run to the same places removes what is left of the killed one.

A moment is a call that changes something on the disk, and so many microseconds after it. How many moments is the third
argument. A kill that comes too late meets a run that has ended: such a run counts as well, and is the new one."""

import random
import signal
import sys
import unittest

from commit_test import ALL, FaultTest

MOMENTS = int(sys.argv[3])
AGAIN = [*ALL, "--force", "--hierarchy", "zip=none.csv"]


class Kills(FaultTest):
    def test_at_random_moments(self):
        coins = random.Random(MOMENTS)
        self.run_overt(*ALL)
        states = []
        for moment in range(MOMENTS):
            before = self.tree()
            call, microseconds = coins.randrange(0, 40), int(10 ** coins.uniform(0, 4.5))
            with self.subTest(moment, call=call, microseconds=microseconds):
                done = self.run_overt(*ALL, "--force", fault=f"{call}:KILL {microseconds}", check=False)
                self.assertIn(done.returncode, (0, -signal.SIGKILL), done.stderr)
                self.run_overt("verify", "release")
                after = self.run_overt(*AGAIN, check=False)
                self.assertEqual((after.returncode, after.stderr.count(b"none.csv: cannot be read")), (3, 1))
                state = self.state(before)
                self.assertIn(state, ("old", "new"))
                self.assertTrue(state == "new" or done.returncode != 0)
                states.append((state, done.returncode))
        # Killed before the end and old, killed at the end and new, or not at all.
        self.assertIn(("old", -signal.SIGKILL), states)
        self.assertGreater(sum(code != 0 for _, code in states), MOMENTS // 4)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
