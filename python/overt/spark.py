"""Tables in Spark: Spark groups and counts, the core decides on the driver, and the released table goes back.

    released = overt.spark.release(patients, quasi_identifying=["age", "zip"], sensitive="condition", l=4)
    released.table.write.parquet("hdfs:///released")
    assert overt.spark.verify(released.table, released.certificate)

What comes to the driver is how often each combination of quasi-identifiers and sensitive values occurs, never a record;
``most_combinations`` guards its memory. Needs ``pip install overt[spark]`` (pyspark 4).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pyarrow as pa
from pyspark.sql import functions as F

from ._job import job_of
from ._release import Release
from ._release import release as _release

__all__ = ["Checks", "Measures", "Released", "check", "counts", "release", "verify"]

COUNT = "overt_count"  # the column of counts
MOST = 20_000_000  # combinations: some gigabytes on the driver


def _quoted(column: str) -> Any:
    return F.col("`" + column.replace("`", "``") + "`")


def _need(df: Any, columns: Sequence[str]) -> None:
    for column in columns:
        if df.columns.count(column) != 1:
            raise ValueError(f"the table: there is {'no' if column not in df.columns else 'more than one'} column with "
                             f"the name: {column}")


def _guard(df: Any, columns: Sequence[str], most: int) -> None:
    """Refuses before anything is collected, and says which column makes the combinations so many."""
    kinds = [F.approx_count_distinct(_quoted(column)).alias(f"c{i}") for i, column in enumerate(columns)]
    everything = F.approx_count_distinct(F.struct(*(_quoted(column) for column in columns))).alias("combinations")
    found = df.agg(everything, *kinds).first()
    if found["combinations"] > most:
        widest = max(range(len(columns)), key=lambda i: found[f"c{i}"])
        raise ValueError(f"about {found['combinations']} combinations of values are more than the {most} that the driver "
                         f"is to hold; the column {columns[widest]} has about {found[f'c{widest}']} values: make it "
                         "coarser first, by a hierarchy or by rounding")


def counts(df: Any, columns: Sequence[str], *, count: str = COUNT, most_combinations: int = MOST) -> pa.Table:
    """How often each combination of values of these columns occurs, as an Arrow table on the driver."""
    _need(df, columns)
    if count in columns:
        raise ValueError(f"count: {count} is the name of a column already")
    _guard(df, columns, most_combinations)
    texts = df.select(*(_quoted(column).cast("string").alias(f"c{i}") for i, column in enumerate(columns)))
    table: pa.Table = texts.groupBy(*texts.columns).count().toArrow()
    return table.rename_columns([*columns, count])


class Released:
    """A release, with its table in Spark."""

    def __init__(self, spark: Any, release: Release) -> None:
        self._spark = spark
        self.release = release

    @property
    def certificate(self) -> dict[str, Any]:
        """What the release says of itself, as ``certificate.json`` has it."""
        return dict(self.release.certificate)

    @property
    def table(self) -> Any:
        """The released table as a Spark DataFrame. Its rows are in an order that secret coins have drawn, as on disk: no
        order in which Spark hands them out says anything."""
        return self._spark.createDataFrame(pa.table(self.release))


def release(df: Any, *, job: Any = None, most_combinations: int = MOST, **arguments: Any) -> Released:
    """Releases a Spark DataFrame; ``arguments`` are those of ``overt.release``.

    Every column needs a role; identifying ones are not read. Insensitive columns and the anatomy form keep records, and
    only counts leave Spark: both are refused.
    """
    roles = job_of(job, **{role: arguments.get(role) for role in
                           ("identifying", "quasi_identifying", "sensitive", "insensitive")})["roles"]
    if roles.get("insensitive"):
        raise ValueError("insensitive: such columns are passed through record by record, and only counts leave Spark; "
                         "drop them first")
    if arguments.get("form") == "anatomy":
        raise ValueError("form: the anatomy form has a row for each record, and only counts leave Spark; use generalized")
    hidden = roles.get("identifying", [])
    wanted = [*roles.get("quasi_identifying", []), *roles.get("sensitive", [])]
    _need(df, hidden)
    nameless = [column for column in df.columns if column not in wanted and column not in hidden]
    if nameless:
        raise ValueError("every column needs a role (identifying, quasi_identifying or sensitive), or drop it first; "
                         "missing for: " + ", ".join(nameless))
    found = counts(df, wanted, most_combinations=most_combinations)
    for column in hidden:  # its name alone, for the certificate
        found = found.append_column(column, pa.nulls(found.num_rows, pa.string()))
    return Released(df.sparkSession, _release(found, job=job, count=COUNT, **arguments))


class Checks(dict[str, bool]):
    """Each check with whether it passed; true if all did."""

    def __bool__(self) -> bool:
        return len(self) > 0 and all(self.values())


def verify(df: Any, certificate: Mapping[str, Any]) -> Checks:
    """Checks a released table against its certificate by aggregation in Spark, without collecting it: every group keeps a
    share of 1/l, its rows have the same cells, and sizes are as certified. The promise is ``l``; the SHA-256 of files, and
    caps (docs/concepts/promises.md), are for ``overt.verify``.
    """
    job = certificate["job"]
    if certificate["form"] != "generalized" or "max" not in certificate.get("promise", {}):
        raise ValueError("what Spark checks is a share of 1/l of the generalized form; save the release and use overt.verify")
    bound, largest = Fraction(certificate["promise"]["max"]), Fraction(certificate["largest_share"])
    sensitive = job["roles"]["sensitive"][0]
    cells = [column for column in df.columns if column not in ("group", sensitive, "count")
             and column not in job["roles"].get("insensitive", [])]
    number = F.col("count").cast("long") if job.get("counted") else F.lit(1).cast("long")
    _need(df, ["group", sensitive, *(["count"] if job.get("counted") else [])])
    values = df.groupBy(F.col("group"), _quoted(sensitive).alias("value")).agg(F.sum(number).alias("n"),
                                                                              F.min(number).alias("least"))
    groups = values.groupBy("group").agg(F.sum("n").alias("records"), F.max("n").alias("most"), F.min("least").alias("least"))
    one = groups.agg(
        F.sum("records").alias("records"), F.count("*").alias("groups"), F.min("records").alias("smallest"),
        F.min("group").alias("first"), F.max("group").alias("last"), F.min("least").alias("least"),
        F.sum((F.col("most") * bound.denominator > F.col("records") * bound.numerator).cast("long")).alias("above"),
        F.sum((F.col("most") * largest.denominator > F.col("records") * largest.numerator).cast("long")).alias("larger"),
        F.sum((F.col("most") * largest.denominator == F.col("records") * largest.numerator).cast("long")).alias("equal"),
    ).first()
    rectangles = df.select("group", *(_quoted(column) for column in cells)).distinct().count()
    return Checks({
        "every group keeps the promise": one["above"] == 0 and largest <= bound,
        "groups are numbered 1, 2, ..": one["first"] == 1 and one["last"] == one["groups"],
        "counts are positive": (one["least"] or 0) >= 1,
        "the records of a group share one rectangle": rectangles == one["groups"],
        "records, groups, smallest group and largest share are as certified":
            (one["records"], one["groups"], one["smallest"]) == (certificate["records"], certificate["groups"],
                                                                 certificate["smallest_group"])
            and one["larger"] == 0 and one["equal"] > 0,
    })


class Measures(dict[str, Any]):
    """Figures by their names; also as attributes."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


