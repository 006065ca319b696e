"""inspect, check, measure, compare, verify, report, generate: what is asked about tables and releases."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv

from . import _overt
from ._input import Inputs, is_folder, is_path
from ._job import fraction, job_of, toml, whole
from ._progress import watched
from ._release import FOLDER, Release
from ._results import Answers, Check, Comparison, Inspection, Measures, Verification


def inputs_of(release: Any) -> tuple[Inputs, str]:
    """The storage that has the release, and the name of its folder there."""
    if isinstance(release, Release):
        return Inputs(release._files), FOLDER
    if not is_path(release):
        raise TypeError(f"expected a Release or the folder of one, not {type(release).__name__}")
    return Inputs(), os.fspath(release).rstrip("/") or "/"


def inspect(
    table: Any,
    *,
    quasi_identifying: str | Sequence[str] | None = None,
    sensitive: str | None = None,
    identifying: str | Sequence[str] | None = None,
    insensitive: str | Sequence[str] | None = None,
    missing: str | Sequence[str] | None = None,
    columns: Mapping[str, Any] | None = None,
    decimal: str | None = None,
    delimiter: str | None = None,
    encoding: str | None = None,
    header: bool | None = None,
    count: str | None = None,
    progress: bool = True,
) -> Inspection:
    """Columns, types, missing values, and for the sensitive column the largest possible l.

    Values are shown only of columns that are declared quasi-identifying or insensitive.

    >>> import overt
    >>> overt.inspect({"age": [31, 34, 38], "condition": ["flu", "cold", "ulcer"]}, sensitive="condition").sensitive
    {'column': 'condition', 'largest_share': '1/3', 'largest_l': 3, 'smallest_beta': '2'}
    """
    inputs = Inputs()
    job = job_of(quasi_identifying=quasi_identifying, sensitive=sensitive, identifying=identifying,
                 insensitive=insensitive, missing=missing, columns=columns, decimal=decimal, count=count)
    job["input"] = inputs.add(table, delimiter, header, encoding)
    with watched(progress) as tick:
        return Inspection(_overt.inspect(inputs.files, toml(job), tick))


def check(
    table: Any,
    *,
    quasi_identifying: str | Sequence[str] | None = None,
    sensitive: str | Sequence[str] | None = None,
    l: int | None = None,
    k: int | None = None,
    max: Any = None,
    beta: Any = None,
    beta_enhanced: Any = None,
    band: Mapping[str, Any] | None = None,
    category: Mapping[str, int | Sequence[int]] | None = None,
    hierarchies: Mapping[str, Any] | None = None,
    recursive_l: int = 2,
    min_k: Any = None,
    max_uniques: Any = None,
    max_risk: Any = None,
    max_mean_risk: Any = None,
    max_alpha: Any = None,
    min_l: Any = None,
    min_entropy_l: Any = None,
    max_c: Any = None,
    max_t: Any = None,
    max_t_ordered: Any = None,
    max_delta: Any = None,
    max_beta: Any = None,
    max_beta_enhanced: Any = None,
    missing: str | Sequence[str] | None = None,
    columns: Mapping[str, Any] | None = None,
    decimal: str | None = None,
    delimiter: str | None = None,
    encoding: str | None = None,
    header: bool | None = None,
    count: str | None = None,
    progress: bool = True,
) -> Check:
    """The classical measures of a table, exactly: k, l, t, delta, beta, uniques, risk
    (docs/concepts/measures.md). Of a Release, or the folder of one, roles and groups are its own.

    Thresholds (``min_k=5``, ``max_alpha="1/3"``) decide on ``passed`` and ``failed``. Fractions are
    texts, ``fractions.Fraction`` or numbers; 0.2 means two tenths.

    ``l``, ``k``, ``max``, ``beta``, ``beta_enhanced``, ``band`` and ``category`` are a promise as for ``release``
    (docs/concepts/promises.md) that every group is to keep, one more threshold, called ``promise``. Without
    a sensitive column the sizes of the groups are measured alone.

    These measures look at the table alone: docs/concepts/knowing_the_algorithm.md.

    >>> import overt
    >>> table = {"zip": [1010, 1010, 1020, 1020, 1020], "condition": ["flu", "cold", "flu", "flu", "ulcer"]}
    >>> found = overt.check(table, quasi_identifying="zip", sensitive="condition", min_k=3)
    >>> found.k, found.alpha, found.passed, found.failed
    (2, '2/3', False, ['min_k'])
    >>> overt.check(table, quasi_identifying="zip", sensitive="condition", max={"ulcer": "1/2"}, k=2).passed
    True
    """
    given = {"min_k": min_k, "max_uniques": max_uniques, "max_risk": max_risk, "max_mean_risk": max_mean_risk,
             "max_alpha": max_alpha, "min_l": min_l, "min_entropy_l": min_entropy_l, "max_c": max_c, "max_t": max_t,
             "max_t_ordered": max_t_ordered, "max_delta": max_delta, "max_beta": max_beta,
             "max_beta_enhanced": max_beta_enhanced}
    bounds = {name: fraction(bound) for name, bound in given.items() if bound is not None}
    folder = None
    promise = {"l": l, "k": k, "max": max, "beta": beta, "beta_enhanced": beta_enhanced, "band": band,
               "category": category}
    if isinstance(table, Release) or is_folder(table):
        if any(one is not None for one in (quasi_identifying, sensitive, missing, columns, decimal, delimiter,
                                               encoding, header, count)):
            raise ValueError("of a release roles and reading come from its certificate")
        inputs, folder = inputs_of(table)
        job = job_of(hierarchies=inputs.add_hierarchies(hierarchies), **promise)
    else:
        inputs = Inputs()
        job = job_of(quasi_identifying=quasi_identifying, sensitive=sensitive, missing=missing, columns=columns,
                     decimal=decimal, count=count, hierarchies=inputs.add_hierarchies(hierarchies), **promise)
        job["input"] = inputs.add(table, delimiter, header, encoding)
    with watched(progress) as tick:
        return Check(_overt.check(inputs.files, toml(job), folder, bounds, recursive_l, tick))


def measure(
    release: Release | str | os.PathLike[str],
    original: Any,
    *,
    queries: int = 1000,
    seed: int = 1,
    selectivity: float = 0.05,
    pairs: Sequence[str] | None = None,
    delimiter: str | None = None,
    encoding: str | None = None,
    header: bool | None = None,
    count: str | None = None,
    progress: bool = True,
) -> Measures:
    """The utility of a release against the table that it was made from (docs/concepts/utility.md).

    Custodian only: the figures depend on the secret table, and publishing them beside the release
    can void what it promises.

    >>> import overt
    >>> people = {"age": [31, 34, 38, 41], "condition": ["flu", "cold", "flu", "ulcer"]}
    >>> released = overt.release(people, quasi_identifying="age", sensitive="condition", l=2, test_seed=1)
    >>> figures = overt.measure(released, people, queries=0)
    >>> figures.dm, figures.average_group, figures.ncp
    (8, 2.0, 0.3)
    """
    inputs, folder = inputs_of(release)
    name = inputs.add(original, delimiter, header, encoding)
    with watched(progress) as tick:
        return Measures(_overt.measure(inputs.files, folder, name, count or "", queries, seed, selectivity,
                                       None if pairs is None else list(pairs), tick))


def _path(file: str | os.PathLike[str] | None) -> str | None:
    return None if file is None else os.fspath(file)


def compare(
    table: Any = None,
    *,
    job: str | os.PathLike[str] | Mapping[str, Any] | None = None,
    methods: str | Sequence[str] = (),
    l: int | Sequence[int] = (),
    k: int | None = None,
    max: Any = None,
    beta: Any = None,
    beta_enhanced: Any = None,
    band: Mapping[str, Any] | None = None,
    category: Mapping[str, int | Sequence[int]] | None = None,
    quasi_identifying: str | Sequence[str] | None = None,
    sensitive: str | Sequence[str] | None = None,
    identifying: str | Sequence[str] | None = None,
    insensitive: str | Sequence[str] | None = None,
    rest: str | None = None,
    form: str | None = None,
    tree: str | None = None,
    leaves: str | None = None,
    hierarchies: Mapping[str, Any] | None = None,
    weights: Mapping[str, int] | None = None,
    ranks: Mapping[str, Any] | None = None,
    min_group: int | None = None,
    strategy: Mapping[str, Any] | None = None,
    generalize: Mapping[str, Any] | None = None,
    missing: str | Sequence[str] | None = None,
    missing_sensitive: str | None = None,
    columns: Mapping[str, Any] | None = None,
    decimal: str | None = None,
    delimiter: str | None = None,
    encoding: str | None = None,
    header: bool | None = None,
    count: str | None = None,
    on_secret: bool = False,
    model: str | os.PathLike[str] | None = None,
    seed: int | None = None,
    queries: int = 1000,
    selectivity: float = 0.05,
    pairs: Sequence[str] | None = None,
    times: bool = True,
    csv: str | os.PathLike[str] | None = None,
    html: str | os.PathLike[str] | None = None,
    force: bool = False,
    progress: bool = True,
) -> Comparison:
    """Methods and promises side by side, before the one run that is published (docs/concepts/comparing.md).

    It is tried out on two twins of the table, from which nobody can learn who has which value, so
    that choosing by them is safe: one whose values have nothing to do with the public columns, and one
    whose values hang on them as strongly as can be (``stress`` of a point). A real table lies between.
    ``model`` is a CSV file of weights by which the first twin's values are dealt out. ``on_secret`` tries it out on the table itself: custodian only, and choosing by it
    voids the level transparent. ``csv`` and ``html`` also write the figures, and a page that
    draws them, to new files.

    >>> import overt
    >>> people = {"age": [31, 34, 38, 41, 44, 47, 52, 58], "condition": ["flu", "cold", "ulcer", "gout"] * 2}
    >>> found = overt.compare(people, quasi_identifying="age", sensitive="condition", methods=["local", "rda"],
    ...                       l=[2, 4], queries=0, seed=1)
    >>> [(point["method"], point["l"], point["level"]) for point in found.points]
    [('local', 2, 'transparent'), ('local', 4, 'transparent'), ('rda', 2, 'transparent'), ('rda', 4, 'transparent')]
    """
    inputs = Inputs()
    asked = job_of(job, quasi_identifying=quasi_identifying, sensitive=sensitive, identifying=identifying,
                   insensitive=insensitive, rest=rest, k=k, max=max, beta=beta, beta_enhanced=beta_enhanced,
                   band=band, category=category, form=form, tree=tree, leaves=leaves,
                   hierarchies=inputs.add_hierarchies(hierarchies), weights=weights, ranks=ranks,
                   min_group=min_group, strategy=strategy, generalize=generalize, missing=missing,
                   missing_sensitive=missing_sensitive, columns=columns, decimal=decimal, delimiter=delimiter,
                   encoding=encoding, header=header, count=count)
    given = asked.get("input") if table is None else table
    if given is None:
        raise ValueError("table: what is to be compared is missing")
    asked["input"] = inputs.add(given, asked.get("delimiter"), asked.get("header"), asked.get("encoding"))
    inputs.add_ranks(asked)
    with watched(progress) as tick:
        return Comparison(*_overt.compare(
            inputs.files, toml(asked), [methods] if isinstance(methods, str) else list(methods),
            [l] if isinstance(l, int) else list(l), on_secret, _path(model), seed, queries, selectivity,
            None if pairs is None else list(pairs), times, _path(csv), _path(html), force, tick))


def report(release: Release | str | os.PathLike[str], *, out: str | os.PathLike[str] | None = None,
           force: bool = False, progress: bool = True) -> str:
    """The public report of a release, as HTML: the page for whoever uses the data (docs/concepts/reports.md).

    It is a function of the release alone: for a saved folder the bytes of its ``report.html``.
    ``out`` also writes it to a new file (``force`` replaces one).

    >>> import overt
    >>> people = {"age": [31, 34, 38, 41], "condition": ["flu", "cold", "flu", "ulcer"]}
    >>> released = overt.release(people, quasi_identifying="age", sensitive="condition", l=2)
    >>> overt.report(released).startswith("<!doctype html>")
    True
    """
    inputs, folder = inputs_of(release)
    pending = _overt.Pending()
    file = None if out is None else pending.file(os.fspath(out), force)
    with watched(progress) as tick:
        page = _overt.public_report(inputs.files, folder, tick)
    if file is not None:
        Path(file).write_bytes(page.encode())
        pending.commit()
    return page


def _text(asked: Any) -> str:
    """As a table in memory has it in the release: ``true``, not Python's ``True`` (or numpy's)."""
    text = str(asked)
    return text.lower() if type(asked).__name__ in ("bool", "bool_") else text


def _question(column: str, asked: Any) -> tuple[str, str]:
    """(30, 39) is a range, None what is missing."""
    if isinstance(asked, tuple):
        low, high = asked
        return column, f"{'' if low is None else low}..{'' if high is None else high}"
    return column, "NULL" if asked is None else _text(asked)


def query(
    release: Release | str | os.PathLike[str],
    *,
    where: Mapping[str, Any] | None = None,
    value: Any = None,
    by: str | Sequence[str] | None = None,
    progress: bool = True,
) -> Answers:
    """What a release says about a count, from its public files alone (docs/data_users.md).

    ``where`` maps quasi-identifying columns to a value, a range ("30..39" or ``(30, 39)``) or None; ``value`` is a
    value of the sensitive column, or a list of them; ``by`` lists columns of a table, "age/10" in bins of ten.

    >>> import overt
    >>> people = {"age": [31, 34, 38, 41], "condition": ["flu", "cold", "flu", "ulcer"]}
    >>> released = overt.release(people, quasi_identifying="age", sensitive="condition", l=2, test_seed=1)
    >>> overt.query(released, value="flu").answers
    [{'estimate': 2.0, 'surely': 2, 'possibly': 2, 'share': 0.5, 'least_share': 0.5, 'greatest_share': 0.5}]
    """
    inputs, folder = inputs_of(release)
    bins = []
    for column in [by] if isinstance(by, str) else list(by or []):
        name, slash, width = column.rpartition("/")
        bins.append((name, whole(int(width), "by")) if slash and width.isdigit() else (column, 0))
    values = [] if value is None else [_text(one) for one in value] if isinstance(value, (list, tuple)) else [_text(value)]
    questions = [_question(column, asked) for column, asked in (where or {}).items()]
    with watched(progress) as tick:
        return Answers(_overt.query(inputs.files, folder, questions, values, bins, tick))


def verify(
    release: Release | str | os.PathLike[str],
    *,
    against: Any = None,
    expect: Mapping[str, Any] | None = None,
    job: str | os.PathLike[str] | Mapping[str, Any] | None = None,
    signer: str | os.PathLike[str] | None = None,
    allow_test: bool = False,
    delimiter: str | None = None,
    encoding: str | None = None,
    header: bool | None = None,
    count: str | None = None,
    progress: bool = True,
) -> Verification:
    """Checks a release against its certificate, with code that shares nothing with the release.

    ``against`` (custodian only) is the original table, or one of its counts (``count`` is their column). The result is true if every check passed.
    A certificate brings its own rules: ``job`` (a job file or a dict), or ``expect`` with some of
    ``l``, ``level``, ``method``, ``form``, ``strategy``, ``sensitive``, ``identifying``,
    ``quasi_identifying`` and ``insensitive``, says what the release is to be; what is not said is
    listed in ``assumed``. ``signer`` is a file with the public key of the publisher. A release
    that was made with a ``test_seed`` promises nothing: it fails, unless ``allow_test``.

    >>> import overt
    >>> people = {"age": [31, 34, 38, 41], "condition": ["flu", "cold", "flu", "ulcer"]}
    >>> released = overt.release(people, quasi_identifying="age", sensitive="condition", l=2)
    >>> bool(overt.verify(released, against=people))
    True
    >>> bool(overt.verify(released, expect={"l": 2, "sensitive": "condition"}))
    True
    """
    inputs, folder = inputs_of(release)
    said = {key: [str(value)] if isinstance(value, (str, int)) else [str(one) for one in value]
            for key, value in (expect or {}).items()}
    expected = None if job is None else toml(job_of(job))
    name = None if against is None else inputs.add(against, delimiter, header, encoding)
    with watched(progress) as tick:
        return Verification(_overt.verify(inputs.files, folder, name, count or "", allow_test, said, expected,
                                          _path(signer), tick))


def generate(records: int = 600_000, *, seed: int = 1, out: str | os.PathLike[str] | None = None,
             progress: bool = True) -> pa.Table:
    """A census-like table (age, gender, education, birthplace, occupation) with nobody's data inside.

    The same seed gives the same table on every machine; ``out`` also writes it as a new CSV file,
    with the bytes that the command line writes.

    >>> import overt
    >>> overt.generate(3).column_names
    ['age', 'gender', 'education', 'birthplace', 'occupation']
    """
    records, seed = whole(records, "records"), whole(seed, "seed")
    for name, number in (("records", records), ("seed", seed)):
        if number < 0:
            raise ValueError(f"{name}: expected 0 or more")
    with watched(progress) as tick:
        text = _overt.generate(records, seed, tick)
    if out is not None:
        pending = _overt.Pending()
        Path(pending.file(os.fspath(out), None)).write_bytes(text)
        pending.commit()
    return pa.csv.read_csv(BytesIO(text), convert_options=pa.csv.ConvertOptions(column_types={
        "age": pa.int64(), "gender": pa.string(), "education": pa.int64(), "birthplace": pa.string(),
        "occupation": pa.string()}))
