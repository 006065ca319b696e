"""Another project finds the installed package, links overt::overt and runs.

    python3 consumer_test.py CMAKE BUILD_FOLDER COMPILER
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
INCLUDE = re.compile(r'^#include ([<"])([^>"]+)[>"]', re.MULTILINE)


def run(*command):
    print("$", *command, flush=True)
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    print(done.stdout, flush=True)
    if done.returncode:
        sys.exit(f"failed with exit code {done.returncode}")
    return done.stdout


def check_headers(include):
    """Installed headers need no library that the package does not find, and no header that is not there."""
    headers = list(include.rglob("*.h"))
    if len(headers) < 100:
        sys.exit(f"only {len(headers)} headers are installed")
    for path in headers:
        for bracket, name in INCLUDE.findall(path.read_text()):
            if bracket == "<" and not re.match(r"[a-z_]+$|(fmt|sys)/|(gmpxx|unistd)\.h$", name):
                sys.exit(f"{path.relative_to(include)} includes {name}, which the package does not find")
            if bracket == '"' and not (include / name).exists():
                sys.exit(f"{path.relative_to(include)} includes {name}, which is not installed")


def main(cmake, build, compiler):
    os.environ.pop("DESTDIR", None)
    with tempfile.TemporaryDirectory(prefix="overt-consumer-") as folder:
        prefix, consumer = f"{folder}/prefix", f"{folder}/build"
        run(cmake, "--install", build, "--prefix", prefix)

        # The package can be moved: it names neither the source nor the build folder.
        for path in Path(prefix).rglob("*.cmake"):
            for name in (str(ROOT), build):
                if name in path.read_text():
                    sys.exit(f"{path.relative_to(prefix)} names {name}")

        check_headers(Path(prefix) / "include")
        run(cmake, "-S", str(HERE), "-B", consumer, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}",
            f"-DCMAKE_CXX_COMPILER={compiler}", "-DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF")
        run(cmake, "--build", consumer)
        if run(f"{consumer}/consumer") != "2 groups\n":
            sys.exit("the consumer printed something else than expected")


if __name__ == "__main__":
    main(*sys.argv[1:])
