"""The log of runs: a table is run once, whatever becomes of the run."""

import json
import os
import signal
import subprocess

from overt_command import HEADER, PATIENTS, ROLES, ROWS, OvertTest, command, main, many_rows, until

LOG = ["--log", "runs.log"]
AGAIN = "cannot be released safely: runs.log has this table already: run "


def release(out, *flags, table="patients.csv", l="2"):
    return ["release", table, "--l", l, "--out", out, *ROLES, *LOG, *flags]


class RunLog(OvertTest):
    def setUp(self):
        super().setUp()
        self.write("patients.csv", PATIENTS)

    def lines(self):
        return [json.loads(line) for line in (self.folder / "runs.log").read_text().splitlines()]

    def events(self):
        return [line["event"] for line in self.lines()]

    def denied(self, *arguments):
        """Refused, with nothing written but a line of the log."""
        before = {name: content for name, content in self.tree().items() if name != "runs.log"}
        done = self.run_overt(*arguments)
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        self.assertIn(AGAIN, done.stderr)
        self.assertEqual({name: content for name, content in self.tree().items() if name != "runs.log"}, before)

    def test_a_second_run_is_refused_unless_somebody_says_why(self):
        self.succeeds(*release("first"))
        self.denied(*release("second"))
        self.denied(*release("second", "--method", "rda", l="3"))
        self.succeeds(*release("second", "--again", "a good reason"))
        self.assertEqual(self.events(), ["begun", "released", "denied", "denied", "begun", "released"])
        self.assertEqual(self.lines()[4]["again"], "a good reason")
        self.assertIn("again: a good reason", self.succeeds("log", "check", "runs.log").stdout)
        self.denied(*release("third"))
        for name in ["runs.log", "runs.log.key"]:
            self.assertEqual((self.folder / name).stat().st_mode & 0o777, 0o600)

    def test_the_same_table_in_other_files(self):
        self.succeeds(*release("first"))
        self.write("sorted.csv", HEADER + "".join(reversed(ROWS)))
        self.denied(*release("second", table="sorted.csv"))
        self.write("others.csv", PATIENTS.replace("880041", "880042"))  # the same secret beside another column
        self.denied(*release("second", table="others.csv"))
        done = self.run_overt("release", "-", *release("second")[2:], input=PATIENTS.encode())
        self.assertEqual(done.returncode, 1)
        self.assertIn(AGAIN, done.stderr)
        self.write("others.csv", PATIENTS.replace("SECRETflu", "SECRETgout"))
        self.succeeds(*release("second", table="others.csv"))

    def test_reasons_that_anybody_may_know_do_not_count(self):
        done = self.run_overt(*release("first", l="4"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("the largest possible l is 3", done.stderr)
        self.assertEqual(self.events(), ["begun", "not_possible"])
        self.succeeds(*release("first", l="3"))

    def test_what_fails_before_the_coins_is_no_run(self):
        self.write("short.csv", HEADER + "SECRETname,1\n")
        self.fails(2, *release("first", table="short.csv"), says=["short.csv: line 2"])
        self.assertFalse((self.folder / "runs.log").exists())

    def test_what_fails_later_counts(self):
        self.write("mine.html", "mine")
        self.fails(2, *release("first", "--custodian-report", "mine.html"), says=["mine.html: exists already"])
        self.assertFalse((self.folder / "runs.log").exists())
        with open("/dev/full", "wb") as full:
            done = self.run_overt(*release("first"), stdout=full)
        self.assertEqual(done.returncode, 3)  # the release stands, its summary could not be printed
        self.assertEqual(self.events(), ["begun", "released"])

    def test_a_killed_run_counts(self):
        self.write("patients.csv", HEADER + many_rows(200_000))
        process = subprocess.Popen([command(), *release("first")], cwd=self.folder, stdout=subprocess.DEVNULL)
        log = self.folder / "runs.log"
        until(process, lambda: log.exists() and log.read_text().endswith("\n"))
        process.send_signal(signal.SIGKILL)
        process.wait()
        self.assertEqual(self.events()[:1], ["begun"])
        self.denied(*release("second"))
        done = self.run_overt("log", "check", "runs.log")  # what the killed run left is hidden beside it
        self.assertEqual(done.returncode, 0)
        self.assertIn("run 1 ", done.stdout)

    def test_of_two_runs_at_once_one_is_refused(self):
        both = [subprocess.Popen([command(), *release(out)], cwd=self.folder, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL) for out in ("one", "two")]
        self.assertEqual(sorted(process.wait() for process in both), [0, 1])
        self.assertEqual(sorted(self.events()), ["begun", "denied", "released"])
        self.assertEqual([(self.folder / out).exists() for out in ("one", "two")].count(True), 1)
        self.succeeds("log", "check", "runs.log")

    def test_a_log_that_was_changed_is_neither_trusted_nor_added_to(self):
        self.succeeds(*release("first"))
        whole = (self.folder / "runs.log").read_text()
        head = self.succeeds("log", "check", "runs.log").stdout.split()[-1]
        for text in [whole.replace("released", "failed"), whole.splitlines(True)[1], whole[:-1], whole + "{}\n", "x\n"]:
            self.write("runs.log", text)
            self.fails(2, *release("second", "--again", "x"), says=["runs.log: line "])
            done = self.run_overt("log", "check", "runs.log")
            self.assertEqual((done.returncode, done.stdout[:23]), (1, "FAILED  runs.log: line "))
        self.write("runs.log", whole.splitlines(True)[0])  # the end is gone: only the head says so
        self.assertNotEqual(self.succeeds("log", "check", "runs.log").stdout.split()[-1], head)
        self.write("runs.log", whole)
        os.rename(self.folder / "runs.log.key", self.folder / "away")
        self.fails(3, "log", "check", "runs.log", says=["runs.log.key: cannot be read"])
        self.write("runs.log.key", "no key\n").chmod(0o600)
        self.fails(2, *release("second"), says=["runs.log.key: not the key of a run log"])

    def test_places_for_a_log(self):
        self.succeeds(*release("first"))
        for place in ["first/runs.log", "second/runs.log"]:
            arguments = release("second")
            arguments[arguments.index("runs.log")] = place
            self.fails(2, *arguments, says=[f"{place}.key: not written: the folder of a release is published"])
        os.chmod(self.folder / "runs.log", 0o644)
        self.fails(2, *release("second"), says=["runs.log: others than its owner may read or write it"])
        os.chmod(self.folder / "runs.log", 0o600)
        self.fails(2, *release("second", "--force", "--custodian-report", "runs.log"),
                   says=["runs.log: not replaced: it is a file that this job reads"])
        self.fails(2, *release("second", "--force", "--keep-groups", "runs.log.key"),
                   says=["runs.log.key: not replaced: it is a file that this job reads"])
        self.fails(2, *release("second")[:-2], "--again", "x", says=["--again: it is about a log"])
        self.fails(2, "log", "mend", "runs.log", says=["log: expected check"])


if __name__ == "__main__":
    main()
