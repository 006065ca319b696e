"""Every call that changes the disk fails in turn, and the process is killed at every one in turn: afterwards there is
the old or the new, all of it, and nothing else."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))
from overt_command import PATIENTS, ROLES, TIMEOUT, command  # noqa: E402

SHIM = str(Path(sys.argv[2]).resolve())
RUN = ["release", "patients.csv", "--l", "2", *ROLES, "--method", "rda", "--out", "release", "--quiet"]
ALL = [*RUN, "--keep-groups", "kept.parquet", "--custodian-report", "mine.html"]
WRITTEN = ["release", "kept.parquet", "mine.html"]
MOST = 200  # calls of a run; the last one must be met before


def tree(folder):
    """What is in the folder, hidden names too: path -> content, and when it was written, since two runs may by chance
    write the same."""
    return {str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_mtime_ns) if path.is_file() else None
            for path in sorted(folder.rglob("*"))}


class FaultTest(unittest.TestCase):
    flags = ALL
    forced = (False, True)
    plain = False

    def setUp(self):
        self.root = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="overt-test-")))
        self.folder = self.root / "here"
        self.folder.mkdir()
        (self.folder / "patients.csv").write_text(PATIENTS)

    def run_overt(self, *flags, fault=None, check=True):
        environment = dict(os.environ)
        if fault is not None:
            environment |= {"LD_PRELOAD": SHIM, "OVERT_FAULT": fault, "OVERT_FAULT_LOG": str(self.root / "met")}
            if self.plain:
                environment["OVERT_FAULTS_PLAIN"] = "1"
        done = subprocess.run([command(), *flags], cwd=self.folder, env=environment, capture_output=True, timeout=TIMEOUT)
        if check:
            self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def tree(self):
        return tree(self.folder)

    def met(self):
        """The name of the call that was met, or None."""
        file = self.root / "met"
        name = file.read_text() if file.exists() else None
        file.unlink(missing_ok=True)
        return name

    def state(self, before):
        """"old", "new", or what is neither."""
        now = tree(self.folder)
        parts = [name for name in WRITTEN if name in self.flags]
        same = {name for name in parts
                if {k: v for k, v in now.items() if k.split("/")[0] == name}
                == {k: v for k, v in before.items() if k.split("/")[0] == name}}
        others = {k: v for k, v in now.items() if k.split("/")[0] not in parts}
        if others != {k: v for k, v in before.items() if k.split("/")[0] not in parts}:
            return f"other files: {sorted(others)}"
        if now == before:
            return "old"
        if same or not all((self.folder / name).exists() for name in parts):
            return f"between: {sorted(same)} are old"
        self.run_overt("verify", "release")
        return "new"

    def each_call(self, force, kind):
        """Yields (number, name of the call, the run, what was there before) until a run meets none."""
        flags = [*self.flags, "--force"] if force else self.flags
        if force:
            self.run_overt(*self.flags)
        saved = self.root / "saved"
        shutil.copytree(self.folder, saved, symlinks=True)
        before = tree(self.folder)
        for number in range(1, MOST):
            done = self.run_overt(*flags, fault=f"{number}:{kind}", check=False)
            name = self.met()
            if name is None:
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(self.state(before), "new")
                self.assertGreater(number, 15)
                shutil.rmtree(saved)
                return
            yield number, name, done, before
            shutil.rmtree(self.folder)
            shutil.copytree(saved, self.folder, symlinks=True)
        self.fail("more calls than anybody expects")

    def both(self, kind):
        for force in self.forced:
            yield from self.each_call(force, kind)
            shutil.rmtree(self.folder)
            self.folder.mkdir()
            (self.folder / "patients.csv").write_text(PATIENTS)

    def check_failures(self):
        names, seen = set(), set()
        for number, name, done, before in self.both("EIO"):
            with self.subTest(number, call=name):
                names.add(name)
                state = self.state(before)
                seen.add(state)
                if name == "rmdir":  # clearing up fails after the end: it stands, and the next run clears up
                    continue
                self.assertEqual((state, done.returncode), ("old", 3), done.stderr)
                self.assertRegex(done.stderr.decode(), r"\Aovert: [^\n]*cannot be written: Input/output error\n\Z")
        self.assertTrue({"open", "pwrite", "fsync", "mkdtemp"} <= names, names)

    def check_kills(self):
        states = set()
        again = [*self.flags, "--force", "--hierarchy", "zip=none.csv"]
        for number, name, done, before in self.both("KILL"):
            with self.subTest(number, call=name):
                self.assertEqual(done.returncode, -signal.SIGKILL)
                # The next run to the same places clears up, even if it fails.
                after = self.run_overt(*again, check=False)
                self.assertEqual((after.returncode, after.stderr.count(b"none.csv: cannot be read")), (3, 1))
                state = self.state(before)
                self.assertIn(state, ("old", "new"), name)
                states.add(state)
        self.assertEqual(states, {"old", "new"})


class Together(FaultTest):
    def test_every_call_fails_in_turn(self):
        self.check_failures()

    def test_killed_at_every_call(self):
        self.check_kills()


class Alone(FaultTest):
    flags = RUN
    forced = (True,)

    def test_killed_at_every_call(self):
        self.check_kills()


class WithoutExchange(FaultTest):
    """A file system that cannot exchange two names."""
    forced = (True,)
    plain = True

    def test_every_call_fails_in_turn(self):
        self.check_failures()

    def test_killed_at_every_call(self):
        self.check_kills()


class Leftovers(FaultTest):
    def test_the_place_of_the_kept_file_alone_clears_up(self):
        # The last rename, which puts the release in place, is the one that decides.
        for number, name, done, before in self.each_call(True, "KILL"):
            with self.subTest(number, call=name):
                flags = [*self.flags, "--force", "--hierarchy", "zip=none.csv"]
                flags[flags.index("release", 1)] = "other"
                self.assertEqual(self.run_overt(*flags, check=False).returncode, 3)
                kept = tree(self.folder)["kept.parquet"] == before["kept.parquet"]
                released = tree(self.folder / "release") == {
                    k.removeprefix("release/"): v for k, v in before.items() if k.startswith("release/")}
                self.assertEqual(kept, released)

    def test_a_run_that_is_at_work_is_left_alone(self):
        held = self.folder / ".release.overt-abcdef"
        held.mkdir(mode=0o700)
        (held / "release").mkdir()
        import fcntl
        folder = os.open(held, os.O_RDONLY)
        fcntl.flock(folder, fcntl.LOCK_EX)
        self.run_overt(*RUN)
        self.assertTrue(held.exists())
        os.close(folder)
        self.run_overt(*RUN, "--force")
        self.assertEqual(sorted(os.listdir(self.folder)), ["patients.csv", "release"])

    def test_what_is_not_ours_is_left_alone(self):
        (self.folder / "elsewhere").mkdir()
        os.symlink("elsewhere", self.folder / ".release.overt-linked")
        for name in [".release.overt-", ".release.overt-abcdefg", ".release.old", ".releases.overt-abcdef"]:
            (self.folder / name).mkdir()
        before = set(os.listdir(self.folder))
        self.run_overt(*RUN)
        self.assertEqual(set(os.listdir(self.folder)) - before, {"release"})
        self.assertEqual(before - set(os.listdir(self.folder)), set())

    def test_a_journal_that_came_with_a_folder_leads_nowhere_else(self):
        """To run in a folder that somebody else has made is enough to find what looks like the leftover of a run."""
        for named in [["papers"], [".."], [str(self.root / "papers")], [".release.overt-abcdef", "papers"],
                      ["papers", ".release.overt-abcdef"], [".release.overt-abcdef"] * 2]:
            for place in [self.root, self.folder]:
                (place / "papers").mkdir(exist_ok=True)
                (place / "papers" / "thesis").write_text("precious")
            held = self.folder / ".release.overt-abcdef"
            held.mkdir()
            entries = "".join(f"{name}\0000\0000\0" for name in named)
            (held / "release.journal").write_text(f"overt 1\0{entries}.\0")
            with self.subTest(named):
                done = self.run_overt(*RUN, "--force", check=False)
                self.assertIn(done.returncode, (0, 3), done.stderr)
                self.assertEqual(b"a run that was cut off has left" in done.stderr, done.returncode == 3)
                for place in [self.root, self.folder]:
                    self.assertEqual((place / "papers" / "thesis").read_text(), "precious")
                self.assertTrue((self.folder / "patients.csv").exists())
            shutil.rmtree(held, ignore_errors=True)

    def test_what_nobody_can_decide_is_named(self):
        for number, name, done, before in self.each_call(True, "KILL"):
            hidden = [path for path in self.folder.iterdir() if path.name.startswith(".release.overt-")]
            if name != "renameat2" or not hidden:
                continue
            shutil.rmtree(hidden[0])
            left = sorted(os.listdir(self.folder))
            flags = [*self.flags, "--force"]
            flags[flags.index("release", 1)] = "other"
            after = self.run_overt(*flags, check=False)
            self.assertEqual(after.returncode, 3)
            self.assertIn(b"a run that was cut off has left", after.stderr)
            self.assertEqual(sorted(os.listdir(self.folder)), left)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
