"""release: a table in, a released table and its certificate out; files only when they are asked for."""

from __future__ import annotations

import datetime
import hashlib
import html
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from . import _overt
from ._input import ROW_GROUP, Inputs, Stream
from ._job import job_of, toml
from ._overt import visible
from ._progress import watched
from ._results import Answers, _lines
from ._times import as_durations, typed, written_key

FOLDER = "<release>"  # where the core keeps a release that is in memory
_SHOWN = 10  # records of a table
_PIECE = 1 << 16  # records of a CSV file that are written at once


class NotReleasable(Exception):
    """The table cannot be released safely, or the secret not be disclosed; ``reason`` says why.

    >>> import overt
    >>> try:
    ...     overt.release({"age": [1, 2, 3], "illness": ["flu", "flu", "cold"]},
    ...                   quasi_identifying="age", sensitive="illness", l=2)
    ... except overt.NotReleasable as refusal:
    ...     print(refusal.reason)
    one sensitive value has a share of 2/3 of all records (66.7 %), more than 1/2; no l of 2 or more is possible; \
a beta of 2 or more gives several groups; or cap only the values that are a secret (overt release --max VALUE=SHARE)
    """

    def __init__(self, reason: str, custodian: Sequence[str] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.custodian = list(custodian)


def refuse_people(person: str, several: int, people: int) -> None:
    """``person`` of a job where an engine has the records and has counted who has several: as the core says it of tables
    that it reads (src/overt/release/table_rules.cc)."""
    if several > 0:
        raise NotReleasable(f"{several} of {people} people (by {person}) {'has' if several == 1 else 'have'} several records, "
                            "and every promise is about one record per person; put the records of a person together first")


def _type_of(kind: str, column: pa.ChunkedArray) -> pa.DataType | None:
    """The type of a column in our Parquet files, if it is not that of its texts (src/io/table_writer.cc)."""
    if kind == "number":
        return pa.float64()
    if kind == "date":
        return pa.date32()
    if kind != "decimal":
        return None
    values = {len(text.partition(".")[2]) for chunk in column.chunks for text in chunk.dictionary.to_pylist()}
    return pa.decimal128(18 + max(values), max(values)) if len(values) == 1 and max(values) <= 6 else None


def _ends(column: Any) -> Any:
    """Low or high ends as pandas can have them in intervals: dates and moments as datetimes, times as timedeltas.
    Nothing of texts that are neither."""
    import pandas

    if pandas.api.types.is_numeric_dtype(column.dtype):
        return column
    if pandas.api.types.is_timedelta64_dtype(column.dtype):
        return column
    if not isinstance(column.dtype, pandas.CategoricalDtype):  # dates and timestamps
        return pandas.to_datetime(column)
    texts = column.astype("object")
    known = texts.dropna()
    if known.str.fullmatch(r"\d\d:\d\d(:\d\d(\.\d+)?)?").all():
        return pandas.to_timedelta(texts.where(texts.str.count(":") != 1, texts + ":00"))
    if known.str.match(r"\d{4}-\d\d-\d\d").all():
        return pandas.to_datetime(texts, format="ISO8601", utc=bool(known.str.contains(r"(?:Z|[+-]\d\d:?\d\d)$").any()))
    return None


def _with_intervals(frame: Any) -> Any:
    import pandas

    columns = {}
    seconds = set()
    for name in frame.columns:
        stem = name.removesuffix("_low")
        if stem != name and stem + "_high" in frame.columns:
            low, high = _ends(frame[name]), _ends(frame[stem + "_high"])
            if low is not None and high is not None:
                columns[stem] = pandas.arrays.IntervalArray.from_arrays(low, high, closed="both")
                seconds.add(stem + "_high")
                continue
        if name not in seconds:
            columns[name] = frame[name]
    return pandas.DataFrame(columns, index=frame.index)


class Table:
    """A released table in memory. Give it to whatever reads Arrow, or use one of the ``to_`` methods.

    Columns: ``group`` (1, 2, ..) as int32, whole numbers as int64, numbers as float64, decimals as
    decimal128, dates as date32, timestamps and times that are all written in one way as timestamps
    (moments in UTC) and times of Arrow, all else as dictionaries of texts.
    """

    def __init__(self, files: Any, path: str) -> None:
        self._files = files
        self._path = path

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __len__(self) -> int:
        return int(self._files.records(self._path))

    @property
    def column_names(self) -> list[str]:
        return list(self._files.columns(self._path))

    def _texts(self) -> pa.Table:
        """As it was verified, and as a CSV file has it."""
        return pa.RecordBatchReader.from_stream(Stream(self._files.stream(self._path))).read_all()

    def to_arrow(self) -> pa.Table:
        table = self._numbers_and_dates()
        written = {}
        for i, form in enumerate(self._files.forms(self._path)):
            if form:
                name = table.field(i).name
                table = table.set_column(i, name, typed(table.column(i), form))
                written[written_key(name)] = form.encode()
        return table.replace_schema_metadata(written) if written else table

    def _numbers_and_dates(self) -> pa.Table:
        """Timestamps and times as texts: Spark would write them in a time zone of its own."""
        table = self._texts()
        for i, kind in enumerate(self._files.types(self._path)):
            column = table.column(i)
            if pa.types.is_dictionary(column.type) and (own := _type_of(kind, column)) is not None:
                table = table.set_column(i, pa.field(table.field(i).name, own), column.cast(pa.string()).cast(own))
        return table

    def to_pandas(self, intervals: bool = False) -> Any:
        """``intervals`` makes one column of intervals of ``age_low`` and ``age_high`` (``cells="columns"``)."""
        table = self.to_arrow()
        for i, field in enumerate(table.schema):
            if pa.types.is_decimal(field.type):  # pandas would make objects of them
                table = table.set_column(i, field.name, table.column(i).cast(pa.float64()))
        frame = (as_durations(table) if intervals else table).to_pandas()
        return _with_intervals(frame) if intervals else frame

    def to_polars(self) -> Any:
        import polars

        return polars.from_arrow(self.to_arrow())

    def _shown_names(self) -> list[str]:
        return [visible(name) for name in self.column_names]

    def _head(self) -> list[list[str]]:
        columns = self._texts().slice(0, _SHOWN).to_pydict()
        return [["" if cell is None else visible(str(cell)) for cell in row] for row in zip(*columns.values())]

    def __repr__(self) -> str:
        rows = [self._shown_names(), *self._head()]
        widths = [max(len(row[c]) for row in rows) for c in range(len(rows[0]))]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
        return "\n".join(lines + ([".."] if len(self) > _SHOWN else []) + [f"{len(self)} records"])

    def _repr_html_(self) -> str:
        def row(cells: Sequence[str], tag: str) -> str:
            return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

        body = "".join(row(cells, "td") for cells in self._head())
        return f"<table>{row(self._shown_names(), 'th')}{body}</table><p>{len(self)} records</p>"


class Release:
    """A release in memory, verified: every record, every group, exactly what is handed out.

    ``table`` is what may be published, ``certificate`` says what was promised and checked, ``save``
    writes the folder that the command line would write. What must not be published is reached by a
    name that says so: ``custodian``.
    """

    def __init__(self, files: Any, certificate: str, custodian: list[str], job: dict[str, Any]) -> None:
        self._files = files
        self._certificate = certificate
        self._job = job
        self._custodian = custodian

    @property
    def certificate(self) -> dict[str, Any]:
        """The certificate. Its ``files`` are empty as long as there are none: ``save`` returns it
        with their SHA-256."""
        result: dict[str, Any] = json.loads(self._certificate)
        result["files"] = {}
        return result

    @property
    def tables(self) -> dict[str, Table]:
        """``released``, or for the anatomy form ``quasi`` and ``sensitive``."""
        return {Path(path).stem: Table(self._files, path) for path in self._files.tables()}

    @property
    def table(self) -> Table:
        tables = self.tables
        if len(tables) > 1:
            raise ValueError("the anatomy form has two tables: .tables['quasi'] and .tables['sensitive']")
        return tables["released"]

    @property
    def custodian(self) -> list[str]:
        """What a strategy evaluated on the way. It depends on the secret table: never publish it."""
        return list(self._custodian)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.table.__arrow_c_stream__(requested_schema)

    def to_arrow(self) -> pa.Table:
        return self.table.to_arrow()

    def to_pandas(self, intervals: bool = False) -> Any:
        """The released table. ``intervals`` needs ``cells="columns"``: it gives one column of intervals for
        ``age_low`` and ``age_high``.

        >>> import overt
        >>> people = {"age": [31, 34, 38, 41], "condition": ["flu", "cold", "flu", "ulcer"]}
        >>> released = overt.release(people, quasi_identifying="age", sensitive="condition", l=2, cells="columns",
        ...                          test_seed=1)
        >>> list(released.to_pandas().columns), str(released.to_pandas(intervals=True)["age"].dtype)
        (['group', 'age_low', 'age_high', 'condition'], 'interval[int64, both]')
        """
        if intervals and self.certificate["job"].get("cells") != "columns":
            raise ValueError("intervals: the release has cells as texts; release with cells=\"columns\"")
        return self.table.to_pandas(intervals)

    def to_polars(self) -> Any:
        return self.table.to_polars()

    def query(self, where: Mapping[str, Any] | None = None, value: Any = None, by: Any = None) -> Answers:
        """What the release says about a count: ``overt.query``."""
        from ._tables import query

        return query(self, where=where, value=value, by=by, progress=False)

    def save(self, folder: str | os.PathLike[str], format: str | None = None, force: bool = False,
             sign: str | os.PathLike[str] | None = None, passphrase: str | None = None,
             progress: bool = True) -> dict[str, Any]:
        """Writes the release as a folder, as ``overt release`` does, and returns its certificate.

        The folder must not exist (``force`` replaces an earlier release). It is written under
        another name, verified from its files, and renamed: it is there entirely or not at all.
        ``format`` is csv or parquet, by default that of the release. ``sign`` is a file with a
        secret key (``overt keygen``), which signs the certificate; ``passphrase`` is that of the
        key.

        >>> import overt, tempfile
        >>> released = overt.release({"age": [1, 2, 3, 4], "illness": ["flu", "cold"] * 2},
        ...                          quasi_identifying="age", sensitive="illness", l=2)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     certificate = released.save(folder + "/release")
        ...     bool(overt.verify(folder + "/release"))
        True
        """
        from ._tables import verify

        job = {**self._job, **({"format": format} if format else {})}
        text = toml(job)
        _overt.complete_job(text)  # also says when a CSV file could not hold a missing value
        format = job.get("format", "csv")
        pending = _overt.Pending()
        root = Path(pending.folder(os.fspath(folder), force))
        files = {}
        for stem, table in self.tables.items():
            name = f"{stem}.{format}"
            _write_table(table.to_arrow() if format == "parquet" else table._texts(), root / name, format, _overt.missing_text(text))
            with open(root / name, "rb") as file:
                files[name] = hashlib.file_digest(file, "sha256").hexdigest()
        certified = json.loads(self._certificate)["files"]
        for path, content in self._files.texts().items():
            name = path.removeprefix(FOLDER + "/")
            if name == "certificate.json":
                continue
            (root / name).parent.mkdir(exist_ok=True)
            (root / name).write_bytes(content)
            if name in certified:
                files[name] = hashlib.sha256(content).hexdigest()
        certificate = _overt.certificate_of_files(self._certificate, format, files)
        (root / "certificate.json").write_bytes(certificate.encode())
        with watched(progress) as tick:
            report = _overt.public_report(Inputs().files, str(root), tick)
        (root / "report.html").write_bytes(report.encode())
        if sign is not None:
            signature = _overt.sign_certificate(certificate, os.fspath(sign), passphrase, _today())
            (root / "certificate.json.minisig").write_bytes(signature.encode())
        verification = verify(root, allow_test=True, progress=progress)
        if not verification:
            raise RuntimeError("the saved release failed verification, which is a defect of ours:\n"
                               f"{verification!r}")
        pending.commit()
        return dict(json.loads(certificate))

    def __reduce__(self) -> Any:
        raise TypeError("a Release is not pickled: save() it as a folder, which is what may be handed on, or pickle its "
                        "table, released.to_arrow()")

    def _summary(self) -> dict[str, Any]:
        certificate = self.certificate
        shown = {key: certificate[key] for key in
                 ("records", "groups", "smallest_group", "promise", "largest_share", "level", "method", "form")}
        return {**shown, "verified": "every record, every group"}

    def __repr__(self) -> str:
        lines = [f"  {key:<14}  {value}" for key, value in _lines(self._flat())]
        return "Release\n" + "\n".join(lines)

    def _flat(self) -> dict[str, Any]:
        summary = self._summary()
        promise = summary["promise"]
        if "columns" in promise:
            summary["promise"] = "; ".join([f"k {promise['k']}", *(
                f"{column}: " + ", ".join(f"{key} {value}" for key, value in caps.items())
                for column, caps in promise["columns"].items())])
        else:
            summary["promise"] = ", ".join([promise["name"], *(f"{k} {v}" for k, v in promise.items() if k != "name")])
        return summary

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><th style='text-align:left'>{html.escape(key)}</th>"
                       f"<td style='text-align:left'>{html.escape(value)}</td></tr>"
                       for key, value in _lines(self._flat()))
        return f"<table><caption>Release</caption>{rows}</table>"


