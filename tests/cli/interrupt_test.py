"""SIGINT, SIGTERM and SIGHUP in the middle: the right exit code within a second,
nothing left behind."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from overt_command import OvertTest, command, main

RECORDS = 2_000_000
CENSUS = ["--quasi", "age,gender,education,birthplace", "--sensitive", "occupation", "--l", "8"]
CODES = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}


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
        return subprocess.Popen([command(), *map(str, arguments)], cwd=self.folder, stderr=subprocess.PIPE,
                                **options)

    def stop(self, process, number, delay):
        """Sends the signal after `delay` seconds; says whether the run was still at work."""
        time.sleep(delay)
        if process.poll() is not None:
            process.stderr.close()
            self.assertEqual(process.returncode, 0)
            return False
        process.send_signal(number)
        sent = time.monotonic()
        _, message = process.communicate(timeout=30)
        took = time.monotonic() - sent
        if process.returncode == 0:  # it had finished, only its end was not there yet
            return False
        self.assertEqual(process.returncode, CODES[number], message)
        self.assertEqual(message, b"overt: interrupted; nothing is left behind\n")
        self.assertLess(took, 1.0, f"after {delay} s")
        return True

    def test_release_at_many_moments(self):
        for format, moments, keep in [("csv", [0.05, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 1.0, 1.2, 1.5], []),
                                      ("parquet", [0.3, 0.7, 1.1], ["--keep-groups", "kept.parquet"])]:
            stopped = 0
            for i, delay in enumerate(moments):
                with self.subTest(format, delay=delay):
                    number = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP][i % 3]
                    process = self.start("release", self.census, *CENSUS, "--format", format, "--out", "release", *keep,
                                         preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))
                    if self.stop(process, number, delay):
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
        for delay in [0.2, 0.6, 1.0, 1.6, 2.4, 3.6]:
            with self.subTest(delay=delay):
                if self.stop(self.start("release", self.census, *flags), signal.SIGINT, delay):
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
        for delay in [0.2, 0.6, 1.2, 2.0]:
            with self.subTest(delay=delay):
                process = self.start("release", "census.csv", *CENSUS, "--out", "release", "--custodian-report", "c.html",
                                     "--quiet")
                if self.stop(process, signal.SIGINT, delay):
                    stopped += 1
                    self.assertEqual(self.tree(), before)
                else:
                    shutil.rmtree(self.folder / "release")
                    (self.folder / "c.html").unlink()
        self.assertGreaterEqual(stopped, 2)

    def test_steps_that_cannot_be_broken_off(self):
        # Over a million long texts, all different: sorting them takes seconds.
        names = "".join(f"{i * 2654435761 % 4294967296:064x},{i % 9}\n" for i in range(1_200_000))
        self.write("names.csv", "name,value\n" + names)
        before = self.tree()
        for delay in [0.3, 0.8, 1.3]:
            with self.subTest(delay=delay):
                process = self.start("release", "names.csv", "--quasi", "name", "--sensitive", "value", "--l", "3",
                                     "--out", "release")
                self.assertTrue(self.stop(process, signal.SIGTERM, delay))
                self.assertEqual(self.tree(), before)

    def test_an_old_release_stays(self):
        self.write("release/certificate.json", "old")
        before = self.tree()
        for delay in [0.1, 0.3]:
            process = self.start("release", self.census, *CENSUS, "--out", "release", "--force")
            self.assertTrue(self.stop(process, signal.SIGINT, delay))
            self.assertEqual(self.tree(), before)

    def test_inspect_verify_measure_and_generate(self):
        for arguments in [["inspect", self.census], ["verify", self.made],
                          ["verify", self.made, "--against", self.census],
                          ["measure", self.made, self.census, "--queries", "1000000", "--out", "figures.json"],
                          ["generate", "--records", "1000000000", "--out", "large.csv"]]:
            for number, delay in [(signal.SIGINT, 0.05), (signal.SIGTERM, 0.25)]:
                with self.subTest(arguments[0], delay=delay):
                    self.stop(self.start(*arguments), number, delay)
                    self.assertEqual(self.tree(), {})

    def test_measure_between_two_queries(self):
        for number, delay in [(signal.SIGINT, 1.5), (signal.SIGTERM, 2.5)]:
            process = self.start("measure", self.made, self.census, "--queries", "1000000", "--out", "figures.json")
            self.assertTrue(self.stop(process, number, delay))
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
                    self.assertTrue(self.stop(process, signal.SIGINT, 0.3))
                    os.close(writing)
                    self.assertEqual(self.tree(), {})

    def test_a_pipe_that_nobody_opens_or_reads(self):
        os.mkfifo(self.folder / "pipe")
        before = self.tree()
        self.assertTrue(self.stop(self.start("inspect", "pipe"), signal.SIGTERM, 0.2))
        reading, writing = os.pipe()
        process = self.start("generate", "--records", "1000000", "--out", "-", stdout=writing)
        self.assertTrue(self.stop(process, signal.SIGINT, 0.3))
        os.close(reading)
        os.close(writing)
        self.assertEqual(self.tree(), before)

    def test_nohup_is_obeyed(self):
        process = self.start("release", self.census, *CENSUS, "--out", "release",
                             preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        time.sleep(0.2)
        process.send_signal(signal.SIGHUP)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0)


if __name__ == "__main__":
    main()
