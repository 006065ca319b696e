"""A machine that is too small: whatever the limit of memory, a run ends well, or with code 3 and
the words "not enough memory", and leaves nothing behind. Never a signal, never a blame on the
data: Arrow says "no memory" in as many ways as it is called.

The limits climb in small steps from what the loader needs to what the run needs, so that memory
runs out at a different place in each run."""

import resource
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))

from overt_command import HEADER, OvertTest, RELEASE, command, main, many_rows  # noqa: E402

MEGABYTE = 1 << 20


def limited(megabytes):
    size = megabytes * MEGABYTE
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size))


def starts(megabytes):
    """Whether the libraries can be loaded, and get what they ask for before anything of ours runs (Arrow's protobuf
    ends the process otherwise)."""
    return subprocess.run([command(), "--version"], preexec_fn=limited(megabytes), stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL).returncode in (0, 3)


class Memory(OvertTest):
    def sweep(self, limits, *arguments):
        """Runs at every limit at which it can begin; how many ended for want of memory."""
        refused = 0
        for megabytes in filter(starts, limits):
            before = self.tree()
            done = self.run_overt(*arguments, preexec_fn=limited(megabytes))
            with self.subTest(arguments[0], megabytes=megabytes):
                self.assertIn(done.returncode, (0, 3), done.stderr)
                if done.returncode == 3:
                    refused += 1
                    lines = [line for line in done.stderr.splitlines() if not line.startswith("<jemalloc>")]
                    self.assertEqual(lines, ["overt: not enough memory; nothing was written"])
                    self.assertEqual(self.tree(), before)
        return refused

    def test_csv(self):
        self.write("patients.csv", HEADER + many_rows(100_000))
        limits = range(64, 300, 12)
        self.assertGreater(self.sweep(limits, "inspect", "patients.csv"), 3)
        self.assertGreater(self.sweep(limits, *RELEASE, "--force", "--quiet"), 3)
        self.assertGreater(self.sweep(limits, *RELEASE, "--force", "--quiet", "--method", "rda",
                                      "--format", "parquet"), 3)

    def test_a_small_file_that_is_a_large_table(self):
        """Of Parquet: a column of one value is a few bytes, whatever its length."""
        import pyarrow
        import pyarrow.parquet
        column = pyarrow.DictionaryArray.from_arrays(
            pyarrow.repeat(pyarrow.scalar(0, pyarrow.int32()), 40_000_000), ["SECRET"])
        file = self.folder / "bomb.parquet"
        pyarrow.parquet.write_table(pyarrow.table({"a": column}), file, row_group_size=40_000_000)
        self.assertLess(file.stat().st_size, MEGABYTE)
        self.assertGreater(self.sweep([120, 160, 200], "inspect", "bomb.parquet"), 1)


if __name__ == "__main__":
    main()
