"""A release from counts against one from records, and from and to PostgreSQL against files.

    python main.py BIN_FOLDER [RECORDS ...]

Of each run: seconds, seconds of processor time of the command (not of the server), and the most memory that it had.
Every release is verified against the records. Medians of three rounds, in turns. Without sizes: 600,000 and 10 million
records, and then a billion, which are drawn as counts and released once in each way.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "postgres"))
from cluster import Cluster  # noqa: E402

ROUNDS = 3
ROLES = ["--quasi", "age,gender,education,birthplace", "--sensitive", "occupation"]
HEADER = "age,gender,education,birthplace,occupation"


def run(program, *arguments):
    """(seconds, processor seconds, MiB at most)"""
    start = time.perf_counter()
    process = subprocess.Popen([program, *map(str, arguments)])
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"counts: {arguments} failed")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def write_counts(records, counts):
    with open(records) as file:
        next(file)
        found = Counter(file)
    with open(counts, "w") as file:
        file.write(f"{HEADER},n\n")
        for row, n in found.items():
            file.write(f"{row.rstrip()},{n}\n")
    return len(found)


def compare(program, folder, ways, what):
    """`ways`: name -> (arguments of release, how the original is read, where the release is)"""
    found = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, (arguments, _, _) in ways.items():
            found[name].append(run(program, "release", *arguments, *ROLES, "--l", "6", "--force", "--quiet"))
    for _, reading, release in ways.values():
        run(program, "verify", *release, "--against", *reading, "--quiet")
    base = None
    for name, rounds in found.items():
        took, worked, memory = (statistics.median(column) for column in zip(*rounds))
        base = base or (took, worked, memory)
        print(f"counts_{what} {name}: {took:.2f} s, {worked:.2f} s of work, {memory:.0f} MiB: {took / base[0]:.2f}, "
              f"{worked / base[1]:.2f} and {memory / base[2]:.2f} times", flush=True)


def billion(program, place):
    counts, out = place / "billion.csv", place / "out"
    print("counts_billion generate: {:.2f} s, {:.2f} s of work, {:.0f} MiB".format(
        *run(program, "generate", "--records", "1000000000", "--counted", "--quiet", "--out", counts)), flush=True)
    for name, more in [("l = 4", ["--l", "4"]), ("l = 6, whole", ["--l", "6", "--leaves", "whole"])]:
        took, worked, memory = run(program, "release", counts, "--count", "count", "--counted", *ROLES, *more, "--out", out,
                                   "--force", "--quiet")
        run(program, "verify", out, "--against", counts, "--count", "count", "--quiet")
        groups = json.loads((out / "certificate.json").read_text())["groups"]
        print(f"counts_billion {name}: {took:.2f} s, {worked:.2f} s of work, {memory:.0f} MiB, {groups} groups", flush=True)


def main(folder, *sizes):
    program = Path(folder).resolve() / "overt"
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        for size in [int(size) for size in sizes] or [600_000, 10_000_000]:
            records, counts, out = place / "records.csv", place / "counts.csv", place / "out"
            subprocess.run([program, "generate", "--records", str(size), "--out", records, "--force"], check=True)
            rows = write_counts(records, counts)
            print(f"counts: {size} records, {rows} rows", flush=True)
            compare(program, place, {
                "records": ([records, "--out", out], [records], [out]),
                "counts": ([counts, "--count", "n", "--out", out], [records], [out]),
                "counted": ([counts, "--count", "n", "--counted", "--out", out], [records], [out])}, size)
            plain = ["--tree", "plain", "--out", out]
            compare(program, place, {
                "records, plain tree": ([records, *plain], [records], [out]),
                "counted, plain tree": ([counts, "--count", "n", "--counted", *plain], [records], [out])}, size)
            if size > 1_000_000:
                continue
            with Cluster() as cluster:
                cluster.sql("create table people (age int, gender text, education int, birthplace text, occupation text)")
                cluster.sql(f"\\copy people from '{records}' (format csv, header)")
                source = [cluster.name, "--table", "people"]
                compare(program, place, {
                    "files": ([records, "--out", out], [records], [out]),
                    "postgresql in": ([*source, "--out", out], source, [out]),
                    "postgresql in and out": ([*source, "--out", cluster.name, "--into", "released"], source,
                                              [cluster.name, "--from", "released"])}, size)
        if not sizes:
            billion(program, place)


if __name__ == "__main__":
    main(*sys.argv[1:])
