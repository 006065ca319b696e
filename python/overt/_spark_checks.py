"""verify and check by aggregation in Spark: nothing is collected but figures."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pyspark.sql import functions as F

from ._spark_caps import caps_of
from ._spark_columns import need, quoted


class Checks(dict[str, bool]):
    """Each check with whether it passed; true if all did."""

    def __bool__(self) -> bool:
        return len(self) > 0 and all(self.values())


MOST_VALUES = 1_000_000  # of a sensitive column: figures of each come to the driver
EXACT = "decimal(38,0)"  # products of counts and of parts of caps


def _sizes(rows: Any, number: Any) -> Any:
    """Of each group its records, and the least of the counts that its rows have."""
    return rows.groupBy("group").agg(F.sum(number).alias("records"), F.min(number).alias("least"))


def _values(rows: Any, column: str, number: Any) -> Any:
    """Of each group how often each value of a sensitive column occurs: ``n``."""
    return rows.groupBy(F.col("group"), quoted(column).cast("string").alias("value")).agg(F.sum(number).alias("n"))


def _compared(values: Any, sizes: Any, bound: Fraction) -> Any:
    """How many shares of a value in a group are above, and equal to, the bound."""
    left = F.col("n").cast(EXACT) * F.lit(bound.denominator).cast(EXACT)
    right = F.col("records").cast(EXACT) * F.lit(bound.numerator).cast(EXACT)
    return values.join(sizes, "group").agg(F.sum((left > right).cast("long")).alias("above"),
                                           F.sum((left == right).cast("long")).alias("equal")).first()


def _keeps_caps(values: Any, sizes: Any, column: str, promise: Mapping[str, Any], hierarchy: Any) -> bool:
    """Whether no set of values of the column has more than its cap in a group."""
    totals = values.groupBy("value").agg(F.sum("n").alias("n"))
    found = totals.limit(MOST_VALUES + 1).collect()
    if len(found) > MOST_VALUES:
        raise ValueError(f"{column} has more than {MOST_VALUES} values; save the release and use overt.verify")
    caps = caps_of(column, promise, {row["value"]: int(row["n"]) for row in found}, hierarchy)
    rows = [(value, number, str(cap.numerator), str(cap.denominator))
            for number, (cap, set_) in enumerate(caps) for value in set_]
    if not rows:
        return True
    table = values.sparkSession.createDataFrame(rows, "capped string, number long, above string, below string")
    held = (values.join(F.broadcast(table), values["value"].eqNullSafe(table["capped"]))
            .groupBy("group", "number", "above", "below").agg(F.sum("n").alias("held")).join(sizes, "group"))
    above = F.col("records").cast(EXACT) * F.col("above").cast(EXACT)
    broken = F.col("held").cast(EXACT) * F.col("below").cast(EXACT) > above
    return bool(held.filter(broken).limit(1).count() == 0)


def _promise(rows: Any, number: Any, certificate: Mapping[str, Any], hierarchies: Mapping[str, Any]) -> tuple[Checks, Any]:
    """Of rows with a group, sensitive values and a number of records; and the sizes of the groups."""
    sensitive = certificate["job"]["roles"].get("sensitive", [])
    promise, largest = certificate["promise"], Fraction(certificate["largest_share"])
    sizes = _sizes(rows, number)
    one = sizes.agg(F.sum("records").alias("records"), F.count("*").alias("groups"), F.min("records").alias("smallest"),
                    F.min("group").alias("first"), F.max("group").alias("last"), F.min("least").alias("least")).first()
    kept = larger = equal = 0
    for column in sensitive:
        values = _values(rows, column, number)
        share = _compared(values, sizes, largest)
        larger, equal = larger + (share["above"] or 0), equal + (share["equal"] or 0)
        if "max" in promise:
            bound = Fraction(promise["max"])
            kept += largest <= bound and _compared(values, sizes, bound)["above"] == 0
        else:
            kept += column in promise["columns"] and _keeps_caps(values, sizes, column, promise["columns"][column],
                                                                 hierarchies.get(column))
    checks = Checks({
        "every group keeps the promise": kept == len(sensitive),
        "groups are numbered 1, 2, ..": one["first"] == 1 and one["last"] == one["groups"],
        "counts are positive": (one["least"] or 0) >= 1,
        "records, groups, smallest group and largest share are as certified":
            (one["records"], one["groups"], one["smallest"]) == (certificate["records"], certificate["groups"],
                                                                 certificate["smallest_group"])
            and larger == 0 and (equal > 0 if sensitive else largest == 0),
    })
    if promise.get("k", 1) > 1:
        checks[f"every group has at least {promise['k']} records"] = (one["smallest"] or 0) >= promise["k"]
    return checks, sizes


def _each_once(rows: Any, sensitive: Sequence[str]) -> bool:
    """Of rows with counts: no two of a group have the same values."""
    alike = rows.groupBy("group", *(quoted(column) for column in sensitive)).agg(F.count("*").alias("rows"))
    return bool(alike.filter("rows > 1").limit(1).count() == 0)


def _verify_generalized(df: Any, certificate: Mapping[str, Any], hierarchies: Mapping[str, Any]) -> Checks:
    job = certificate["job"]
    sensitive = job["roles"].get("sensitive", [])
    counted = bool(job.get("counted"))
    insensitive = job["roles"].get("insensitive", [])
    exact = ["group", *sensitive, *insensitive, *(["count"] if counted else [])]
    need(df, exact)
    cells = [column for column in df.columns if column not in exact]
    number = F.col("count").cast("long") if counted else F.lit(1).cast("long")
    checks, _ = _promise(df, number, certificate, hierarchies)
    if counted:
        checks["the values of each group stand there once"] = _each_once(df, sensitive)
    rectangles = df.select("group", *(quoted(column) for column in cells)).distinct().count()
    checks["the records of a group share one rectangle"] = rectangles == certificate["groups"]
    return checks


def _verify_anatomy(tables: Mapping[str, Any], certificate: Mapping[str, Any], hierarchies: Mapping[str, Any]) -> Checks:
    roles = certificate["job"]["roles"]
    sensitive = roles["sensitive"]
    quasi, values = tables["quasi"], tables["sensitive"]
    exact = ["group", *roles["quasi_identifying"], *roles.get("insensitive", [])]
    need(quasi, exact)
    need(values, ["group", *sensitive, "count"])
    checks, sizes = _promise(values, F.col("count").cast("long"), certificate, hierarchies)
    there = quasi.groupBy("group").agg(F.count("*").alias("there"))
    odd = sizes.join(there, "group", "full_outer").filter(~F.col("records").eqNullSafe(F.col("there"))).count()
    checks["the values of each group add up to its records, each value once"] = odd == 0 and _each_once(values, sensitive)
    checks["the tables have no other columns"] = (
        sorted(quasi.columns) == sorted(exact) and sorted(values.columns) == sorted(["group", *sensitive, "count"]))
    return checks


def verify(df: Any, certificate: Mapping[str, Any], *,
           hierarchies: Mapping[str, Sequence[Sequence[str]]] | None = None) -> Checks:
    """Checks a released table against its certificate by aggregation in Spark, without collecting it: every group keeps the
    share of 1/l, or all caps of the promise (docs/concepts/promises.md) and k, its rows have the same cells, and sizes are
    as certified. Of the anatomy form it takes both tables, ``{"quasi": df, "sensitive": df}``: the values of each group add
    up to its records. For caps on categories it needs the ``hierarchies`` of their columns: rows of a value and its labels.
    Properties and the SHA-256 of files are for ``overt.verify``.
    """
    promise = certificate.get("promise", {})
    if "max" not in promise and "columns" not in promise:
        raise ValueError("what Spark checks is a share of 1/l, caps and k; save the release and use overt.verify")
    known = hierarchies or {}
    if certificate["form"] == "generalized":
        return _verify_generalized(df["released"] if isinstance(df, Mapping) else df, certificate, known)
    if not isinstance(df, Mapping) or not {"quasi", "sensitive"} <= set(df):
        raise ValueError('the anatomy form has two tables: give {"quasi": .., "sensitive": ..}')
    return _verify_anatomy(df, certificate, known)


class Measures(dict[str, Any]):
    """Figures by their names; also as attributes."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


