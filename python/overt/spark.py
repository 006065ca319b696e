"""Tables in Spark: Spark groups and counts, the core decides on the driver, and the released table goes back.

    released = overt.spark.release(patients, quasi_identifying=["age", "zip"], sensitive="condition", l=4)
    released.table.write.parquet("hdfs:///released")
    assert overt.spark.verify(released.table, released.certificate)

What comes to the driver is how often each combination of quasi-identifiers and sensitive values occurs, never a record;
``most_combinations`` guards its memory. With ``row_key`` the released records are made in Spark, too, which insensitive
columns and the anatomy form need. Needs ``pip install overt[spark]`` (pyspark 4).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa
from pyspark.sql import functions as F

from ._job import job_of
from ._release import Release, refuse_people
from ._release import release as _release
from ._spark_checks import Checks, Measures, check, verify
from ._spark_columns import need, quoted, texts
from ._spark_records import HERE, check_records, release_records

__all__ = ["Checks", "Measures", "Released", "check", "counts", "release", "verify"]

COUNT = "overt_count"  # the column of counts
MOST = 20_000_000  # combinations: some gigabytes on the driver


def _guard(df: Any, columns: Sequence[str], most: int) -> None:
    """Refuses before anything is collected, and says which column makes the combinations so many."""
    kinds = [F.approx_count_distinct(quoted(column)).alias(f"c{i}") for i, column in enumerate(columns)]
    everything = F.approx_count_distinct(F.struct(*(quoted(column) for column in columns))).alias("combinations")
    found = df.agg(everything, *kinds).first()
    if found["combinations"] > most:
        widest = max(range(len(columns)), key=lambda i: found[f"c{i}"])
        raise ValueError(f"about {found['combinations']} combinations of values are more than the {most} that the driver "
                         f"is to hold; the column {columns[widest]} has about {found[f'c{widest}']} values: make it "
                         "coarser first, by a hierarchy or by rounding")


def counts(df: Any, columns: Sequence[str], *, count: str = COUNT, most_combinations: int = MOST) -> pa.Table:
    """How often each combination of values of these columns occurs, as an Arrow table on the driver."""
    need(df, columns)
    if count in columns:
        raise ValueError(f"count: {count} is the name of a column already")
    _guard(df, columns, most_combinations)
    rows = df.select(*texts(df, columns))
    table: pa.Table = rows.groupBy(*rows.columns).count().toArrow()
    return table.rename_columns([*columns, count])


def _look_at_people(df: Any, asked: dict[str, Any]) -> None:
    """Refuses a person with several records: names stay in Spark."""
    person = asked.get("person")
    if not person or person not in asked["roles"].get("identifying", []):
        return
    name = quoted(person).cast("string")
    known = df.filter(name.isNotNull() & ~name.isin(list(asked.get("missing", ["", "NULL"]))))
    found = known.groupBy(name.alias("person")).count().agg(
        F.count("*").alias("people"), F.sum((F.col("count") > 1).cast("long")).alias("several")).first()
    refuse_people(person, found["several"] or 0, found["people"])


class Released:
    """A release, with its tables in Spark."""

    def __init__(self, certificate: dict[str, Any], tables: dict[str, Any], release: Release | None = None) -> None:
        self.certificate = certificate  # what the release says of itself, as certificate.json has it
        self.tables = tables  # released, or for the anatomy form quasi and sensitive
        self.release = release  # the same in memory, unless the records stayed in Spark

    @property
    def table(self) -> Any:
        """The released table as a Spark DataFrame. Its rows are in an order that secret coins have drawn, as on disk: no
        order in which Spark hands them out says anything."""
        if len(self.tables) > 1:
            raise ValueError("the anatomy form has two tables: .tables['quasi'] and .tables['sensitive']")
        return self.tables["released"]


def release(df: Any, *, job: Any = None, row_key: str | Sequence[str] | None = None, most_combinations: int = MOST,
            **arguments: Any) -> Released:
    """Releases a Spark DataFrame; ``arguments`` are those of ``overt.release``.

    Every column needs a role; identifying ones are not read. ``row_key`` names the column, or columns, that tell the rows
    apart and never change, an identifying one say: then the records stay in Spark and get their groups there, by coins
    that are drawn for each key. Insensitive columns and the anatomy form need it. The tables are kept in Spark's memory
    (``persist``), as they were verified.
    """
    asked = job_of(job, **{role: arguments.get(role) for role in
                           ("identifying", "quasi_identifying", "sensitive", "insensitive")},
                   **{name: arguments.get(name) for name in ("form", "counted", "person", "missing", *HERE)})
    roles = asked["roles"]
    hidden, insensitive = roles.get("identifying", []), roles.get("insensitive", [])
    wanted = [*roles.get("quasi_identifying", []), *roles.get("sensitive", [])]
    need(df, [*hidden, *insensitive])
    nameless = [column for column in df.columns if column not in wanted and column not in [*hidden, *insensitive]]
    if nameless:
        raise ValueError("every column needs a role (identifying, quasi_identifying, sensitive or insensitive), or drop it "
                         "first; missing for: " + ", ".join(nameless))
    _look_at_people(df, asked)
    if row_key is not None:
        key = [row_key] if isinstance(row_key, str) else list(row_key)
        check_records(df, key, asked)
        found = counts(df, wanted, most_combinations=most_combinations)
        return Released(*release_records(df, job, key, found, COUNT, arguments))
    for key_of_job, needs in (("insensitive", insensitive), ("form", asked.get("form") == "anatomy")):
        if needs:
            raise ValueError(f"{key_of_job}: the records stay in Spark, and are told apart by row_key: a column, or "
                             "several, an identifying one say; give it")
    found = counts(df, wanted, most_combinations=most_combinations)
    for column in hidden:  # its name alone, for the certificate
        found = found.append_column(column, pa.nulls(found.num_rows, pa.string()))
    released = _release(found, job=job, count=COUNT, **arguments)
    table = df.sparkSession.createDataFrame(released.table._numbers_and_dates())
    return Released(dict(released.certificate), {"released": table}, released)
