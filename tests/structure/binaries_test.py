"""What we ship takes no code from where it is run, and is linked hard.

    python3 binaries_test.py [--shipped] FILE... [--elsewhere FILE...]

Reads the dynamic sections of the files (the command, the Python module), and loads each in a folder
in which every library that it needs is planted; not those that are for elsewhere, another Python
say. With --shipped the files are those that people get, which also look at their stack and at the
sizes of what they copy."""

import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SHIPPED = "--shipped" in sys.argv
arguments = [argument for argument in sys.argv[1:] if argument != "--shipped"]
here = arguments.index("--elsewhere") if "--elsewhere" in arguments else len(arguments)
LOADED = [Path(argument).resolve() for argument in arguments[:here]]
FILES = LOADED + [Path(argument).resolve() for argument in arguments[here + 1:]]


def readelf(option, path):
    return subprocess.run(["readelf", "--wide", option, path], capture_output=True, text=True, check=True).stdout


def is_safe_entry(entry):
    """Whether a folder of a run path is the same wherever the program is run."""
    return entry == "$ORIGIN" or entry.startswith(("$ORIGIN/", "/"))


def faults(path):
    """What is wrong with how the file is linked."""
    dynamic, segments = readelf("--dynamic", path), readelf("--segments", path)
    for line in dynamic.splitlines():
        if "(RPATH)" in line or "(RUNPATH)" in line:
            for entry in line.split("[", 1)[1].rsplit("]", 1)[0].split(":"):
                if not is_safe_entry(entry):
                    yield f"looks for libraries in {entry!r}"
    for name in needed(path):
        if "/" in name:
            yield f"needs {name}, a path"
    if "GNU_RELRO" not in segments or not re.search(r"\(FLAGS(_1)?\).*\bB?NOW\b", dynamic):
        yield "its tables of addresses can be written to (no full RELRO)"
    if re.search(r"GNU_STACK.* RWE ", segments):
        yield "its stack can be run"
    if "Type:                              EXEC" in readelf("--file-header", path):
        yield "is not position independent"
    if SHIPPED:
        symbols = readelf("--dyn-syms", path)
        for symbol, what in [("__stack_chk_fail", "stack protector"), ("_chk@", "FORTIFY"),
                             ("__glibcxx_assert_fail", "assertions of containers")]:
            if symbol not in symbols:
                yield f"has no {what}"


def needed(path):
    return re.findall(r"\(NEEDED\).*\[(.*)\]", readelf("--dynamic", path))


class Binaries(unittest.TestCase):
    def test_every_file_is_linked_hard(self):
        self.assertTrue(FILES)
        for file in FILES:
            self.assertEqual(list(faults(file)), [], file)

    def test_entries(self):
        for entry in ["$ORIGIN", "$ORIGIN/../lib/overt", "/usr/lib"]:
            self.assertTrue(is_safe_entry(entry), entry)
        for entry in ["", ".", "lib", "./lib", "$LIB", "$ORIGINAL"]:
            self.assertFalse(is_safe_entry(entry), entry)

    def test_a_planted_library_is_not_loaded(self):
        for file in LOADED:
            program = file.name == "overt"
            names = needed(file)
            self.assertIn("libsodium.so.23", names)
            with self.subTest(file), tempfile.TemporaryDirectory(prefix="overt-test-") as folder:
                for name in names:
                    (Path(folder) / name).write_text("not a library: whoever loads it ends at once")
                load = [file, "--version"] if program else [sys.executable, "-c", f"import ctypes; ctypes.CDLL('{file}')"]

                def run(**environment):
                    return subprocess.run(load, cwd=folder, capture_output=True, text=True,
                                          env={"PATH": "/usr/bin:/bin"} | environment)

                done = run()
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertRegex(done.stdout, r"\Aovert \d" if program else r"\A\Z")
                self.assertNotEqual(run(LD_LIBRARY_PATH=":").returncode, 0, "the planted files would not be noticed")

    def test_a_run_path_with_an_empty_entry_is_found(self):
        compiler = shutil.which("g++") or shutil.which("c++")
        with tempfile.TemporaryDirectory(prefix="overt-test-") as folder:
            program = f"{folder}/program"
            subprocess.run([compiler, "-x", "c++", "-", "-o", program, "-Wl,-rpath,/usr/lib:", "-Wl,-z,lazy"],
                           input="int main() {}", text=True, check=True)
            self.assertIn("looks for libraries in ''", list(faults(program)))
            self.assertIn("its tables of addresses can be written to (no full RELRO)", list(faults(program)))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
