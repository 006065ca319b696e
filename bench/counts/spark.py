"""A release of counts in Spark against the command line: processor time of all that takes part.

    python spark.py BIN_FOLDER [RECORDS]

With the package in PYTHONPATH, and Spark (scripts/setup spark). Spark runs on this machine, in one JVM with its workers
(local[2]): processor time is theirs and the driver's, from a CSV file to a table that is written as Parquet, the start of
Spark left out. With `row_key` the records stay in Spark, and the table has one row for each.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

QUASI = ["age", "gender", "education", "birthplace"]
TYPES = "age int, gender string, education int, birthplace string, occupation string"


def processor_time(root):
    """Seconds that a process and all below it have worked."""
    ticks, parents = {}, {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        pid = int(stat.parent.name)
        parents[pid], ticks[pid] = int(fields[1]), sum(map(int, fields[11:15]))

    def below(pid):
        while pid in parents and pid != root:
            pid = parents[pid]
        return pid == root

    return sum(ticks[pid] for pid in ticks if below(pid)) / os.sysconf("SC_CLK_TCK")


def main(folder, records="10000000"):
    import overt.spark
    from pyspark.sql import SparkSession
    from pyspark.sql import functions as F

    program = Path(folder).resolve() / "overt"
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        table = place / "records.csv"
        subprocess.run([program, "generate", "--records", records, "--out", table, "--quiet"], check=True)
        process = subprocess.Popen([program, "release", table, "--quasi", ",".join(QUASI), "--sensitive", "occupation", "--l",
                                    "6", "--counted", "--format", "parquet", "--out", place / "out", "--quiet"])
        _, status, usage = os.wait4(process.pid, 0)
        if status != 0:
            sys.exit("spark: the command failed")
        base = usage.ru_utime + usage.ru_stime
        print(f"counts_spark command: {base:.1f} s of work", flush=True)

        spark = (SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config("spark.log.level", "ERROR")
                 .config("spark.driver.memory", "6g").config("spark.sql.shuffle.partitions", "8")
                 .config("spark.ui.showConsoleProgress", "false").config("spark.local.dir", str(place))
                 .getOrCreate())
        frame = spark.read.csv(str(table), schema=TYPES, header=True)
        keyed = frame.withColumn("key", F.monotonically_increasing_id())  # the file stays as it is, and so do they
        for what, df, more in [("counted", frame, {"counted": True}),
                               ("row_key", keyed, {"identifying": "key", "row_key": "key"})]:
            start, before = time.perf_counter(), processor_time(os.getpid())
            released = overt.spark.release(df, quasi_identifying=QUASI, sensitive="occupation", l=6, progress=False, **more)
            released.table.write.parquet(str(place / what))
            worked = processor_time(os.getpid()) - before
            written = spark.read.parquet(str(place / what))
            if not overt.spark.verify(written, released.certificate):
                sys.exit(f"spark: {what} is not verified")
            print(f"counts_spark {what}: {time.perf_counter() - start:.1f} s, {worked:.1f} s of work: "
                  f"{worked / base:.1f} times", flush=True)
            spark.catalog.clearCache()
        spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
