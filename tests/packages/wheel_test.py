"""A wheel in a clean root: installed by pip and by pipx with what it asks for, then the package and the command are used.
And what makes it run on older systems never guesses.

    python3 wheel_test.py WHEEL SUITE

SUITE is the Debian of the root, whose Python the wheel is for."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
import unittest
import zipfile
from email.parser import HeaderParser
from pathlib import Path

from clean_root import ROOT, CleanRoot

WHEEL, SUITE = Path(sys.argv[1]).resolve(), sys.argv[2]
# Libraries that the platform itself has.
SYSTEM = re.compile(r"^(ld-linux-.*|lib(c|m|dl|pthread|rt|z|gcc_s|stdc\+\+)\.so\.\d+)$")
# What the wheel depends on, and pipx with its pip, in the versions that are pinned.
PINNED = {"requirements.txt": r"pyarrow==", "requirements-test.txt": r"tqdm==", "requirements-pipx.txt": ""}
PIP = ["-m", "pip", "--disable-pip-version-check"]


class Wheel(CleanRoot):
    suite = SUITE

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        wheels = cls.root / "try/wheels"
        wheels.mkdir()
        shutil.copy(WHEEL, wheels)
        [python] = cls.root.glob("usr/bin/python3.*[0-9]")  # so that nothing is fetched inside
        pins = [line for file, which in PINNED.items() for line in (ROOT / "scripts" / file).read_text().replace("\\\n", "").splitlines()
                if re.match(which, line)]
        (cls.root / "try/pins.txt").write_text("\n".join(dict.fromkeys(pins)))
        subprocess.run([sys.executable, *PIP, "download", "--quiet", "--no-deps", "--only-binary=:all:", "--require-hashes",
                        "--dest", wheels, "--python-version", python.name.removeprefix("python"), "--implementation", "cp",
                        *(f"--platform=manylinux_2_{minor}_x86_64" for minor in (17, 28, 34)), "-r", cls.root / "try/pins.txt"], check=True)
        shutil.copy(ROOT / "tests/python/smoke_test.py", cls.root / "try")

    def in_environment(self, folder, *command):
        """python3 -m ... of a new environment, without a network."""
        self.run_in_root("python3", "-m", "venv", folder)
        return self.run_in_root(f"{folder}/bin/python", *PIP, "install", "--quiet", "--no-index", "--find-links", "wheels", *command)

    def test_whole_way(self):
        self.assertIn("manylinux_2_34", WHEEL.name)
        self.in_environment("/environment", "overt")
        self.run_in_root("/environment/bin/python", "smoke_test.py")
        self.use("/environment/bin/overt")
        self.every_library_is_there()
        self.run_in_root("/environment/bin/python", *PIP, "uninstall", "--quiet", "-y", "pyarrow")
        self.assertIn("pyarrow is not installed beside the package: pip install --ignore-installed 'pyarrow", self.run_in_root("/environment/bin/overt", "--version", code=3))

    def every_library_is_there(self):
        """The system's own aside, the libraries are ours and pyarrow's: none of those that Debian may happen to have."""
        [package] = self.root.glob("environment/lib/python3*/site-packages/overt")
        place = "/" + str(package.relative_to(self.root))
        for binary in [f"{place}/bin/overt", *(f"{place}/{path.name}" for path in package.glob("*.so"))]:
            for name, path in re.findall(r"^\s*(\S+) => (.*?)(?: \(|$)", self.run_in_root("ldd", binary), re.MULTILINE):
                self.assertTrue(SYSTEM.match(name) or "/environment/" in path, f"{binary}: {name}: {path}")

    def test_pipx_gives_the_command(self):
        self.in_environment("/pipx", "pipx")
        self.run_in_root("env", "PIPX_HOME=/pipx/home", "PIPX_BIN_DIR=/pipx/commands", "/pipx/bin/pipx", "install",
                         "--pip-args=--no-index --find-links=/try/wheels", f"wheels/{WHEEL.name}")
        self.assertRegex(self.run_in_root("/pipx/commands/overt", "--version"), r"^overt \d+\.\d+\.\d+")
        package = next(self.root.glob("pipx/home/venvs/overt/lib/python3*/site-packages/overt/__init__.py"))
        self.assertTrue(package.exists())

    def test_extras_are_those_of_the_sources_and_resolve(self):
        with zipfile.ZipFile(WHEEL) as wheel:
            [place] = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
            said = HeaderParser().parsestr(wheel.read(place).decode())
        project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
        self.assertEqual(sorted(said.get_all("Provides-Extra")), sorted(project["optional-dependencies"]))
        if SUITE != "bookworm":
            return  # the environment of the tests, which has what the extras ask for, is of another Python
        fetched = {"spark"}  # 400 MB; tests/packages/packaging_test.py holds it against the version that is tested
        extras = ",".join(sorted(set(project["optional-dependencies"]) - fetched))
        done = subprocess.run([ROOT / ".venv/bin/python", *PIP, "install", "--dry-run", f"{WHEEL}[{extras}]"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Would install overt-", done.stdout)

    def test_it_lists_what_it_brings_along(self):
        with zipfile.ZipFile(WHEEL) as wheel:
            names = wheel.namelist()
            lists = {Path(name).name: json.loads(wheel.read(name)) for name in names if re.search(r"/sboms/.*\.json$", name)}
            [licences] = [wheel.read(name).decode() for name in names if name.endswith("/licenses/others.txt")]
        listed, put_there = ({part["name"] for part in lists[name]["components"]} for name in ("overt.cdx.json", "auditwheel.cdx.json"))
        self.assertGreaterEqual(len(put_there), 7, put_there)
        self.assertLessEqual(put_there - {"overt"}, listed)
        for part in ["libgmp10", "libsodium23", "libcli11-dev", "nlohmann-json3-dev", "libarchive-dev", "nanobind"]:
            self.assertIn(part, listed)
            self.assertIn(f"\n{part} ", licences)
        self.assertIn("pyarrow", listed)
        self.assertEqual(lists["overt.cdx.json"]["metadata"]["component"]["version"], WHEEL.name.split("-")[1])

    def test_what_has_no_older_version_is_not_bound_to_one(self):
        program = self.root / "try/program"
        for function, code in [("hypot(argc, 2) > 5", 0), ("arc4random() > 5", 1)]:
            subprocess.run(["g++", "-x", "c++", "-", "-o", program, "-lm"], text=True, check=True,
                           input=f"#include <cmath>\n#include <cstdlib>\nint main(int argc, char**) {{ return {function} ? argc : 0; }}")
            done = subprocess.run([ROOT / ".venv.package/bin/python", ROOT / "packaging/rebind.py", program], capture_output=True, text=True)
            self.assertEqual(done.returncode, code, done.stderr)
            if code:
                self.assertIn("needs GLIBC_2.36 for ['arc4random']: there is no older version that is known to do", done.stderr)
            else:
                subprocess.run([program], check=True)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
