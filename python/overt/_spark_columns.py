"""Columns of Spark DataFrames by their names, whatever these are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pyspark.sql import functions as F


def quoted(column: str) -> Any:
    return F.col("`" + column.replace("`", "``") + "`")


def need(df: Any, columns: Sequence[str]) -> None:
    for column in columns:
        if df.columns.count(column) != 1:
            raise ValueError(f"the table: there is {'no' if column not in df.columns else 'more than one'} column with "
                             f"the name: {column}")


def texts(df: Any, columns: Sequence[str]) -> list[Any]:
    """The columns as the core reads them, called c0, c1, .."""
    return [quoted(column).cast("string").alias(f"c{i}") for i, column in enumerate(columns)]
