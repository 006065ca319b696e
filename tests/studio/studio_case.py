"""What the tests of the studio without a face share: a folder with a table, a studio that ends, what is refused."""

import re
import subprocess
import unittest

from studio_process import PEOPLE, TIMEOUT, Studio, command, work_folder

ONCE = {"output": "release", "once": "yes"}


def overt(*arguments, cwd):
    return subprocess.run([command(), *map(str, arguments)], cwd=cwd, capture_output=True, text=True, timeout=TIMEOUT,
                          stdin=subprocess.DEVNULL)


class StudioTest(unittest.TestCase):
    def setUp(self):
        self.folder = work_folder(self.addCleanup, ("people.csv", PEOPLE))
        self.root = self.folder.parent

    def start(self, *flags):
        studio = Studio(self.folder, *flags)
        self.addCleanup(studio.end)
        return studio

    def refused(self, answer, *says):
        self.assertEqual(answer.status, 422, answer.text)
        error = re.search(r'id="error">(.*?)</div>', answer.text, re.DOTALL)[1]
        for words in says:
            self.assertIn(words, error)
        self.assertNotIn("SECRET", error)
