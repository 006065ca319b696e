"""How long every long call of the Python package takes to stop after Ctrl-C.

    python main.py [PART OF A NAME] ...      # with the package in PYTHONPATH

Each call runs once to its end (or for at most LONGEST seconds), and then MOMENTS times more with a SIGINT at moments
spread over that time. What is printed is the longest time from the signal to the KeyboardInterrupt. A call that does
not raise it, or leaves a file behind, fails the benchmark; the package goes on being used afterwards.
"""

import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path

import pandas  # noqa: F401  (so that to_pandas does not measure the import)
import pyarrow.csv
import pyarrow.parquet

import overt

RECORDS = int(os.environ.get("RECORDS", "2000000"))
MOMENTS, LONGEST, ALLOWED = 8, 8.0, 1.0
ROLES = {"quasi_identifying": ["age", "gender", "education", "birthplace"], "sensitive": "occupation"}
QUIET = {"progress": False}


def family():
    """As large as explain(family=True) takes: 9 records, all partitions, many tables."""
    return {"values": [0, 0, 1, 2, 3, 4, 5, 6, 7], "property": {"name": "highest_ratio", "max": "1"}}


def walk(records=24):
    steps = [[[j for j in range(records) if j % k == r] for r in range(k)] for k in (8, 6, 4, 2)]
    return {"values": [i * i % 5 for i in range(records)], "property": {"name": "highest_ratio", "max": "1/3"},
            "generalizations": steps}


