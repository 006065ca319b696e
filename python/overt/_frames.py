"""Frames on their way in: of pandas, categories in their order, intervals of pd.cut, names, and columns of one type; of
polars, the order of an Enum."""

from __future__ import annotations

import sys
import warnings
from typing import Any

import pyarrow as pa

from . import _overt


def is_frame(table: Any) -> bool:
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(table, pandas.DataFrame)


def _labels(column: Any) -> list[Any]:
    return list(column.cat.categories)


def _as_texts(column: Any) -> Any:
    """A column of categories as texts, those of intervals as pandas writes them: (0, 10]."""
    texts = {label: str(label) for label in _labels(column)}
    return column.astype(object).map(texts, na_action="ignore")


def _is_ordered(column: Any) -> bool:
    import pandas

    return bool(column.cat.ordered or isinstance(column.cat.categories, pandas.IntervalIndex))


def _check_column(name: str, column: Any, source: str) -> None:
    try:
        pa.array(column, from_pandas=True)
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError, OverflowError):
        raise ValueError(f"{source}: column {name}: values of several types, or of one that cannot be read (its dtype is "
                         f"{column.dtype}); make them one type, for instance with astype(str)") from None


def prepared(frame: Any, source: str) -> tuple[Any, dict[str, list[str]]]:
    """The frame with columns that Arrow takes, and the order of the values of those that have one."""
    names, remarks = _overt.distinct_names([str(name) for name in frame.columns])
    for remark in remarks:
        warnings.warn(f"{source}: {remark}", stacklevel=4)
    ranks: dict[str, list[str]] = {}
    columns = {}
    for i, name in enumerate(names):
        column = frame.iloc[:, i]
        if str(column.dtype) == "category":
            if _is_ordered(column):
                present = set(column.cat.codes)
                ranks[name] = [str(label) for code, label in enumerate(_labels(column)) if code in present]
            if _is_ordered(column) or not all(isinstance(label, str) for label in _labels(column)):
                column = _as_texts(column) if _is_ordered(column) else column.astype(column.cat.categories.dtype)
        elif str(column.dtype).startswith(("interval", "period")):  # Arrow takes a period for its number: 605
            column = column.astype(object).map(str, na_action="ignore")
        _check_column(name, column, source)
        columns[name] = column
    return type(frame)(columns, index=frame.index), ranks


def enum_ranks(table: Any) -> dict[str, list[str]]:
    """The order of the values of polars' Enum columns: that of the type, of the values that occur."""
    polars = sys.modules.get("polars")
    if polars is None or not isinstance(table, polars.DataFrame):
        return {}
    ranks: dict[str, list[str]] = {}
    for column in table.get_columns():
        if isinstance(column.dtype, polars.Enum):
            present = set(column.unique())
            ranks[column.name] = [label for label in column.dtype.categories if label in present]
    return ranks
