"""SIGINT, SIGTERM and SIGHUP in the middle: the right exit code, nothing left behind. How soon is
measured by bench/interrupt; here no clock is looked at, since a busy machine would have its say.
Moments are given in seconds of work (overt_command.py)."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
from fcntl import ioctl
from pathlib import Path

from overt_command import TIMEOUT, OvertTest, command, main, until, wait_for_handlers, wait_for_rest, wait_for_work

RECORDS = 400_000
CENSUS = ["--quasi", "age,gender,education,birthplace", "--sensitive", "occupation", "--l", "8"]
CODES = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}


def waiting_bytes(pipe):
    """How much of what was written into the pipe nobody has read yet."""
    return int.from_bytes(ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


class Interrupts(OvertTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="overt-test-")))
        cls.census, cls.made = folder / "census.csv", folder / "made"
        subprocess.run([command(), "generate", "--records", str(RECORDS), "--out", cls.census], check=True)
        subprocess.run([command(), "release", cls.census, *CENSUS, "--out", cls.made, "--quiet"], check=True)

    def start(self, *arguments, **options):
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL} | options
        process = subprocess.Popen([command(), *map(str, arguments)], cwd=self.folder, stderr=subprocess.PIPE,
                                   **options)
        self.addCleanup(process.kill)  # of what goes on for ever, should a check fail
        return process

    def stop(self, process, number, work=0.0):
        """Sends the signal after `work` seconds of work; says whether the run was still at it."""
        if not (wait_for_handlers(process) and wait_for_work(process, work)):
            process.stderr.close()
            self.assertEqual(process.returncode, 0)
            return False
        process.send_signal(number)
        _, message = process.communicate(timeout=TIMEOUT)
        if process.returncode == 0:  # it had finished, only its end was not there yet
            return False
        self.assertEqual(process.returncode, CODES[number], message)
        self.assertEqual(message, b"overt: interrupted; nothing is left behind\n")
        return True

    def test_release_at_many_moments(self):
        for format, moments, keep in [("csv", [0, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 1.0, 1.2], []),
                                      ("parquet", [0.2, 0.5, 0.9], ["--keep-groups", "kept.parquet"])]:
            stopped = 0
            for i, work in enumerate(moments):
                with self.subTest(format, work=work):
                    number = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP][i % 3]
                    process = self.start("release", self.census, *CENSUS, "--format", format, "--out", "release", *keep,
                                         preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))
                    if self.stop(process, number, work):
                        stopped += 1
                        self.assertEqual(self.tree(), {})
                    else:
                        self.succeeds("verify", "release")
                        for path in (self.folder / "release").iterdir():
                            path.unlink()
                        (self.folder / "release").rmdir()
                        if keep:
                            (self.folder / "kept.parquet").unlink()
            self.assertGreaterEqual(stopped, 2)

    def test_release_by_a_strategy(self):
        flags = ["--quasi", "age,gender,education,birthplace", "--sensitive", "occupation", "--method", "strategy",
                 "--strategy", "safe", "--property", "entropy_diversity", "--l", "8",
                 "--chain", "age,birthplace,education,gender", "--out", "release", "--quiet"]
        stopped = 0
        for work in [0, 0.05, 0.1, 0.2, 0.5]:
            with self.subTest(work=work):
                if self.stop(self.start("release", self.census, *flags), signal.SIGINT, work):
                    stopped += 1
                    self.assertEqual(self.tree(), {})
                else:
                    self.succeeds("verify", "release")
                    shutil.rmtree(self.folder / "release")
        self.assertGreaterEqual(stopped, 2)

    def test_custodian_report(self):
        # The attack of so many records takes seconds: neither the release nor the report may stay.
        lines = self.census.read_text().splitlines(keepends=True)
        self.write("census.csv", "".join(lines[:20_001]))
        before = self.tree()
        stopped = 0
        for work in [0.2, 0.6, 1.2, 2.0]:
            with self.subTest(work=work):
                process = self.start("release", "census.csv", *CENSUS, "--out", "release", "--custodian-report", "c.html",
                                     "--quiet")
                if self.stop(process, signal.SIGINT, work):
                    stopped += 1
                    self.assertEqual(self.tree(), before)
                else:
                    shutil.rmtree(self.folder / "release")
                    (self.folder / "c.html").unlink()
        self.assertGreaterEqual(stopped, 2)

    def test_steps_that_cannot_be_broken_off(self):
        # Half a million long texts, all different: sorting them takes a second.
        names = "".join(f"{i * 2654435761 % 4294967296:064x},{i % 9}\n" for i in range(500_000))
        self.write("names.csv", "name,value\n" + names)
        before = self.tree()
        for work in [0.2, 0.4, 0.6]:
            with self.subTest(work=work):
                process = self.start("release", "names.csv", "--quasi", "name", "--sensitive", "value", "--l", "3",
                                     "--out", "release")
                self.assertTrue(self.stop(process, signal.SIGTERM, work))
                self.assertEqual(self.tree(), before)

    def test_an_old_release_stays(self):
        self.write("release/certificate.json", "old")
        before = self.tree()
        for work in [0.1, 0.3]:
            process = self.start("release", self.census, *CENSUS, "--out", "release", "--force")
            self.assertTrue(self.stop(process, signal.SIGINT, work))
            self.assertEqual(self.tree(), before)

    def test_inspect_verify_measure_and_generate(self):
        for arguments in [["inspect", self.census], ["verify", self.made],
                          ["verify", self.made, "--against", self.census],
                          ["measure", self.made, self.census, "--queries", "1000000", "--out", "figures.json"],
                          ["generate", "--records", "1000000000", "--out", "large.csv"]]:
            for number, work in [(signal.SIGINT, 0), (signal.SIGTERM, 0.25)]:
                with self.subTest(arguments[0], work=work):
                    self.stop(self.start(*arguments), number, work)
                    self.assertEqual(self.tree(), {})

    def test_measure_between_two_queries(self):
        for number, work in [(signal.SIGINT, 0.7), (signal.SIGTERM, 1.2)]:
            process = self.start("measure", self.made, self.census, "--queries", "1000000", "--out", "figures.json")
            self.assertTrue(self.stop(process, number, work))
            self.assertEqual(self.tree(), {})

    def test_waiting_for_a_pipe(self):
        for given in [b"", b"age,gen", b"age,gender\n1,F\n" * 10]:
            for arguments in [["inspect", "-"], ["release", "-", *CENSUS, "--out", "release"],
                              ["release", "--job", "-"], ["verify", self.made, "--against", "-"],
                              ["measure", self.made, "-"]]:
                with self.subTest(arguments[0], given=given):
                    reading, writing = os.pipe()
                    os.write(writing, given)
                    process = self.start(*arguments, stdin=reading)
                    os.close(reading)
                    self.assertTrue(until(process, lambda: waiting_bytes(writing) == 0))
                    self.assertTrue(wait_for_handlers(process) and wait_for_rest(process))
                    self.assertTrue(self.stop(process, signal.SIGINT))
                    os.close(writing)
                    self.assertEqual(self.tree(), {})

    def test_a_pipe_that_nobody_opens_or_reads(self):
        os.mkfifo(self.folder / "pipe")
        before = self.tree()
        process = self.start("inspect", "pipe")
        self.assertTrue(wait_for_handlers(process) and wait_for_rest(process))
        self.assertTrue(self.stop(process, signal.SIGTERM))
        reading, writing = os.pipe()
        process = self.start("generate", "--records", "1000000", "--out", "-", stdout=writing)
        self.assertTrue(until(process, lambda: waiting_bytes(reading) > 0) and wait_for_rest(process))
        self.assertTrue(self.stop(process, signal.SIGINT))
        os.close(reading)
        os.close(writing)
        self.assertEqual(self.tree(), before)

    def test_attack_compare_and_policy(self):
        # The first would take hours, the others many seconds.
        self.write("codes.csv", "code,kind\n" + "".join(f"{i * 2654435761 % 1000000007:09d},x\n" for i in range(500_000)))
        lines = self.census.read_text().splitlines(keepends=True)
        self.write("census.csv", "".join(lines[:200_001]))
        before = self.tree()
        for arguments in [["attack", "census.csv", *CENSUS, "--sweeps", "100000000"],
                          ["compare", "census.csv", *CENSUS[:-2], "--csv", "points.csv", "--html", "page.html"],
                          ["policy", "--states", "codes.csv", "--column", "code", "--prefix", "--at-least", "10",
                           "--out", "policy.csv", "--quiet"]]:
            stopped = 0
            for work in [0.1, 0.3, 0.8]:
                with self.subTest(arguments[0], work=work):
                    if self.stop(self.start(*arguments), signal.SIGINT, work):
                        stopped += 1
                    else:  # a machine may be fast
                        (self.folder / "policy.csv").unlink()
                    self.assertEqual(self.tree(), before)
            self.assertGreaterEqual(stopped, 1)

    def test_nohup_is_obeyed(self):
        process = self.start("release", self.census, *CENSUS, "--out", "release",
                             preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        self.assertTrue(wait_for_handlers(process) and wait_for_work(process, 0.2))
        process.send_signal(signal.SIGHUP)
        process.communicate(timeout=TIMEOUT)
        self.assertEqual(process.returncode, 0)


if __name__ == "__main__":
    main()
