"""A disk that is full after so many bytes, threads that cannot be started from the n-th on, memory that is refused
once: a run ends well, or with code 3 and a message that says what was missing, and leaves what was there."""

import signal
import sys
import unittest

from commit_test import ALL, PATIENTS, FaultTest

STEP = 199  # calls of malloc from one that is refused to the next
NO_SPACE = r"\Aovert: [^\n]*cannot be written: No space left on device\n\Z"
NO_THREAD = r"\Aovert: (not enough memory|the operating system refuses: [^\n]*); nothing was written\n\Z"


def long_names(text):
    """The same records in 100 KB: a smaller file is read without threads."""
    header, *records = text.splitlines(True)
    return header + "".join("n" * 16_000 + record for record in records)


class MachineTest(FaultTest):
    def setUp(self):
        super().setUp()
        (self.folder / "patients.csv").write_text(long_names(PATIENTS))
        self.run_overt(*self.flags)
        self.before = self.tree()

    def meet(self, fault, says):
        """The run, and whether it met the fault: then it failed and all is as it was, or it did without."""
        done = self.run_overt(*ALL, "--force", fault=fault, check=False)
        met = self.met() is not None
        said = "".join(line for line in done.stderr.decode().splitlines(True) if not line.startswith("<jemalloc>"))
        with self.subTest(fault):
            self.assertIn(done.returncode, (0, 3) if met else (0,), said)
            if done.returncode == 3:
                self.assertRegex(said, says)
                self.assertEqual(self.state(self.before), "old")
            else:
                self.assertEqual(said, "")
                self.assertEqual(self.state(self.before), "new")
                self.before = self.tree()
        return done.returncode, met

    def test_a_full_disk(self):
        codes = [self.meet(f"{room}:FULL", NO_SPACE)[0]
                 for room in [0, 1, 100, *range(1000, 60_000, 2000), 1 << 30]]
        self.assertEqual((codes[0], codes[-1]), (3, 0))
        self.assertGreater(codes.count(3), 10)

    def test_no_more_threads(self):
        seen = set()
        for number in range(1, 200):
            code, met = self.meet(f"{number}:THREAD", NO_THREAD)
            if not met:
                self.assertGreater(number, 1)
                return
            seen.add(code)
        self.fail("more threads than anybody expects")


class MemoryTest(FaultTest):
    def setUp(self):
        super().setUp()
        (self.folder / "patients.csv").write_text(long_names(PATIENTS))

    def test_no_memory_for_one_call(self):
        """With numbers of GMP, which ends the process where it gets none, and in one thread."""
        (self.folder / "problem.json").write_text(
            '{"values": ["flu", "cold", "cold", "flu"], "property": {"name": "highest_ratio", "max": "1/2"}, '
            '"generalizations": [[[0, 1], [2, 3]], [[0, 1, 2, 3]]]}')
        codes = []
        for number in range(1, 100_000, 37):
            done = self.run_overt("explain", "problem.json", "--strategy", "safe", fault=f"{number}:MEMORY", check=False)
            if self.met() is None:
                break
            with self.subTest(number):
                self.assertIn(done.returncode, (0, 3), done.stderr)
                if done.returncode == 3:
                    self.assertEqual(done.stderr, b"overt: not enough memory; nothing was written\n")
            codes.append(done.returncode)
        self.assertGreater(codes.count(3), 5)

    def test_no_memory_for_one_call_of_a_release(self):
        """In several threads, none of which may wait for one that could not go on. Where the run had to end at once,
        the next one clears up."""
        clear_up = [*ALL, "--force", "--hierarchy", "zip=none.csv"]
        self.run_overt(*ALL)
        before = self.tree()
        codes = []
        for number in range(1, 1_000_000, STEP):
            done = self.run_overt(*ALL, "--force", fault=f"{number}:MEMORY", check=False)
            if self.met() is None:
                break
            with self.subTest(number):
                said = "".join(line for line in done.stderr.decode().splitlines(True) if not line.startswith("<jemalloc>"))
                # glibc ends the process itself where a thread of Arrow's cannot leave word of its end.
                if done.returncode == -signal.SIGABRT:
                    self.assertEqual(said, "Fatal glibc error: failed to register TLS destructor: out of memory\n")
                elif done.returncode != 0:
                    self.assertEqual(done.returncode, 3, said)
                    self.assertRegex(said, NO_THREAD)
                if done.returncode != 0:
                    self.assertEqual(self.run_overt(*clear_up, check=False).returncode, 3)
                self.assertEqual(self.state(before), "new" if done.returncode == 0 else "old")
                before = self.tree()
            codes.append(done.returncode)
        self.assertGreater(codes.count(3), 20)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
