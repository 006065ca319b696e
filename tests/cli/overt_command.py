"""What the tests of the command share: running it in a fresh folder, and what
every run must keep to whatever it was asked.

    class Roles(OvertTest):
        def test_no_role(self):
            self.write("patients.csv", PATIENTS)
            self.fails(2, *RELEASE[:-2], says=["missing for: condition"])

    if __name__ == "__main__":
        main()            # python3 x_test.py BIN_FOLDER

Values of the tables are markers (SECRET.., 8800..), and no run may print one.
"""

import ctypes
import hashlib
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

HEADER = "name,age,zip,condition\n"
ROWS = ["SECRETname1,880041,SECRETzip1,SECRETflu\n", "SECRETname2,880035,SECRETzip1,SECRETulcer\n",
        "SECRETname3,880029,SECRETzip2,SECRETasthma\n", "SECRETname4,880058,SECRETzip2,SECRETflu\n",
        "SECRETname5,880062,SECRETzip3,SECRETulcer\n", "SECRETname6,880047,SECRETzip3,SECRETasthma\n"]
PATIENTS = HEADER + "".join(ROWS)

ROLES = ["--identifying", "name", "--quasi", "age,zip", "--sensitive", "condition"]
RELEASE = ["release", "patients.csv", "--l", "2", "--out", "release", *ROLES]
SECRETS = ("SECRET", "8800")

TIMEOUT = 600  # seconds; only to end what hangs

CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, PR_CAPBSET_DROP = 1, 2, 24


def command():
    return str(Path(sys.argv[1]).resolve() / "overt")


def main():
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])


def obey_permissions():
    """In the child: permissions bind root too, wherever the command lies."""
    if os.geteuid() != 0:
        return
    libc = ctypes.CDLL(None, use_errno=True)
    for capability in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
        if libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "prctl")


def limit_file_size(size):
    """For the child: no file grows beyond `size` bytes, as on a full disk."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def many_rows(count):
    """Rows of PATIENTS' columns, l-eligible for l = 2 and 3."""
    return "".join(f"SECRETname{i},{880000 + i % 90},SECRETzip{i % 13},SECRETvalue{i % 7}\n" for i in range(count))


# When to send a signal. Nobody knows how long a busy machine takes to start a program, so that a test
# that waits for some time finds a program that is not there yet, or is done. We look at the process
# instead: whether its handlers stand, how much it has worked, whether it waits.
# Each answer is False if the process ended meanwhile.

STEP = 0.002  # seconds between two looks


def until(process, condition):
    while process.poll() is None:
        try:
            if condition():
                return True
        except (FileNotFoundError, ProcessLookupError):  # it ended just now
            continue
        time.sleep(STEP)
    return False


def wait_for_handlers(process):
    """Until the signals are caught. The command ignores SIGXFSZ last of all."""
    def stand():
        with open(f"/proc/{process.pid}/status") as status:
            ignored = next(line for line in status if line.startswith("SigIgn:"))
        return int(ignored.split()[1], 16) >> (signal.SIGXFSZ - 1) & 1
    return until(process, stand)


def processor_time(process):
    """Seconds that all threads of the process have worked."""
    with open(f"/proc/{process.pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_for_work(process, seconds):
    """Until it has worked `seconds`, however long that takes."""
    return until(process, lambda: processor_time(process) >= seconds)


def wait_for_rest(process):
    """Until none of its threads has anything to do."""
    looks = 0

    def rests():
        nonlocal looks
        states = [Path(f"/proc/{process.pid}/task/{task}/stat").read_text().rsplit(")", 1)[1].split()[0]
                  for task in os.listdir(f"/proc/{process.pid}/task")]
        looks = looks + 1 if set(states) == {"S"} else 0
        return looks == 10
    return until(process, rests)


class OvertTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="overt-test-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, str):
            content = content.encode()
        path.write_bytes(content)
        return path

    def tree(self):
        """All that is in the folder, hidden names and contents too."""
        def digest(path):
            if path.is_symlink() or not path.is_file():
                return "folder" if path.is_dir() else "other"
            try:
                return hashlib.sha256(path.read_bytes()).hexdigest()
            except PermissionError:
                return "locked"
        return {str(path.relative_to(self.folder)): digest(path) for path in sorted(self.folder.rglob("*"))}

    def run_overt(self, *arguments, quiet=True, **options):
        """Runs the command; checks that it prints no value of the data (quiet) and ended by itself."""
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
        if "input" in options:
            del options["stdin"]
        done = subprocess.run([command(), *map(str, arguments)], cwd=self.folder, timeout=TIMEOUT, **options)
        done.stdout = (done.stdout or b"").decode()
        done.stderr = (done.stderr or b"").decode()
        for secret in SECRETS if quiet else ():
            self.assertNotIn(secret, done.stdout + done.stderr, f"printed by {arguments}")
        self.assertGreaterEqual(done.returncode, 0, f"{arguments}: killed by a signal: {done.stderr}")
        return done

    def fails(self, code, *arguments, says=(), **options):
        """The run ends with `code` and a message that holds all of `says`, and leaves nothing behind."""
        before = self.tree()
        done = self.run_overt(*arguments, **options)
        self.assertEqual(done.returncode, code, f"{arguments}: {done.stderr}")
        self.assertRegex(done.stderr, r"\Aovert: ", arguments)
        self.assertEqual(done.stdout, "", arguments)
        for text in says:
            self.assertIn(text, done.stderr, arguments)
        self.assertEqual(self.tree(), before, f"{arguments} left something behind, or changed something")
        return done

    def figures(self, *arguments):
        """What `measure --json` prints. Its digits may hold any number by chance, but no text of the data."""
        done = self.succeeds("measure", *arguments, "--json", quiet=False)
        self.assertNotIn("SECRET", done.stdout)
        return json.loads(done.stdout)

    def succeeds(self, *arguments, **options):
        done = self.run_overt(*arguments, **options)
        self.assertEqual(done.returncode, 0, f"{arguments}: {done.stdout}{done.stderr}")
        self.assertEqual(done.stderr, "", arguments)
        hidden = [name for name in os.listdir(self.folder) if name.startswith(".")]
        self.assertEqual(hidden, [], arguments)
        return done
