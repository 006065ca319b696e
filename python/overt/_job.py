"""Arguments to a job: the same keys as in a job file, written as TOML, so that one parser in the
core checks them all (docs/job.md lists every key)."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from . import _overt

ROLES = ("identifying", "quasi_identifying", "sensitive", "insensitive")
FRACTIONS = ("max", "below", "c", "t")
_LARGEST = 64 << 20  # bytes of a job or a problem, as on the command line


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")


def _value(value: Any, key: str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, os.PathLike):
        return _text(os.fspath(value))
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_text(str(k))} = {_value(v, k)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(item, key) for item in value) + "]"
    if hasattr(value, "__index__"):
        return str(whole(value, key))
    raise ValueError(f"{key}: expected a text, a whole number, a list or a dict, not {type(value).__name__}")


def whole(value: Any, key: str) -> int:
    """A whole number, also one of numpy's, that the core can hold."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise ValueError(f"{key}={value!r}: expected a whole number, not {type(value).__name__}")
    number = int(value.__index__())
    if not -2**63 <= number < 2**63:
        raise ValueError(f"{key}: the number is too large")
    return number


def toml(job: dict[str, Any]) -> str:
    """The job as TOML."""
    lines = []
    for key, value in job.items():
        try:
            if value is not None:
                lines.append(f"{key} = {_value(value, key)}\n")
        except RecursionError:
            raise ValueError(f"{key}: nested too deeply") from None
    return "".join(lines)


def fraction(value: Any) -> str:
    """A number as an exact text: "1/3", 2, Fraction(1, 3), 0.2 (two tenths)."""
    return f"{value.numerator}/{value.denominator}" if isinstance(value, Fraction) else str(value)


def _fractions(value: Any) -> Any:
    """A fraction, or a dict of them."""
    if isinstance(value, Mapping):
        return {str(key): fraction(one) for key, one in value.items()}
    return fraction(value)


def _list(value: Any) -> Any:
    return [value] if isinstance(value, str) else list(value)


def _property(given: Any, l: int | None) -> dict[str, Any]:
    spec = {"name": given} if isinstance(given, str) else dict(given)
    for key in FRACTIONS:
        if key in spec:
            spec[key] = fraction(spec[key])
    if l is not None:
        spec["l"] = l
    return spec


def _columns(given: dict[str, Any]) -> dict[str, Any]:
    """{"born": "date:%d.%m.%Y"} as on the command line, or {"born": {"type": .., "format": ..}}."""
    result = {}
    for column, declared in given.items():
        if isinstance(declared, str):
            kind, _, form = declared.partition(":")
            declared = {"type": kind, "format": form} if form else {"type": kind}
        result[column] = declared
    return result


def small_text(path: Any) -> str:
    """The text of a small file: a job, a problem."""
    try:
        with open(path, "rb") as file:
            content = file.read(_LARGEST + 1)
    except OSError as error:
        raise type(error)(f"{path}: cannot be read: {error.strerror}") from None
    if len(content) > _LARGEST:
        raise ValueError(f"{path}: larger than 64 MB, which no such file is")
    return content.decode()


def base_of(job: Any) -> dict[str, Any]:
    """The job that arguments come on top of: a file, a dict, or nothing."""
    if job is None:
        return {}
    if isinstance(job, dict):
        return dict(job)
    text = small_text(job)
    _overt.check_toml(text, str(job))
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise ValueError(f"{job}: not valid TOML") from None


def job_of(job: Any = None, **given: Any) -> dict[str, Any]:
    """A job from a file or dict and arguments, which come on top of it."""
    result = base_of(job)
    roles = dict(result.get("roles", {}))
    for role in ROLES:
        value = given.pop(role, None)
        if value is not None:
            roles[role] = _list(value)
    result["roles"] = roles
    for key in ("l", "k", "min_group", "background"):
        if given.get(key) is not None:
            given[key] = whole(given[key], key)
    l = given.pop("l", None)
    prop = given.pop("property", None)
    if prop is not None:
        result.pop("l", None)
        result["property"] = _property(prop, l)
    elif l is not None and "property" in result:
        result["property"] = _property(result["property"], l)
    elif l is not None:
        result["l"] = l
    strategy = given.pop("strategy", None)
    if strategy is not None:
        named = {"name": strategy} if isinstance(strategy, str) else dict(strategy)
        result["strategy"] = {**result.get("strategy", {}), **named}
    columns = given.pop("columns", None)
    if columns is not None:
        result["columns"] = {**result.get("columns", {}), **_columns(columns)}
    for key in ("hierarchies", "weights", "ranks", "generalize"):
        value = given.pop(key, None)
        if value is not None:
            result[key] = {**result.get(key, {}), **value}
    for key in ("max", "beta", "beta_enhanced", "band"):
        value = given.pop(key, None)
        if value is not None:
            result[key] = _fractions(value)
    allowed = given.pop("allow_determined", None)
    if allowed is not None:
        result["allow_determined"] = _list(allowed)
    missing = given.pop("missing", None)
    if missing is not None:
        result["missing"] = _list(missing)
    result.update({key: value for key, value in given.items() if value is not None})
    return result