def check(df: Any, *, quasi_identifying: str | Sequence[str], sensitive: str | None = None) -> Measures:
    """k, uniques, risks, and of a sensitive column alpha and distinct l, by aggregation in Spark: exact, and nothing is
    collected. Groups are the records that are equal in all quasi-identifying columns (docs/concepts/measures.md).
    """
    quasi = [quasi_identifying] if isinstance(quasi_identifying, str) else list(quasi_identifying)
    _need(df, [*quasi, *([sensitive] if sensitive else [])])
    if not quasi:
        raise ValueError("quasi_identifying: at least one column makes the groups")
    keys = [_quoted(column).alias(f"c{i}") for i, column in enumerate(quasi)]
    value = _quoted(sensitive).cast("string") if sensitive else F.lit("")
    cells = df.select(*keys, value.alias("value")).groupBy(*(f"c{i}" for i in range(len(quasi))), "value").agg(
        F.count("*").alias("n"))
    groups = cells.groupBy(*(f"c{i}" for i in range(len(quasi)))).agg(
        F.sum("n").alias("records"), F.max("n").alias("most"), F.count("*").alias("values"))
    # The largest share, exactly: of equal quotients of doubles (below 2^53 records there are no others that near) any.
    found = groups.agg(
        F.sum("records").alias("records"), F.count("*").alias("groups"), F.min("records").alias("k"),
        F.sum((F.col("records") == 1).cast("long")).alias("uniques"), F.min("values").alias("distinct_l"),
        F.max(F.struct(F.col("most") / F.col("records"), F.col("most"), F.col("records"))).alias("share")).first()
    if not found["records"]:
        raise ValueError("the table has no records")

    result = Measures(records=found["records"], groups=found["groups"], k=found["k"], uniques=found["uniques"],
                      largest_risk=str(Fraction(1, found["k"])), mean_risk=str(Fraction(found["groups"], found["records"])))
    if sensitive:
        result.update(alpha=str(Fraction(found["share"][1], found["share"][2])), distinct_l=found["distinct_l"])
    return result
