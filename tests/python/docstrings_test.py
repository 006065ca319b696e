"""The examples in the docstrings say what the functions do."""

import doctest
import importlib
import inspect
import unittest

import overt
from package import main

MODULES = ["overt", "overt._release", "overt._tables", "overt._analysis", "overt.sql"]


class Docstrings(unittest.TestCase):
    def test_examples(self):
        for name in MODULES:
            with self.subTest(name):
                done = doctest.testmod(importlib.import_module(name))
                self.assertEqual(done.failed, 0)
                self.assertGreater(done.attempted, 0)

    def test_every_verb_has_an_example(self):
        verbs = [name for name in overt.__all__ if inspect.isfunction(getattr(overt, name))]
        self.assertEqual(sorted(verbs), ["attack", "check", "compare", "explain", "generate", "inspect", "measure",
                                         "policy", "query", "release", "report", "verify", "views"])
        for name in verbs:
            self.assertIn(">>> ", getattr(overt, name).__doc__, name)


if __name__ == "__main__":
    main()
