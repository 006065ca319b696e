"""The Debian packages in a clean root: each installed with what it depends on, used, and removed without a trace.

    python3 deb_test.py PACKAGE...
"""

import shutil
import subprocess
import sys
import unittest
from pathlib import Path

from clean_root import ROOT, CleanRoot

PACKAGES = [Path(argument).resolve() for argument in sys.argv[1:]]


def names(packages):
    return [package.name.split("_")[0] for package in packages]


class Packages(CleanRoot):
    def test_what_is_in_them(self):
        self.assertEqual(sorted(names(PACKAGES)), ["libovert-dev", "overt"])
        [command] = [package for package in PACKAGES if package.name.startswith("overt_")]
        files = subprocess.run(["dpkg-deb", "--fsys-tarfile", command], capture_output=True, check=True).stdout
        listed = subprocess.run(["tar", "--list"], input=files, capture_output=True, check=True).stdout.decode().split()
        for name in ["bin/overt", "lib/overt/libarrow.so", "share/man/man1/overt-release.1.gz", "share/doc/overt/copyright",
                     "share/doc/overt/changelog.gz", "share/doc/overt/changelog.Debian.gz", "share/doc/overt/sbom.cdx.json", "share/doc/overt/licenses.txt.gz",
                     "share/bash-completion/completions/overt", "share/zsh/vendor-completions/_overt",
                     "share/fish/vendor_completions.d/overt.fish"]:
            self.assertTrue(any(name in one for one in listed), name)

    def install(self, name, *more):
        """One of our packages, with what it depends on."""
        [package] = [package for package in PACKAGES if package.name.startswith(f"{name}_")]
        shutil.copy(package, self.root / "try")
        self.run_in_root("apt-get", "-qq", "update")
        self.run_in_root("apt-get", "-qq", "install", "--no-install-recommends", "-y", f"./{package.name}", *more)

    def remove(self, name, before):
        self.run_in_root("apt-get", "-qq", "purge", "-y", name)
        self.assertEqual([path for path in self.everything() - before if "overt" in path], [])

    def test_install_use_remove(self):
        before = self.everything()
        self.install("overt")
        self.use("/usr/bin/overt")
        self.assertIn("overt", self.run_in_root("sh", "-c", "gzip -dc /usr/share/man/man1/overt.1.gz"))
        self.remove("overt", before)

    def test_the_library_is_found_and_linked(self):
        before = self.everything()
        self.install("libovert-dev", "g++", "cmake", "make")
        shutil.copytree(ROOT / "tests/consumer", self.root / "try/consumer")
        self.run_in_root("cmake", "-S", "consumer", "-B", "built")
        self.run_in_root("cmake", "--build", "built")
        self.assertEqual(self.run_in_root("built/consumer"), "2 groups\n")
        self.remove("libovert-dev", before)

    def everything(self):
        return {str(path.relative_to(self.root)) for path in (self.root / "usr").rglob("*")}


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
