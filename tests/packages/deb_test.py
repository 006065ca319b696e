"""The Debian packages in a clean root: installed with what they depend on, used, and removed without a trace.

    python3 deb_test.py PACKAGE...
"""

import shutil
import subprocess
import sys
import unittest
from pathlib import Path

from clean_root import CleanRoot

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
                     "share/doc/overt/changelog.Debian.gz", "share/doc/overt/sbom.cdx.json",
                     "share/bash-completion/completions/overt", "share/zsh/vendor-completions/_overt",
                     "share/fish/vendor_completions.d/overt.fish"]:
            self.assertTrue(any(name in one for one in listed), name)

    def test_install_use_remove(self):
        before = self.everything()
        for package in PACKAGES:
            shutil.copy(package, self.root / "try")
        self.run_in_root("apt-get", "-qq", "update")
        [command] = [package.name for package in PACKAGES if package.name.startswith("overt_")]
        self.run_in_root("apt-get", "-qq", "install", "--no-install-recommends", "-y", f"./{command}")
        self.use("/usr/bin/overt")
        self.assertIn("overt", self.run_in_root("sh", "-c", "gzip -dc /usr/share/man/man1/overt.1.gz"))
        self.run_in_root("apt-get", "-qq", "purge", "-y", "overt")
        self.assertEqual([path for path in self.everything() - before if "overt" in path], [])

    def everything(self):
        return {str(path.relative_to(self.root)) for path in (self.root / "usr").rglob("*")}


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
