"""The annotations hold: mypy finds nothing in the package, and finds a wrong call. The stub of the native module
has every function that the module has."""

import ast
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import overt
from overt import _overt
from package import main

PACKAGE = Path(overt.__file__).parent


class Types(unittest.TestCase):
    def mypy(self, *arguments):
        with tempfile.TemporaryDirectory() as cache:
            done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports",
                                   "--allow-untyped-calls", "--cache-dir", cache, *arguments],
                                  capture_output=True, text=True)
        return done.returncode, done.stdout

    def test_package(self):
        code, out = self.mypy(str(PACKAGE))
        self.assertEqual(code, 0, out)

    def test_a_wrong_call_is_found(self):
        code, out = self.mypy("-c", "import overt\novert.release({}, l='four')\novert.check({}).json() + 1\n")
        self.assertEqual(code, 1, out)
        self.assertEqual(out.count("error:"), 2, out)

    def test_stub(self):
        names = {node.name for node in ast.parse((PACKAGE / "_overt.pyi").read_text()).body
                 if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        self.assertEqual(names, {name for name in dir(_overt) if callable(getattr(_overt, name)) and name[0] != "_"})
        self.assertTrue((PACKAGE / "py.typed").exists())


if __name__ == "__main__":
    main()
