"""What the verbs found out: the JSON of the command line, as an object."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ._overt import visible

_MOST = 12  # entries of a list that are shown
_MOST_ROWS = 50  # .. of a list of figures, in a notebook
_STEP = 1 << 20  # characters that are read between two looks at Ctrl-C
_MEMBER = re.compile(r'[{,]\n  ("(?:[^"\\]|\\.)*"): ')
_NEXT_ENTRY = re.compile(r",\n    (?! )")


def _read_list(text: str, at: int, end: int) -> Iterator[Any]:
    while at < end:
        found = _NEXT_ENTRY.search(text, at + _STEP, end)
        yield from json.loads(f"[{text[at:found.start() if found else end]}]")
        at = found.end() if found else end


def read_object(text: str) -> dict[str, Any]:
    """json.loads(text) of an object, but its lists in steps: Python hears Ctrl-C only between two calls.

    The text is indented by two spaces as the core prints it, so that an entry of a list is known by its four."""
    values: dict[str, Any] = {}
    at = 0
    while member := _MEMBER.match(text, at):
        at = member.end()
        if text.startswith("[\n", at):
            end = text.index("\n  ]", at)
            value: Any = list(_read_list(text, at + 1, end))
            at = end + 4
        else:
            value, at = json.JSONDecoder().raw_decode(text, at)
        values[json.loads(member[1])] = value
    if text[at:].strip() != "}":
        raise ValueError("the core printed a text that is not indented JSON")
    return values


def _short(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{visible(str(key))} {_short(inner)}" for key, inner in value.items())
    if isinstance(value, list):
        shown = ", ".join(_short(item) for item in value[:_MOST])
        return shown + (f", .. ({len(value)} in all)" if len(value) > _MOST else "")
    return {None: "none", True: "yes", False: "no"}.get(value, str(value)) if value is None or isinstance(
        value, bool) else visible(str(value))


def _lines(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in values.items():
        if isinstance(value, list) and value and isinstance(value[0], Mapping):
            yield key, f"{len(value)}"
            for i, item in enumerate(value[:_MOST], 1):
                yield f"  {i}", _short(item)
            if len(value) > _MOST:
                yield "  ..", ""
        elif isinstance(value, Mapping):
            yield key, ""
            for inner, own in value.items():
                yield f"  {visible(str(inner))}", _short(own)
        else:
            yield key, _short(value)


def _is_table(value: Any) -> bool:
    """A list of figures with the same names, or nearly."""
    return isinstance(value, list) and bool(value) and all(isinstance(item, Mapping) for item in value)


def _table(name: str, items: list[Mapping[str, Any]]) -> str:
    """A row for each of `items`, a column for each name that the first rows have."""
    shown = items[:_MOST_ROWS]
    names = list(dict.fromkeys(key for item in shown for key in item))

    def cell(value: Any) -> str:
        # Of figures that stand in others only those that are no lists: a table is no place for more.
        if isinstance(value, Mapping):
            value = {key: own for key, own in value.items() if not isinstance(own, (list, Mapping))}
        return f"<td style='text-align:left'>{html.escape('' if value is None else _short(value))}</td>"

    head = "".join(f"<th style='text-align:left'>{html.escape(visible(key))}</th>" for key in names)
    rows = "".join("<tr>" + "".join(cell(item.get(key)) for key in names) + "</tr>" for item in shown)
    more = f", the first {len(shown)} of {len(items)}" if len(items) > len(shown) else ""
    return f"<table><caption>{html.escape(visible(name))}{more}</caption><tr>{head}</tr>{rows}</table>"


class Result(Mapping[str, Any]):
    """Figures by name: ``result["k"]``, ``result.k``, ``dict(result)``.

    The names are those of the JSON that the command line prints; ``json()`` gives it back."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._values: dict[str, Any] = read_object(text)

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # also while copy or pickle make one that has no values yet
            raise AttributeError(name)
        if name in self._values:
            return self._values[name]
        raise AttributeError(f"{type(self).__name__} has no {name!r}; it has {', '.join(self._values)}")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(name for name in self._values if name.isidentifier())]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def json(self) -> str:
        """The text that the command line prints with --json."""
        return self._text

    def __repr__(self) -> str:
        lines = list(_lines(self._values))
        width = max((len(key) for key, _ in lines), default=0)
        return f"{type(self).__name__}\n" + "\n".join(f"  {key:<{width}}  {value}".rstrip() for key, value in lines)

    def _repr_html_(self) -> str:
        tables = {key: value for key, value in self._values.items() if _is_table(value)}
        rows = "".join(
            f"<tr><th style='text-align:left;padding-left:{1 + (len(key) - len(key.lstrip()))}em'>"
            f"{html.escape(key.strip())}</th><td style='text-align:left'>{html.escape(value)}</td></tr>"
            for key, value in _lines({key: value for key, value in self._values.items() if key not in tables}))
        head = f"<table><caption>{type(self).__name__}</caption>{rows}</table>"
        return head + "".join(_table(key, value) for key, value in tables.items())


class Inspection(Result):
    """What ``inspect`` found: columns, types, missing values, the largest possible l."""


class Check(Result):
    """What ``check`` found: the classical measures of a table; ``passed`` and ``failed`` thresholds."""


class Measures(Result):
    """What ``measure`` found: the utility of a release. Custodian only."""


class Comparison(Result):
    """What ``compare`` found: every method and l with its level and figures, or why there is no release.

    ``csv()`` and ``page()`` are what the command line writes with --csv and --html."""

    def __init__(self, text: str, csv: str, page: str) -> None:
        super().__init__(text)
        self._csv, self._page = csv, page

    def csv(self) -> str:
        """The figures, a line for each point."""
        return self._csv

    def page(self) -> str:
        """A page that draws the frontier, as HTML."""
        return self._page


class Verification(Result):
    """What ``verify`` found: every check, and whether all ``passed``."""

    def __bool__(self) -> bool:
        return bool(self._values["passed"])


class Answers(Result):
    """What ``query`` found: for each combination an estimate, and how many records are meant surely and possibly."""

    def to_pandas(self) -> Any:
        import pandas

        return pandas.DataFrame(self._values["answers"])


class Attack(Result):
    """What ``attack`` found: what an adversary who knows the algorithm learns."""


class Explanation(Result):
    """What ``explain`` found: the walk of a strategy, or what is known of a set of partitions."""


class Views(Result):
    """What ``views`` found: what several disclosures give away together. Custodian only.

    Records that the disclosures do not tell apart share one ``distribution``."""

    def __init__(self, head: str, tail: str, distributions: list[str], records: list[str], places: list[int]) -> None:
        super().__init__(head + tail)
        self._posterior = len(head), distributions, records, places
        shared = [json.loads(text) for text in distributions]
        self._values["posterior"] = [{"record": record, "distribution": shared[place]}
                                     for record, place in zip(records, places)]

    def json(self) -> str:
        at, distributions, records, places = self._posterior
        entries = (f'\n    {{\n      "record": {json.dumps(record, ensure_ascii=False)},\n'
                   f'      "distribution": {distributions[place]}\n    }}' for record, place in zip(records, places))
        return "".join([self._text[:at], ",".join(entries), "\n  " if places else "", self._text[at:]])


class Policy(Result):
    """What ``policy`` found: the schema by which each state may be described."""
