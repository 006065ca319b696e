"""The wheel in a clean root: installed by pip with what it asks for, then the package and the command are used. And what
makes it run on older systems never guesses.

    python3 wheel_test.py WHEEL
"""

import json
import re
import shutil
import subprocess
import sys
import unittest
import zipfile
from pathlib import Path

from clean_root import ROOT, CleanRoot

WHEEL = Path(sys.argv[1]).resolve()
# Libraries that the platform itself has.
SYSTEM = re.compile(r"^(ld-linux-.*|lib(c|m|dl|pthread|rt|z|gcc_s|stdc\+\+)\.so\.\d+)$")


class Wheel(CleanRoot):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        wheels = cls.root / "try/wheels"
        wheels.mkdir()
        shutil.copy(WHEEL, wheels)
        # What it depends on in the versions that are pinned, so that nothing is fetched inside.
        pins = [line.split(" ")[0] for file in ("requirements.txt", "requirements-test.txt")
                for line in (ROOT / "scripts" / file).read_text().splitlines() if re.match(r"(pyarrow|tqdm)==", line)]
        subprocess.run([sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps", "--dest", wheels,
                        *pins], check=True)
        shutil.copy(ROOT / "tests/python/smoke_test.py", cls.root / "try")

    def test_whole_way(self):
        self.assertIn("manylinux_2_34", WHEEL.name)
        self.run_in_root("python3", "-m", "venv", "/environment")
        self.run_in_root("/environment/bin/python", "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-index",
                         "--find-links", "wheels", "overt")
        self.run_in_root("/environment/bin/python", "smoke_test.py")
        self.use("/environment/bin/overt")
        self.every_library_is_there()
        self.run_in_root("/environment/bin/python", "-m", "pip", "uninstall", "--quiet", "-y", "pyarrow")
        self.assertIn("pyarrow is not installed beside", self.run_in_root("/environment/bin/overt", "--version", code=3))

    def every_library_is_there(self):
        """The system's own aside, the libraries are ours and pyarrow's: none of those that Debian may happen to have."""
        [package] = self.root.glob("environment/lib/python3*/site-packages/overt")
        place = "/" + str(package.relative_to(self.root))
        for binary in [f"{place}/bin/overt", *(f"{place}/{path.name}" for path in package.glob("*.so"))]:
            for name, path in re.findall(r"^\s*(\S+) => (.*?)(?: \(|$)", self.run_in_root("ldd", binary), re.MULTILINE):
                self.assertTrue(SYSTEM.match(name) or path.startswith("/environment/") or "/environment/" in path, f"{binary}: {name}: {path}")

    def test_it_lists_what_it_brings_along(self):
        with zipfile.ZipFile(WHEEL) as wheel:
            [place] = [name for name in wheel.namelist() if re.search(r"/sboms/.*\.json$", name)]
            listed = {part["name"] for part in json.loads(wheel.read(place))["components"]}
            brought = {Path(name).name.split(".")[0].split("-")[0] for name in wheel.namelist() if ".libs/" in name}
        self.assertGreaterEqual(len(brought), 5, brought)
        self.assertTrue({"libsodium23", "libgmp10"} <= listed, listed)

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