def _cells(df: Any, quasi: Sequence[str], sensitive: str | None) -> Any:
    """How often each value occurs with each combination of the quasi-identifiers, ``g``."""
    value = quoted(sensitive).cast("string") if sensitive else F.lit("")
    rows = df.select(F.struct(*(quoted(column).alias(f"c{i}") for i, column in enumerate(quasi))).alias("g"),
                     value.alias("value"))
    return rows.groupBy("g", "value").agg(F.count("*").alias("n"))


def _largest(above: Any, below: Any) -> Any:
    """The largest of these fractions, itself exact: doubles compare them."""
    by = above.cast("double") / below.cast("double")
    return F.max(F.struct(by.alias("by"), above.alias("above"), below.alias("below")))


def _fraction(share: Any) -> Fraction:
    return Fraction(int(share["above"]), int(share["below"]))


def _within_groups(groups: Any, recursive_l: int) -> dict[str, Any]:
    """Of groups by themselves: ``most`` is the number of the most frequent value, ``counts`` are those of all."""
    tail = F.aggregate(F.slice("counts", recursive_l, F.greatest(F.size("counts"), F.lit(1))), F.lit(0).cast("long"),
                       lambda sum_, n: sum_ + n)
    x_log_x = F.aggregate("counts", F.lit(0.0), lambda sum_, n: sum_ + n * F.log(n))
    entropy = F.log("records") - x_log_x / F.col("records")
    equal = F.col("most") * F.col("distinct") == F.col("records")
    found = groups.agg(
        F.min("distinct").alias("distinct_l"), _largest(F.col("most"), F.col("records")).alias("alpha"),
        F.min(F.when(equal, F.col("distinct").cast("double")).otherwise(F.exp(entropy))).alias("entropy_l"),
        _largest(F.col("most"), F.when(F.col("distinct") >= recursive_l, tail)).alias("c")).first()
    c = None if found["distinct_l"] < recursive_l else str(_fraction(found["c"]))
    return {"alpha": str(_fraction(found["alpha"])), "distinct_l": found["distinct_l"], "entropy_l": found["entropy_l"],
            "recursive": {"l": recursive_l, "c": c}}


