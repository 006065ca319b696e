"""Releases whose records stay in Spark: the core decides from counts how many records of each cell (equal in all
quasi-identifying and sensitive values) go into which group, and Spark deals them.

Records of a cell are as good as any others, so which of them goes where is for coins, and so are the order in which the
sensitive values of a group stand beside its records, and the order of the rows. Coins come of a hash of a key of the row,
under a secret key that is drawn for each release: a task that Spark runs a second time finds the same ones. They hang
neither on rand() nor on partitions, which would not.

Where two tables of Spark meet, they are joined by ``slot``: each cell has a stretch of 0, 1, .., one slot a record, and the
groups have theirs in it; then each group has a stretch, and its values have theirs in it.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import Window
from pyspark.sql import functions as F
from pyspark.sql import types as T

from ._spark_columns import quoted, texts

LEFT_OUT = 0xFFFFFFFF  # the cell of rows that the core leaves out
_PIECE = 1 << 16  # slots that an array holds
_COINS = 16  # bytes of coins for each of the purposes below: 128 bits
_DEAL, _VALUES, _ORDER = range(3)


def _keyed_hash(key: bytes) -> Callable[[str], bytes]:
    # Defined in here, so that Spark sends it by value, with its key: workers need Python, and not overt. An expression of
    # Spark (sha2) would show the key in plans and events, and a broadcast variable of Python is a file on the driver.
    def overt_coins(text: str) -> bytes:
        return hashlib.blake2b(text.encode(), key=key, digest_size=3 * _COINS).digest()

    return overt_coins


def _coins(purpose: int) -> Any:
    return F.substring(F.col("coins"), 1 + _COINS * purpose, _COINS)


def row_key(df: Any, columns: Sequence[str]) -> Any:
    """The key of a row as one text. Texts that differ come of keys that differ."""
    return F.to_json(F.struct(*texts(df, columns))).alias("key")


def check_row_key(df: Any, columns: Sequence[str]) -> None:
    """Two rows with one key would have the same coins, and a task that is run again could swap them."""
    twice = df.select(row_key(df, columns)).groupBy("key").count().filter("count > 1")
    if not twice.isEmpty():
        raise ValueError("row_key: some rows have the same key; name a column, or several, that tell all rows apart")


def _stretches(table: pa.Table, of: str) -> tuple[pa.Table, pa.Table]:
    """The table with where each row's slots ``start``; and where those of each cell or group, ``of``, do: its ``base``.
    Rows of one cell or group stand together."""
    ends = pc.cumulative_sum(table["count"].cast(pa.int64()))
    starts = pc.subtract(ends, table["count"].cast(pa.int64()))
    table = table.append_column("start", starts)
    bases = table.group_by(of).aggregate([("start", "min")]).rename_columns([of, "base"])
    return table, bases


def _slots(spark: Any, table: pa.Table, payload: str) -> Any:
    """``slot`` and ``payload``: a row for each slot."""
    rows = spark.createDataFrame(table.select(["start", "count", payload]))
    last = F.col("start") + F.col("count").cast("long") - 1
    pieces = rows.select(payload, last.alias("last"), F.explode(F.sequence("start", last, F.lit(_PIECE))).alias("piece"))
    end = F.least(F.col("piece") + (_PIECE - 1), F.col("last"))
    return pieces.select(payload, F.explode(F.sequence("piece", end)).alias("slot"))


def _dealt(records: Any, among: str, purpose: int, slots: Any) -> Any:
    """Records get what their slot has: the slots of a cell, or a group, in an order that the coins have drawn."""
    rank = F.row_number().over(Window.partitionBy(among).orderBy(_coins(purpose)))
    placed = records.withColumn("slot", F.col("base") + rank - 1).drop("base")
    return placed.join(slots, "slot").drop("slot")


def _same(left: Any, right: Any, columns: Sequence[str]) -> Any:
    return reduce(lambda a, b: a & b, (left[column].eqNullSafe(right[column]) for column in columns))


def deal(df: Any, roles: Mapping[str, Sequence[str]], key: Sequence[str], anatomy: bool, counts: pa.Table, cells: pa.Table,
         places: pa.Table, released: pa.Table) -> dict[str, Any]:
    """The released tables. ``counts`` are the rows that the core has read, ``cells`` the cell of each; ``places`` says how
    many records of a cell are in a group, and ``released`` is the release of counts."""
    spark = df.sparkSession
    quasi, (sensitive,), insensitive = roles["quasi_identifying"], roles["sensitive"], roles.get("insensitive", [])
    named = [f"c{i}" for i in range(len(quasi) + 1)]
    passed = [*(quasi if anatomy else []), *insensitive]
    coins = F.udf(_keyed_hash(secrets.token_bytes(32)), T.BinaryType(), useArrow=False)

    records = df.select(coins(row_key(df, key)).alias("coins"), *texts(df, [*quasi, sensitive]),
                        *(quoted(column).alias(f"p{i}") for i, column in enumerate(passed)))
    in_cells = counts.select(range(len(named))).rename_columns(named).append_column("cell", cells["cell"])
    in_cells = in_cells.filter(pc.not_equal(in_cells["cell"], LEFT_OUT))
    places, bases = _stretches(places.sort_by([("cell", "ascending"), ("group", "ascending")]), "cell")
    of_cell = spark.createDataFrame(in_cells.join(bases, "cell"))
    records = records.join(of_cell, _same(records, of_cell, named)).drop(*named)
    records = _dealt(records, "cell", _DEAL, _slots(spark, places, "group")).drop("cell")

    by_coins = [F.col("group").cast("int").alias("group"), *(F.col(f"p{i}").alias(name) for i, name in enumerate(passed))]
    if anatomy:
        values = spark.createDataFrame(released.select(["group", sensitive, "count"]))
        return {"quasi": records.orderBy("group", _coins(_ORDER)).select(*by_coins), "sensitive": values}

    shown = [name for name in released.column_names if name not in ("group", sensitive, "count")]
    values = released.select(["group", sensitive, "count"]).rename_columns(["group", "value", "count"])
    values, bases = _stretches(values, "group")
    rectangles = released.select(["group", *shown]).rename_columns(["group", *(f"g{i}" for i in range(len(shown)))])
    of_group = spark.createDataFrame(_first_rows(rectangles).join(bases, "group"))
    records = _dealt(records.join(of_group, "group"), "group", _VALUES, _slots(spark, values, "value"))
    return {"released": records.orderBy("group", _coins(_ORDER)).select(
        by_coins[0], *(F.col(f"g{i}").alias(name) for i, name in enumerate(shown)), F.col("value").alias(sensitive),
        *by_coins[1:])}


def _first_rows(table: pa.Table) -> pa.Table:
    """One row of each group; groups stand together."""
    groups = table["group"].combine_chunks()
    first = pc.not_equal(groups.slice(1), groups.slice(0, len(groups) - 1))
    return table.filter(pa.concat_arrays([pa.array([True]), first])).unify_dictionaries()
