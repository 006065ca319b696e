"""The installed overt stands on its own: it is run while the build folder and
the virtual environment are renamed away.

    python3 installed_test.py CMAKE BUILD_FOLDER

Nothing else may use the two folders meanwhile (RUN_SERIAL in ctest). They are
put back whatever happens; when a run was killed outright, by the next one.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT = 600  # seconds a command may take: ours ends before that of ctest, which would kill us


def run(*command, quiet=False, **options):
    print("$", *command, flush=True)
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, timeout=TIMEOUT, **options)
    if done.returncode or not quiet:
        print(done.stdout, end="", flush=True)
    if done.returncode:
        raise SystemExit(f"failed with exit code {done.returncode}")
    return done.stdout


def away(path):
    return path.with_name(path.name + ".away")


def put_back(path):
    if away(path).exists():
        if path.exists():  # made anew since a run was killed
            shutil.rmtree(away(path))
        else:
            away(path).rename(path)


@contextlib.contextmanager
def renamed_away(paths):
    try:
        for path in paths:
            path.rename(away(path))
        yield
    finally:
        for path in paths:
            put_back(path)


def check_run_paths(prefix):
    """Every installed binary looks for its libraries beside itself only."""
    binaries = [prefix / "bin/overt", *prefix.rglob("*.so*")]
    for binary in binaries:
        for line in run("readelf", "-d", str(binary), quiet=True).splitlines():
            if "(RPATH)" in line or "(RUNPATH)" in line:
                entries = line.split("[", 1)[1].rstrip("]").split(":")
                if not all(entry == "$ORIGIN" or entry.startswith("$ORIGIN/") for entry in entries):
                    raise SystemExit(f"{binary.name} looks for libraries elsewhere: {entries}")


def use(overt, folder):
    """The whole way once, with an environment that leads nowhere else."""
    def call(*arguments):
        return run(str(overt), *arguments, cwd=folder, env={"PATH": "/usr/bin:/bin", "HOME": folder})

    roles = ["--quasi", "age,gender,education,birthplace", "--sensitive", "occupation"]
    if not call("--version").startswith("overt "):
        raise SystemExit("--version says something else")
    call("generate", "--records", "1000", "--seed", "1", "--out", "census.csv")
    for form in ("csv", "parquet"):
        call("release", "census.csv", *roles, "--l", "4", "--format", form, "--out", f"release_{form}")
        call("verify", f"release_{form}")


def main(cmake, build):
    os.environ.pop("DESTDIR", None)
    build = Path(build).resolve()
    paths = [path for path in (build, ROOT / ".venv") if path.exists() or away(path).exists()]
    for path in paths:
        put_back(path)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda received, frame: sys.exit(128 + received))

    with tempfile.TemporaryDirectory(prefix="overt-installed-") as folder:
        os.chdir(folder)  # ctest starts us in a folder that may be about to move
        prefix = Path(folder) / "prefix"
        run(cmake, "--install", str(build), "--prefix", str(prefix))
        check_run_paths(prefix)
        with renamed_away(paths):
            use(prefix / "bin/overt", folder)


if __name__ == "__main__":
    if sys.prefix != sys.base_prefix:  # step out of the environment that is to be renamed
        python = f"{sys.base_prefix}/bin/python3"
        os.execv(python, [python, *sys.argv])
    main(*sys.argv[1:])
