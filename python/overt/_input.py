"""Tables on their way in: whatever speaks Arrow's PyCapsule protocol, and files.

Text, dictionaries, numbers and booleans go to the core as they are, without a copy. What
else there is (decimals, dates, times) becomes text by pyarrow, batch by batch: the same
texts that the command line makes of a Parquet file.
"""

from __future__ import annotations

import hashlib
import os
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from . import _overt
from ._frames import enum_ranks, is_frame, prepared
from ._kinds import csv_bytes, read_kind
from ._times import as_written

TABLE = "the table"  # what messages call a table that has no name
_TEXT = pa.dictionary(pa.int32(), pa.string())
ROW_GROUP = 1 << 20  # records of a Parquet file that are written at once
_BLOCKS = (4 << 20, 64 << 20)  # a record may have 16 MB; smaller blocks are read on all cores


def is_path(table: Any) -> bool:
    return isinstance(table, (str, os.PathLike))


def is_folder(table: Any) -> bool:
    return is_path(table) and Path(table).is_dir()


def _is_text(kind: pa.DataType) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind))


def _is_read_as_it_is(kind: pa.DataType) -> bool:
    if pa.types.is_dictionary(kind):
        return _is_text(kind.value_type)
    return (_is_text(kind) or pa.types.is_integer(kind) or pa.types.is_boolean(kind)
            or pa.types.is_float32(kind) or pa.types.is_float64(kind)
            or pa.types.is_null(kind) or pa.types.is_nested(kind))  # the core refuses nested ones


def _has_texts(kind: pa.DataType) -> bool:
    try:
        pa.nulls(1, kind).cast(pa.string())
    except pa.ArrowException:
        return False
    return True


def _with_texts(reader: pa.RecordBatchReader, name: str) -> pa.RecordBatchReader:
    reader = as_written(reader)
    # Half-precision floats have no text of their own in Arrow.
    halves = [pa.field(field.name, pa.float32()) if pa.types.is_float16(field.type) else field for field in reader.schema]
    if any(pa.types.is_float16(field.type) for field in reader.schema):
        reader = reader.cast(pa.schema(halves))
    fields = [field if _is_read_as_it_is(field.type) else pa.field(field.name, pa.string())
              for field in reader.schema]
    if all(new.type == old.type for new, old in zip(fields, reader.schema)):
        return reader
    for field in reader.schema:
        if pa.types.is_duration(field.type):  # as numbers they would be of a unit that nothing says
            raise ValueError(f"{name}: column {field.name}: lengths of time ({field.type}) are not supported; give numbers "
                             "of a unit that the column's name says, such as seconds")
        if not _is_read_as_it_is(field.type) and not _has_texts(field.type):
            raise ValueError(f"{name}: column {field.name}: values of the type {field.type} cannot be read")
    return reader.cast(pa.schema(fields))


