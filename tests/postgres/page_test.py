"""The commands of docs/database.md, with a PostgreSQL of our own.

    python3 page_test.py BIN_FOLDER"""

import os
import sys
import unittest
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/cli"))
import transcript  # noqa: E402
from cluster import Cluster, programs  # noqa: E402

BIN = Path(sys.argv[1]).resolve()


class Page(unittest.TestCase):
    def test_its_commands(self):
        page = ROOT / "docs/database.md"
        path = f"{programs()}{os.pathsep}{os.environ['PATH']}"
        with Cluster() as cluster, mock.patch.dict(os.environ, {"PGHOST": str(cluster.folder), "PGUSER": "overt", "PATH": path}):
            failures = transcript.play("docs/database.md", page.read_text(), BIN)
        self.assertEqual(failures, [], "\n\n".join(failures))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
