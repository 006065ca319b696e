"""overt.release on a pyarrow table of 600,000 records against the C++ call on the same data.

    python main.py SEEDED_RELEASE        # with the package in PYTHONPATH

Both have the same coins, so that the saved files can be compared: a fast wrong answer fails. The C++ call reads the
table from a Parquet file and writes a CSV file; the Python call has the table in memory and leaves the release there,
and with `save` writes the same file. Medians of five rounds, in turns.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pyarrow.parquet

import overt

RECORDS, ROUNDS, SEED, DATE = 600_000, 5, 3, "2020-02-02"
ROLES = {"quasi_identifying": ["age", "gender", "education", "birthplace"], "sensitive": "occupation"}
METHODS = [("local", 6), ("rda", 8)]


def job_file(folder, method, l):
    path = folder / "job.toml"
    path.write_text(f'input = "{folder}/census.parquet"\noutput = "{folder}/by_core"\nl = {l}\nmethod = "{method}"\n'
                    f'[roles]\nquasi_identifying = {ROLES["quasi_identifying"]}\nsensitive = "occupation"\n')
    return path


def main(program):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        table = overt.generate(RECORDS, progress=False)
        pyarrow.parquet.write_table(table, folder / "census.parquet")
        for method, l in METHODS:
            job = job_file(folder, method, l)
            core, memory, saved = [], [], []
            for _ in range(ROUNDS):
                core.append(float(subprocess.run([program, job, str(SEED), DATE], check=True, capture_output=True,
                                                 text=True).stdout))
                start = time.perf_counter()
                released = overt.release(table, **ROLES, method=method, l=l, test_seed=SEED, date=DATE, progress=False)
                memory.append(time.perf_counter() - start)
                released.save(folder / "by_package", force=True, progress=False)
                saved.append(time.perf_counter() - start)
                files = [(folder / which / "released.csv").read_bytes() for which in ("by_core", "by_package")]
                if files[0] != files[1]:
                    sys.exit("python: the released files differ")
            base = statistics.median(core)
            for what, times, target in [("", memory, " (target 1.3)"), (" and save", saved, "")]:
                took = statistics.median(times)
                print(f"python_{method}{what}: {1000 * took:.0f} ms, the C++ call {1000 * base:.0f} ms: "
                      f"{took / base:.2f} times{target}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