class Stream:
    """A capsule of an Arrow stream, for those who want an object that gives one."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        return self._stream


def capsule(table: Any, name: str = TABLE) -> Any:
    """The table as a capsule of an Arrow stream."""
    if is_frame(table):
        table, _ = prepared(table, name)
    try:
        if isinstance(table, (pa.Table, pa.RecordBatch)):
            table.validate()  # the C interface does not say how long buffers are; pyarrow knows
        if hasattr(table, "__arrow_c_stream__"):
            reader = pa.RecordBatchReader.from_stream(table)
        elif hasattr(table, "__arrow_c_array__"):
            reader = pa.RecordBatchReader.from_stream(pa.Table.from_batches([pa.record_batch(table)]))
        elif isinstance(table, dict):
            reader = pa.RecordBatchReader.from_stream(pa.table(table))
        else:
            raise TypeError("expected a table with __arrow_c_stream__ (pandas, polars, duckdb, pyarrow) or a path, "
                            f"not {type(table).__name__}")
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError, OverflowError):
        # What pyarrow says of it quotes values.
        raise ValueError(f"{name}: not a table of columns that have one type each") from None
    return _with_texts(reader, name).__arrow_c_stream__()


# --- files ---


class _Ragged(Exception):
    pass


def _parse(source: Any, delimiter: str, header: bool, threads: bool, block: int) -> pa.Table:
    """The CSV file with all columns as texts."""
    ragged: list[Any] = []

    def note(row: Any) -> str:
        ragged.append(row)
        return "error"

    rules = pa.csv.ParseOptions(delimiter=delimiter, newlines_in_values=True, invalid_row_handler=note)
    reading = pa.csv.ReadOptions(use_threads=threads, block_size=block, autogenerate_column_names=not header)
    try:
        names = pa.csv.open_csv(source(), read_options=reading, parse_options=rules).schema.names
        convert = pa.csv.ConvertOptions(column_types={name: _TEXT for name in names}, strings_can_be_null=False)
        table = pa.csv.read_csv(source(), read_options=reading, parse_options=rules, convert_options=convert)
    except pa.ArrowInvalid:
        if ragged:
            raise _Ragged(ragged[0]) from None
        raise
    if not header:
        table = table.rename_columns([f"column{i + 1}" for i in range(table.num_columns)])
    return table


def _distinct(table: pa.Table, path: str) -> pa.Table:
    """Columns without a name get one by their position, and of two with the same name the later has _2."""
    names, remarks = _overt.distinct_names(table.column_names)
    for remark in remarks:
        warnings.warn(f"{path}: {remark}", stacklevel=2)
    return table.rename_columns(names)


def _read_csv(path: str, delimiter: str | None, header: bool, content: bytes | None = None) -> pa.Table:
    """``content`` is what is inside, where that is not the file as it stands."""
    # Quotes, UTF-8 and lines are checked first, with the messages of the command line: Arrow's
    # quote data.
    found, records = _overt.check_csv(path, delimiter, content)

    def source() -> Any:
        return path if content is None else pa.BufferReader(content)

    for threads, block in ((True, _BLOCKS[0]), (True, _BLOCKS[1]), (False, _BLOCKS[1])):
        try:
            table = _parse(source, found, header, threads, block)
        except _Ragged as ragged:
            if threads:
                continue  # one thread knows the number of the row
            row = ragged.args[0]
            raise ValueError(f"{path}: row {row.number}: {row.actual_columns} fields where the first line has "
                             f"{row.expected_columns}") from None
        except pa.ArrowInvalid:
            continue
        if header:
            table = _distinct(table, path)
        if table.num_rows + int(header) == records:
            return table
        break
    raise ValueError(f"{path}: cannot be read as CSV")


def _read_parquet(path: str) -> pa.Table:
    try:
        with pa.parquet.ParquetFile(path) as file:
            groups = [file.read_row_group(i) for i in range(file.num_row_groups)]  # Ctrl-C is heard in between
            table = pa.concat_tables(groups) if groups else file.read()
    except pa.ArrowException:
        raise ValueError(f"{path}: not a whole Parquet file (cut short or damaged)") from None
    for field in table.schema:
        if pa.types.is_null(field.type):
            raise ValueError(f"{path}: column {field.name}: nested columns and columns without a type are not "
                             "supported")
    return table


def _cannot_read(path: Any, error: OSError) -> OSError:
    return type(error)(f"{path}: cannot be read: {error.strerror}")


def read_file(path: Any, delimiter: str | None = None, header: bool = True, encoding: str | None = None) -> Any:
    """A table in a file of any kind that we know; all columns of a CSV file are texts."""
    path = os.fspath(path)
    try:
        with open(path, "rb") as file:
            head = file.read(64)
    except OSError as error:
        raise _cannot_read(path, error) from None
    if head.startswith(b"PAR1"):
        return _read_parquet(path)
    content = csv_bytes(path, head, encoding)
    table = read_kind(path, head if content is None else content[:64])
    if table is not None:
        return table
    return _read_csv(path, {"tab": "\t", "\\t": "\t"}.get(delimiter or "", delimiter), header, content)


def _note(table: pa.Table) -> str:
    """What the core has put beside a table in a Parquet file."""
    return str((table.schema.metadata or {}).get(b"overt", b"").decode(errors="replace"))


def open_table(path: str, delimiter: str | None, header: bool, hashed: bool) -> tuple[Any, str, str]:
    """For the core, which reads the files of a release: a stream, their SHA-256, and the note beside them."""
    sha256 = ""
    table = read_file(path, delimiter, header)
    if hashed:
        with open(path, "rb") as file:
            sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    return capsule(table, path), sha256, _note(table)


def read_rows(path: str) -> list[list[str]]:
    """A hierarchy in ARX's format; its first line decides on the delimiter."""
    try:
        with open(path, "rb") as file:
            first = file.readline()
    except OSError as error:
        raise _cannot_read(path, error) from None
    table = _read_csv(path, ";" if b";" in first else ",", False)
    return [list(row) for row in zip(*(column.to_pylist() for column in table.columns))]


