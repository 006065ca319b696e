"""Ctrl-C in the middle of long calls: KeyboardInterrupt at once, nothing left behind, and the session lives on.
Every call here would take minutes."""

import os
import pty
import signal
import subprocess
import sys
import tempfile
import termios
from pathlib import Path

from package import PackageTest, main

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))
from overt_command import TIMEOUT, processor_time, wait_for_work  # noqa: E402

START = """
import overt
table = overt.generate(30_000)
roles = {"quasi_identifying": ["age", "gender", "education", "birthplace"], "sensitive": "occupation"}
released = overt.release(table, **roles, l=8, progress=False)
try:
    print("ready", flush=True)
    while True:
        %s
except KeyboardInterrupt:
    print("stopped", flush=True)
assert overt.check({"a": [1, 1], "b": [1, 2]}, quasi_identifying="a", sensitive="b").k == 2  # it goes on
"""

CALLS = {
    "explain": "overt.explain({'values': [i * i % 5 for i in range(24)], 'property': {'name': 'highest_ratio', 'max': "
               "'1/3'}, 'generalizations': [[[j for j in range(24) if j % k == r] for r in range(k)] "
               "for k in (8, 6, 4, 2)]}, limit=10**12)",
    "family": "overt.explain({'values': [0, 0, 1, 2, 3, 4, 5, 6, 7], 'property': {'name': 'highest_ratio', 'max': '1'}}, "
              "family=True)",
    "views": "overt.views({'records': [str(i) for i in range(2000)], 'disclosures': [{'name': str(d), 'records': "
             "[i for i in range(2000) if i % p == r], 'values': {str(v): sum(i % p == r and i * i % 7 % 5 == v "
             "for i in range(2000)) for v in range(5)}} for p in (20, 21) for r in range(p) for d in [(p, r)]]}, "
             "gamma='1/2', sample=True, eps=0.002)",
    "release": "overt.release(table, **roles, l=8)",
    "measure": "overt.measure(released, table, queries=1_000_000)",
    "strategy": "overt.release(table, **roles, l=8, method='strategy', strategy={'name': 'safe', 'chain': ['age', "
                "'birthplace', 'education', 'gender']}, property='entropy_diversity')",
    "generate": "overt.generate(1_000_000_000)",
    "save": "released.save('release'); __import__('shutil').rmtree('release')",
}


class Interrupts(PackageTest):
    def test_every_long_call(self):
        for name, call in CALLS.items():
            for work in [1.6] if name == "measure" else [0.4]:
                with self.subTest(name, work=work):
                    process = subprocess.Popen([sys.executable, "-c", START % call], cwd=self.folder,
                                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                    self.addCleanup(process.kill)  # of what goes on for ever, should a check fail
                    self.assertEqual(process.stdout.readline(), "ready\n")
                    self.assertTrue(wait_for_work(process, processor_time(process) + work))
                    process.send_signal(signal.SIGINT)
                    out, error = process.communicate(timeout=TIMEOUT)
                    self.assertEqual((out, process.returncode), ("stopped\n", 0), error)
                    self.assertEqual([one for one in os.listdir(self.folder) if one != "release"], [], error)

    def test_progress_is_shown_after_a_while_and_silenced(self):
        show = ("import overt; t = overt.generate(300_000, progress=False)\n"
                "r = overt.release(t, quasi_identifying=['age'], sensitive='occupation', l=8, progress=False,\n"
                "                  insensitive=['gender', 'education', 'birthplace'])\n"
                "overt.measure(r, t, queries=1_000_000, progress=%s)\n")
        for progress, terminal in [(True, True), (False, True), (True, False)]:
            said = self.said(show % progress, terminal)
            self.assertEqual("querying" in said, progress and terminal, said)

    def said(self, program, terminal):
        """What a program writes to standard error, a terminal or a file; nothing to standard output."""
        master, slave = pty.openpty()
        termios.tcsetwinsize(slave, (24, 80))
        with os.fdopen(master, "rb", buffering=0) as reader, tempfile.TemporaryFile() as file:
            with os.fdopen(slave, "wb") as screen:
                process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE,
                                           stderr=screen if terminal else file)
            pieces = []
            try:
                while piece := reader.read(4096):
                    pieces.append(piece)
            except OSError:  # the other side is closed
                pass
            self.assertEqual(process.stdout.read(), b"")
            process.stdout.close()
            self.assertEqual(process.wait(), 0)
            file.seek(0)
            return (b"".join(pieces) if terminal else file.read()).decode()


if __name__ == "__main__":
    main()
