"""How the studio ends, what it leaves, and what was under way.

    python3 ends_test.py BIN_FOLDER
"""

import os
import signal
import sys
import unittest

from studio_case import ONCE, StudioTest, overt
from studio_process import PEOPLE, PROMISE, ROLES, TIMEOUT, choose_all


class Ends(StudioTest):
    def hidden(self, studio):
        return list(studio.temporary.iterdir())

    def test_signals_leave_nothing_private(self):
        for how in [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]:
            studio = self.start()
            choose_all(studio.visitor())
            self.assertEqual(len(self.hidden(studio)), 1)
            self.assertEqual(studio.end(how)[0], 0, how)
            self.assertEqual(self.hidden(studio), [], how)

    def test_the_button_ends_it(self):
        studio = self.start()
        visitor = studio.visitor()
        self.assertEqual(visitor.post("/quit").status, 303)
        self.assertEqual(studio.process.wait(TIMEOUT), 0)
        self.assertEqual(self.hidden(studio), [])

    def test_what_a_killed_one_left_the_next_one_removes(self):
        studio = self.start()
        choose_all(studio.visitor())
        studio.end(signal.SIGKILL)
        self.assertEqual(len(self.hidden(studio)), 1)
        other = self.start()
        self.assertEqual(len(self.hidden(other)), 1)
        other.end()
        self.assertEqual(self.hidden(other), [])

    def test_a_release_is_cancelled_whole(self):
        studio = self.start()
        visitor = studio.visitor()
        visitor.done(visitor.post("/table", {"path": "people.csv"}))
        visitor.post("/roles", ROLES)
        visitor.post("/promise", PROMISE)
        # From now on the table takes as long as we like to be read.
        (self.folder / "people.csv").unlink()
        os.mkfifo(self.folder / "people.csv")

        def left():
            return sorted(path.name for path in self.folder.iterdir())

        self.assertEqual(visitor.post("/release", ONCE).status, 303)
        with open(self.folder / "people.csv", "w") as table:
            table.write(PEOPLE[:100])
            table.flush()
            self.assertEqual(visitor.get("/").status, 200)  # the page stays alive meanwhile
            self.assertIn("Releasing", visitor.get("/progress").text)
            # A second tab sees the work, and not a table that waits to be released.
            second = visitor.get("/release")
            self.assertEqual((second.status, second.headers["location"]), (303, "/progress"))
            self.assertEqual(visitor.post("/release", ONCE).status, 422)  # one at a time
            visitor.post("/cancel")
            self.assertIn('"cancelled"', visitor.events())
        self.assertIn("cancelled", visitor.get("/progress").text)
        self.assertEqual(left(), ["overt-custodian", "people.csv"])
        self.assertEqual([path.name for path in (self.folder / "overt-custodian").iterdir() if "log" not in path.name], [])
        # and by a signal
        self.assertEqual(visitor.post("/release", ONCE).status, 303)
        with open(self.folder / "people.csv", "w") as table:
            table.write(PEOPLE[:100])
            table.flush()
            self.assertEqual(studio.end()[0], 0)
        self.assertEqual(left(), ["overt-custodian", "people.csv"])
        self.assertEqual(self.hidden(studio), [])

    def test_work_that_does_not_stop_is_left_behind(self):
        studio = self.start()
        os.mkfifo(self.folder / "never.csv")  # nobody writes: opening it waits for ever
        self.assertEqual(studio.visitor().post("/table", {"path": "never.csv"}).status, 303)
        self.assertEqual(studio.end()[0], 0)
        self.assertEqual(self.hidden(studio), [])

    def test_usage(self):
        for arguments, code in [(["--port", "0"], 2), (["--port", "x"], 2), (["--port", "70000"], 2), (["--folder", "nothing"], 3)]:
            done = overt("studio", "--no-browser", *arguments, cwd=self.folder)
            self.assertEqual(done.returncode, code, done.stderr)
        studio = self.start()
        done = overt("studio", "--no-browser", "--port", studio.port, cwd=self.folder)
        self.assertEqual(done.returncode, 3)
        self.assertIn("is taken", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
