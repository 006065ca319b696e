"""The caps of a promise (docs/concepts/promises.md) on the values that a released table has: exact fractions, from how often
each value occurs, as the core has them. What is asked of Spark is one row a value."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation, localcontext
from fractions import Fraction
from typing import Any

DIGITS = 40  # binary ones of a logarithm, rounded down
Value = str | None  # None: it is missing
Counts = Mapping[Value, int]


def _log(ratio: Fraction) -> Fraction:
    """The natural logarithm of a number above 1, rounded down."""
    with localcontext() as context:
        context.prec = 60
        found = (Decimal(ratio.numerator) / Decimal(ratio.denominator)).ln()
        return Fraction(int(found * 2**DIGITS), 2**DIGITS)


def _of_share(promise: Mapping[str, Any], own: Fraction | None, share: Fraction) -> Fraction:
    cap = Fraction(1) if own is None else own
    if "beta" in promise:
        cap = min(cap, (1 + Fraction(promise["beta"])) * share)
    if "beta_enhanced" in promise:
        gain = _log(1 / share) if share < 1 else Fraction(0)
        cap = min(cap, (1 + min(Fraction(promise["beta_enhanced"]), gain)) * share)
    return cap


def _number(text: str, column: str) -> Fraction:
    """Of a number itself, of a date its day."""
    try:
        return Fraction(Decimal(text))
    except (InvalidOperation, ValueError):
        pass
    try:
        return Fraction(datetime.date.fromisoformat(text).toordinal() - datetime.date(1970, 1, 1).toordinal())
    except ValueError:
        raise ValueError(f"band: the values of {column} are not all numbers, or dates; save the release and use "
                         "overt.verify") from None


def _labels(column: str, rows: Sequence[Sequence[str]] | None, level: int) -> dict[str, str]:
    """Of each value of a hierarchy its label at this level."""
    if rows is None:
        raise ValueError(f"category: {column} has caps on categories; give its hierarchy, hierarchies={{{column!r}: rows}} "
                         "with a row for each value: the value and its labels")
    return {row[0]: row[level] for row in rows}


def caps_of(column: str, promise: Mapping[str, Any], counts: Counts,
            hierarchy: Sequence[Sequence[str]] | None = None) -> list[tuple[Fraction, list[Value]]]:
    """Sets of values with their caps, those below 1."""
    records = sum(counts.values())
    every = Fraction(promise["every"]) if "every" in promise else None
    named = {value: Fraction(cap) for value, cap in promise.get("values", {}).items()}
    for value in named:
        if value not in counts:
            raise ValueError(f"max: the column {column} has no value {value}")
    found = [(_of_share(promise, named.get(value, every) if value is not None else every, Fraction(count, records)), [value])
             for value, count in counts.items()]

    def add_sets(label_of: Mapping[str, Any]) -> None:
        sets: dict[Any, list[Value]] = {}
        for value in counts:
            if value is not None:
                if value not in label_of:
                    raise ValueError(f"category: the hierarchy of {column} does not have all values")
                sets.setdefault(label_of[value], []).append(value)
        for values in sets.values():
            if len(values) > 1:
                found.append((_of_share(promise, every, Fraction(sum(counts[value] for value in values), records)), values))

    if "band" in promise:
        width = Fraction(promise["band"])
        add_sets({value: _number(value, column) // width for value in counts if value is not None})
    for level in promise.get("categories", []):
        add_sets(_labels(column, hierarchy, level))
    return [(cap, values) for cap, values in found if cap < 1]