def _now() -> str:
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def _today() -> str:
    return _now()[:10]


def _write_table(table: pa.Table, file: Path, format: str, missing: str) -> None:
    """As src/io writes it: the same bytes for CSV, the same types for Parquet. Piece by piece, between which
    Ctrl-C is heard."""
    if format == "parquet":
        with pa.parquet.ParquetWriter(file, table.schema, compression="snappy", store_schema=False) as writer:
            for begin in range(0, table.num_rows, ROW_GROUP):
                writer.write_table(table.slice(begin, ROW_GROUP))
            if table.schema.metadata:
                writer.add_key_value_metadata(table.schema.metadata)
        return
    plain = not any(set('",\r\n') & set(name) for name in table.column_names)
    options = pa.csv.WriteOptions(null_string=missing, quoting_header="none" if plain else "needed")
    with pa.csv.CSVWriter(file, table.schema, write_options=options) as rows:
        for batch in table.to_batches(max_chunksize=_PIECE):
            rows.write_batch(batch)


def release(
    table: Any = None,
    *,
    job: str | os.PathLike[str] | Mapping[str, Any] | None = None,
    quasi_identifying: str | Sequence[str] | None = None,
    sensitive: str | Sequence[str] | None = None,
    identifying: str | Sequence[str] | None = None,
    insensitive: str | Sequence[str] | None = None,
    rest: str | None = None,
    person: str | None = None,
    allow_determined: str | Sequence[str] | None = None,
    l: int | None = None,
    property: str | Mapping[str, Any] | None = None,
    k: int | None = None,
    max: Any = None,
    beta: Any = None,
    beta_enhanced: Any = None,
    band: Mapping[str, Any] | None = None,
    category: Mapping[str, int | Sequence[int]] | None = None,
    background: int | None = None,
    method: str | None = None,
    tree: str | None = None,
    leaves: str | None = None,
    form: str | None = None,
    format: str | None = None,
    spreadsheet_safe: bool | None = None,
    cells: str | None = None,
    counted: bool | None = None,
    prefix: str | Sequence[str] | None = None,
    hierarchies: Mapping[str, Any] | None = None,
    weights: Mapping[str, int] | None = None,
    ranks: Mapping[str, Any] | None = None,
    min_group: int | None = None,
    strategy: str | Mapping[str, Any] | None = None,
    generalize: Mapping[str, Any] | None = None,
    missing: str | Sequence[str] | None = None,
    missing_sensitive: str | None = None,
    columns: Mapping[str, Any] | None = None,
    decimal: str | None = None,
    delimiter: str | None = None,
    encoding: str | None = None,
    header: bool | None = None,
    count: str | None = None,
    key_file: str | os.PathLike[str] | None = None,
    after: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
    keep_groups: str | os.PathLike[str] | None = None,
    log: str | os.PathLike[str] | None = None,
    again: str | None = None,
    custodian_report: str | os.PathLike[str] | None = None,
    title: str | None = None,
    publisher: str | None = None,
    contact: str | None = None,
    licence: str | None = None,
    about: str | None = None,
    date: str | None = None,
    test_seed: int | None = None,
    progress: bool = True,
) -> Release:
    """Releases a table: grouped, verified, certified.

    Arguments are the keys of a job file (docs/job.md): roles of the columns, the promise
    (``l``; ``max={"positive": "1/10"}``, ``beta``, ``band``, ``category`` and ``k``, which
    docs/concepts/promises.md explains; or ``property`` for the method strategy), ``method``
    (README has the table of them),
    ``form`` (generalized, anatomy), and so on. ``job`` is a job file or a dict of the same keys,
    which arguments come on top of. ``hierarchies`` maps columns to files in ARX's format, or to
    lists of rows. ``count`` names the column of a table of counts, as a GROUP BY gives it, that says how
    many records a row stands for; ``counted`` releases such a table.

    One job, one run, one publication: running several times and choosing, or publishing two runs
    without ``after``, voids the guarantee. ``keep_groups`` writes the private grouping to a new
    file, for the custodian alone; ``after`` names such files of earlier releases of the same
    table, with which this one is checked together (docs/concepts/several_releases.md).
    ``log`` keeps a log of runs, and its key beside it: a table that is in it is not run again without
    ``again``, the reason why it must be. ``custodian_report`` writes a page for the custodian alone to a new file, of a refusal as well
    (docs/concepts/reports.md). ``test_seed`` makes coins that anybody can guess, for tests and
    examples only: a release made with it promises nothing, and has the level ``test``.

    Raises NotReleasable when the table cannot be released safely, ValueError for bad input, OSError
    for files.

    >>> import overt
    >>> people = {"age": [31, 34, 38, 41], "condition": ["flu", "cold", "flu", "ulcer"]}
    >>> overt.release(people, quasi_identifying="age", sensitive="condition", l=2, test_seed=1)
    Release
      records         4
      groups          2
      smallest_group  2
      promise         highest_ratio, max 1/2
      largest_share   1/2
      level           test
      method          local
      form            generalized
      verified        every record, every group
    """
    inputs = Inputs()
    asked = job_of(
        job, quasi_identifying=quasi_identifying, sensitive=sensitive, identifying=identifying,
        insensitive=insensitive, rest=rest, person=person, allow_determined=allow_determined, l=l, property=property,
        k=k, max=max, beta=beta, beta_enhanced=beta_enhanced, band=band, category=category, background=background,
        method=method, tree=tree, leaves=leaves, form=form, format=format, spreadsheet_safe=spreadsheet_safe,
        cells=cells, counted=counted, prefix=[prefix] if isinstance(prefix, str) else prefix, title=title,
        publisher=publisher,
        contact=contact, licence=licence, about=about,
        hierarchies=inputs.add_hierarchies(hierarchies), weights=weights, ranks=ranks, min_group=min_group,
        strategy=strategy, generalize=generalize, missing=missing, missing_sensitive=missing_sensitive,
        columns=columns, decimal=decimal, delimiter=delimiter, encoding=encoding, header=header, count=count, key_file=key_file,
        after=[after] if isinstance(after, (str, os.PathLike)) else after, keep_groups=keep_groups,
        log=log, custodian_report=custodian_report, output=FOLDER)
    given = asked.get("input") if table is None else table
    if given is None:
        raise ValueError("table: what is to be released is missing")
    asked["input"] = inputs.add(given, asked.get("delimiter"), asked.get("header"), asked.get("encoding"),
                                again="custodian_report" in asked)
    if again is not None and ("log" not in asked or not again):
        raise ValueError("again: it is about a log, and says why")
    inputs.add_ranks(asked)
    if date is None:
        date = _today()
    try:
        with watched(progress) as tick:
            refusal, certificate, custodian = _overt.release(
                inputs.files, toml(asked), date, test_seed, _now(), again or "", tick)
    finally:
        inputs.files.forget_inputs()
    if refusal is not None:
        raise NotReleasable(refusal, custodian)
    return Release(inputs.files, certificate, custodian, asked)