def _beside_the_table(cells: Any, groups: Any, records: int, number: int) -> dict[str, Any]:
    """What a group's shares are beside those of the table, which has so many records in so many groups."""
    totals = cells.groupBy("value").agg(F.sum("n").alias("all"), F.count("*").alias("in_groups"))
    values = totals.count()
    both = (cells.join(totals, cells["value"].eqNullSafe(totals["value"])).drop(totals["value"])
            .join(groups.select("g", "records"), cells["g"].eqNullSafe(groups["g"])).drop(groups["g"]))

    def long(column: Any) -> Any:
        return column.cast("decimal(19,0)")

    inside = long(F.col("n")) * F.lit(records).cast("decimal(19,0)")
    outside = long(F.col("all")) * long(F.col("records"))
    rise, fall = _largest(inside, outside).alias("rise"), _largest(outside, inside).alias("fall")
    gain = inside.cast("double") / outside.cast("double") - 1
    found = both.agg(rise, fall, F.sum((F.col("in_groups") == number).cast("long")).alias("everywhere"),
                     F.max(((gain > 0) & (gain > -F.log(F.col("all") / F.lit(records)))).cast("int")).alias("too_much")).first()
    moved = both.groupBy("g").agg(F.sum(F.greatest(inside - outside, F.lit(0).cast("decimal(38,0)"))).alias("moved"),
                                  F.first("records").alias("records"))
    t = moved.agg(_largest(F.col("moved"), long(F.col("records")) * F.lit(records).cast("decimal(19,0)")).alias("t")).first()
    rise, fall = _fraction(found["rise"]), _fraction(found["fall"])
    delta = math.log(max(rise, fall, Fraction(1)))
    beta = float(max(rise, Fraction(1)) - 1)
    return {"t_equal": str(_fraction(t["t"])), "delta": delta,
            "delta_all_values": delta if found["everywhere"] == values * number else None,
            "beta": beta, "beta_enhanced": None if found["too_much"] else beta}


def check(df: Any, *, quasi_identifying: str | Sequence[str], sensitive: str | None = None,
          recursive_l: int = 2) -> Measures:
    """The measures of ``overt.check`` by aggregation in Spark, where nothing is collected but figures: k, uniques, risks;
    of a sensitive column alpha, distinct, entropy and recursive l, t (``t_equal``), delta and beta. All but ``t_ordered``,
    which hangs on an order of the values. Groups are the records that are equal in all quasi-identifying columns
    (docs/concepts/measures.md).
    """
    quasi = [quasi_identifying] if isinstance(quasi_identifying, str) else list(quasi_identifying)
    need(df, [*quasi, *([sensitive] if sensitive else [])])
    if not quasi:
        raise ValueError("quasi_identifying: at least one column makes the groups")
    if recursive_l < 2:
        raise ValueError("recursive_l: expected a whole number, at least 2")
    cells = _cells(df, quasi, sensitive).persist()
    try:
        groups = cells.groupBy("g").agg(
            F.sum("n").alias("records"), F.max("n").alias("most"), F.count("*").alias("distinct"),
            F.sort_array(F.collect_list("n"), asc=False).alias("counts"))
        found = groups.agg(
            F.sum("records").alias("records"), F.count("*").alias("groups"), F.min("records").alias("k"),
            F.sum((F.col("records") == 1).cast("long")).alias("uniques")).first()
        if not found["records"]:
            raise ValueError("the table has no records")
        result = Measures(records=found["records"], groups=found["groups"], k=found["k"], uniques=found["uniques"],
                          largest_risk=str(Fraction(1, found["k"])),
                          mean_risk=str(Fraction(found["groups"], found["records"])))
        if sensitive:
            result.update(_within_groups(groups, recursive_l))
            result.update(_beside_the_table(cells, groups, found["records"], found["groups"]))
        return result
    finally:
        cells.unpersist()