def overlapping(records, disclosures, values, seed=3):
    """One large component: every disclosure is a random part of the records."""
    chance = random.Random(seed)
    table = [chance.randrange(values) for _ in range(records)]
    found = []
    for d in range(disclosures):
        chosen = sorted(chance.sample(range(records), records // 8))
        counts = {}
        for record in chosen:
            counts[f"v{table[record]}"] = counts.get(f"v{table[record]}", 0) + 1
        found.append({"name": f"d{d}", "records": chosen, "values": counts})
    return {"records": [f"r{i}" for i in range(records)], "disclosures": found}


def clashing(records, disclosures, values):
    problem = overlapping(records, disclosures, values)
    problem["disclosures"].append({"name": "all", "records": list(range(records)), "values": {"v0": records}})
    return problem


def codes(count):
    chance = random.Random(5)
    return {"code": [f"{chance.randrange(10 ** 8):08d}" for _ in range(count)]}


def calls(folder):
    table = overt.generate(RECORDS, **QUIET)
    small = table.slice(0, 20_000)
    csv, parquet = folder / "in.csv", folder / "in.parquet"
    pyarrow.csv.write_csv(table, csv)
    pyarrow.parquet.write_table(table, parquet)
    released = overt.release(table, **ROLES, l=6, **QUIET)
    anatomy = overt.release(table, **ROLES, l=6, form="anatomy", **QUIET)
    kept = folder / "kept.parquet"
    overt.release(table, **ROLES, l=6, keep_groups=kept, **QUIET)
    saved = folder / "saved"
    released.save(saved, **QUIET)
    out = folder / "out"
    chain = {"name": "safe", "chain": ["age", "birthplace", "education", "gender"]}
    yield "generate", lambda: overt.generate(20 * RECORDS, **QUIET)
    yield "inspect csv", lambda: overt.inspect(csv, **QUIET)
    yield "inspect parquet", lambda: overt.inspect(parquet, **QUIET)
    yield "check", lambda: overt.check(table, **ROLES, **QUIET)
    yield "check release", lambda: overt.check(saved, **QUIET)
    for method in ("local", "rda", "ria", "gda"):
        for form in ("generalized", "anatomy"):
            yield f"release {method} {form}", lambda m=method, f=form: overt.release(
                table, **ROLES, l=6, method=m, form=f, **QUIET)
    yield "release csv", lambda: overt.release(csv, **ROLES, l=6, **QUIET)
    yield "release parquet", lambda: overt.release(parquet, **ROLES, l=6, **QUIET)
    for name in ("naive", "safe", "exclusive", "k_jump"):
        yield f"release strategy {name}", lambda n=name: overt.release(
            table, **ROLES, l=4, method="strategy", strategy=dict(chain, name=n, **({"jump": 2} if n == "k_jump" else {})), **QUIET)
    yield "release strategy entropy", lambda: overt.release(
        table, **ROLES, l=4, method="strategy", strategy=chain, property="entropy_diversity", **QUIET)
    yield "release after", lambda: overt.release(table, **ROLES, l=6, method="rda", after=[kept], **QUIET)
    yield "release merge", lambda: overt.release(table, **ROLES, l=3, method="merge", after=[kept], **QUIET)
    yield "save csv", lambda: released.save(out, **QUIET)
    yield "save parquet", lambda: anatomy.save(out, format="parquet", **QUIET)
    yield "to_pandas", lambda: released.table.to_pandas()
    yield "measure", lambda: overt.measure(released, table, queries=100_000, **QUIET)
    yield "measure anatomy", lambda: overt.measure(anatomy, table, queries=100_000, **QUIET)
    yield "verify", lambda: overt.verify(saved, **QUIET)
    yield "verify against", lambda: overt.verify(saved, against=csv, **QUIET)
    yield "explain", lambda: overt.explain(walk(), limit=10 ** 12, **QUIET)
    yield "explain jump all", lambda: overt.explain(walk(12), jump="all", limit=10 ** 12, **QUIET)
    yield "explain tables all", lambda: overt.explain(walk(12), tables="all", limit=10 ** 12, **QUIET)
    yield "explain family", lambda: overt.explain(family(), family=True, **QUIET)
    yield "attack problem", lambda: overt.attack(walk(16), limit=10 ** 12, **QUIET)
    yield "attack method", lambda: overt.attack(
        {"age": list(range(8)), "illness": [0, 0, 1, 1, 2, 2, 3, 3]}, method="rda",
        quasi_identifying="age", sensitive="illness", l=2, **QUIET)
    yield "attack table", lambda: overt.attack(small, **ROLES, l=4, **QUIET)
    yield "views exact", lambda: overt.views(overlapping(60, 6, 4), gamma="1/2", limit=10 ** 11, **QUIET)
    yield "views estimate", lambda: overt.views(overlapping(2000, 40, 20), gamma="1/2", sample=True, eps=0.02,
                                                theta=0.99, **QUIET)
    yield "views of a release", lambda: overt.views(anatomy, gamma="1/2", **QUIET)
    yield "views clash", lambda: overt.views(clashing(400, 20, 8), gamma="1/2", **QUIET)
    for method in ("forward", "backward"):
        yield f"policy {method}", lambda m=method: overt.policy(
            states=codes(1_000_000), column="code", prefix=True, at_least=5, method=m, **QUIET)
    yield "policy improve", lambda: overt.policy(
        states=codes(300_000), column="code", prefix=True, at_least=5, improve=True, **QUIET)


class Stop:
    """Sends SIGINT after `delay` seconds unless the call has ended."""

    def __init__(self, delay):
        self.sent = None
        self.timer = threading.Timer(delay, self.send)

    def send(self):
        self.sent = time.perf_counter()
        os.kill(os.getpid(), signal.SIGINT)

    def __enter__(self):
        self.timer.start()
        return self

    def __exit__(self, *_):
        self.timer.cancel()


def run(call, delay):
    """Seconds from the signal to the exception; None if the call ended first, and what it took."""
    start = time.perf_counter()
    stop = Stop(delay)
    try:
        with stop:
            try:
                call()
            except (overt.NotReleasable, ValueError) as answer:  # an answer as good as any
                if isinstance(answer, ValueError) and "contradict" not in str(answer):
                    raise
        took = time.perf_counter() - start
        if stop.sent is not None:
            time.sleep(0.01)  # the signal came between the end of the call and here
        return None, took
    except KeyboardInterrupt:
        now = time.perf_counter()
        return now - (stop.sent or now), now - start


def clear(path):
    if path.exists():
        shutil.rmtree(path)


def main(wanted):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        slow = 0
        for what, call in calls(folder):
            if wanted and not any(part in what for part in wanted):
                continue
            clear(folder / "out")
            before = sorted(os.listdir(folder))
            latency, took = run(call, LONGEST)
            late = [latency or 0.0]
            for moment in range(MOMENTS):
                clear(folder / "out")
                latency, _ = run(call, min(took, LONGEST) * (moment + 0.5) / MOMENTS)
                if latency is not None:
                    late.append(latency)
                    if sorted(os.listdir(folder)) != before:
                        sys.exit(f"interrupt: {what} left something behind")
            worst = max(late)
            slow += worst > ALLOWED
            print(f"interrupt_{what.replace(' ', '_')}: stops within {1000 * worst:.0f} ms of Ctrl-C, "
                  f"{len(late) - 1} of {MOMENTS} moments of {took:.1f} s (target {1000 * ALLOWED:.0f} ms)", flush=True)
        print(f"interrupt: {slow} calls above {ALLOWED:.0f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
