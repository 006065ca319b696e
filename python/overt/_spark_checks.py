"""verify and check by aggregation in Spark: nothing is collected but figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pyspark.sql import functions as F

from ._spark_columns import need, quoted


class Checks(dict[str, bool]):
    """Each check with whether it passed; true if all did."""

    def __bool__(self) -> bool:
        return len(self) > 0 and all(self.values())


def _promise(groups: Any, certificate: Mapping[str, Any]) -> Checks:
    """Of groups with ``records``, the number of their most frequent value, ``most``, and their ``least`` count."""
    bound, largest = Fraction(certificate["promise"]["max"]), Fraction(certificate["largest_share"])
    one = groups.agg(
        F.sum("records").alias("records"), F.count("*").alias("groups"), F.min("records").alias("smallest"),
        F.min("group").alias("first"), F.max("group").alias("last"), F.min("least").alias("least"),
        F.sum((F.col("most") * bound.denominator > F.col("records") * bound.numerator).cast("long")).alias("above"),
        F.sum((F.col("most") * largest.denominator > F.col("records") * largest.numerator).cast("long")).alias("larger"),
        F.sum((F.col("most") * largest.denominator == F.col("records") * largest.numerator).cast("long")).alias("equal"),
    ).first()
    return Checks({
        "every group keeps the promise": one["above"] == 0 and largest <= bound,
        "groups are numbered 1, 2, ..": one["first"] == 1 and one["last"] == one["groups"],
        "counts are positive": (one["least"] or 0) >= 1,
        "records, groups, smallest group and largest share are as certified":
            (one["records"], one["groups"], one["smallest"]) == (certificate["records"], certificate["groups"],
                                                                 certificate["smallest_group"])
            and one["larger"] == 0 and (one["equal"] or 0) > 0,
    })


def _groups(df: Any, sensitive: str, number: Any) -> Any:
    values = df.groupBy(F.col("group"), quoted(sensitive).alias("value")).agg(
        F.sum(number).alias("n"), F.min(number).alias("least"), F.count("*").alias("rows"))
    return values.groupBy("group").agg(F.sum("n").alias("records"), F.max("n").alias("most"),
                                       F.min("least").alias("least"), F.max("rows").alias("rows"))


def _verify_generalized(df: Any, certificate: Mapping[str, Any]) -> Checks:
    job = certificate["job"]
    sensitive = job["roles"]["sensitive"][0]
    counted = bool(job.get("counted"))
    insensitive = job["roles"].get("insensitive", [])
    need(df, ["group", sensitive, *insensitive, *(["count"] if counted else [])])
    cells = [column for column in df.columns
             if column not in ("group", sensitive, *insensitive, *(["count"] if counted else []))]
    number = F.col("count").cast("long") if counted else F.lit(1).cast("long")
    checks = _promise(_groups(df, sensitive, number), certificate)
    rectangles = df.select("group", *(quoted(column) for column in cells)).distinct().count()
    checks["the records of a group share one rectangle"] = rectangles == certificate["groups"]
    return checks


def _verify_anatomy(tables: Mapping[str, Any], certificate: Mapping[str, Any]) -> Checks:
    roles = certificate["job"]["roles"]
    sensitive = roles["sensitive"][0]
    quasi, values = tables["quasi"], tables["sensitive"]
    exact = ["group", *roles["quasi_identifying"], *roles.get("insensitive", [])]
    need(quasi, exact)
    need(values, ["group", sensitive, "count"])
    groups = _groups(values, sensitive, F.col("count").cast("long"))
    checks = _promise(groups, certificate)
    there = quasi.groupBy("group").agg(F.count("*").alias("there"))
    odd = groups.join(there, "group", "full_outer").filter(~F.col("records").eqNullSafe(F.col("there"))).count()
    checks["the values of each group add up to its records, each value once"] = (
        odd == 0 and groups.filter("rows > 1").count() == 0)
    checks["the tables have no other columns"] = (
        sorted(quasi.columns) == sorted(exact) and sorted(values.columns) == sorted(["group", sensitive, "count"]))
    return checks


def verify(df: Any, certificate: Mapping[str, Any]) -> Checks:
    """Checks a released table against its certificate by aggregation in Spark, without collecting it: every group keeps a
    share of 1/l, its rows have the same cells, and sizes are as certified. Of the anatomy form it takes both tables,
    ``{"quasi": df, "sensitive": df}``: the values of each group add up to its records. The promise is ``l``; the SHA-256
    of files, and caps (docs/concepts/promises.md), are for ``overt.verify``.
    """
    if "max" not in certificate.get("promise", {}):
        raise ValueError("what Spark checks is a share of 1/l; save the release and use overt.verify")
    if certificate["form"] == "generalized":
        return _verify_generalized(df["released"] if isinstance(df, Mapping) else df, certificate)
    if not isinstance(df, Mapping) or not {"quasi", "sensitive"} <= set(df):
        raise ValueError('the anatomy form has two tables: give {"quasi": .., "sensitive": ..}')
    return _verify_anatomy(df, certificate)


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
    need(df, [*quasi, *([sensitive] if sensitive else [])])
    if not quasi:
        raise ValueError("quasi_identifying: at least one column makes the groups")
    keys = [quoted(column).alias(f"c{i}") for i, column in enumerate(quasi)]
    value = quoted(sensitive).cast("string") if sensitive else F.lit("")
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