def write_table(stream: Any, note: str, path: str) -> None:
    """For the core: a table as a Parquet file with a note beside it, in the format of ``--keep-groups``. Piece by piece,
    between which Ctrl-C is heard."""
    table = pa.RecordBatchReader.from_stream(Stream(stream)).read_all()
    with pa.parquet.ParquetWriter(path, table.schema, compression="snappy", store_schema=False) as writer:
        for begin in range(0, table.num_rows, ROW_GROUP):
            writer.write_table(table.slice(begin, ROW_GROUP))
        writer.add_key_value_metadata({"overt": note})


# --- what a call reads ---


class Inputs:
    """The storage of one call, and what it reads."""

    def __init__(self, files: Any = None) -> None:
        self.ranks: dict[str, list[str]] = {}  # of columns that come with an order of their own
        self.files = files if files is not None else _overt.Files(open_table, read_rows, write_table)

    def add(self, table: Any, delimiter: str | None = None, header: bool | None = None, encoding: str | None = None,
            again: bool = False) -> str:
        """Adds a table or a file, and returns the name under which the core opens it: once, or with ``again`` as often
        as it likes, for which a stream becomes a table in memory."""
        if is_path(table):
            name = str(os.fspath(table))
            table = read_file(name, delimiter, header is not False, encoding)
        else:
            name = TABLE
            if delimiter is not None or header is not None or encoding is not None:
                raise ValueError("delimiter, header and encoding are for CSV files")
        if is_frame(table):
            table, self.ranks = prepared(table, name)
        else:
            self.ranks = enum_ranks(table) or self.ranks
        if not again:
            self.files.add_table(name, capsule(table, name), None)
            return name
        whole = pa.RecordBatchReader.from_stream(Stream(capsule(table, name))).read_all()
        self.files.add_table(name, capsule(whole, name), lambda: capsule(whole, name))
        return name

    def add_ranks(self, job: dict[str, Any]) -> None:
        """Puts the order of categories into a job that has none of its own for the column."""
        quasi = job.get("roles", {}).get("quasi_identifying", [])
        for column, values in self.ranks.items():
            if column in quasi and column not in job.get("hierarchies", {}) and column not in job.get("ranks", {}):
                job["ranks"] = {**job.get("ranks", {}), column: values}

    def add_hierarchies(self, hierarchies: Mapping[str, Any] | None) -> dict[str, str] | None:
        """Paths stay what they are; rows get a name."""
        if hierarchies is None:
            return None
        names = {}
        for column, given in hierarchies.items():
            if is_path(given):
                names[column] = os.fspath(given)
                continue
            names[column] = f"the hierarchy of {column}"
            self.files.add_rows(names[column], [[str(label) for label in row] for row in given])
        return names
