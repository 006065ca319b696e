"""Timestamps and times as Arrow has them, and the texts that the core reads.

How the texts of a column are written stands in the metadata of the table, as it does in our Parquet files
(src/io/time_columns.h).
"""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from . import _overt

_NANOSECONDS = {"s": 1_000_000_000, "ms": 1_000_000, "us": 1_000, "ns": 1}


def written_key(column: str) -> bytes:
    return b"overt.written." + column.encode()


def is_time(kind: pa.DataType) -> bool:
    return bool(pa.types.is_timestamp(kind) or pa.types.is_time(kind))


def typed(column: pa.ChunkedArray, form: str) -> pa.ChunkedArray:
    """Dictionaries of texts in this form as timestamps or times."""
    timestamps, unit, moments = _overt.time_type(form)
    if timestamps:
        kind = pa.timestamp(unit, "UTC" if moments else None)
    else:
        kind = pa.time32(unit) if unit == "ms" else pa.time64(unit)
    number = pa.int32() if pa.types.is_time32(kind) else pa.int64()
    chunks = [pa.array(_overt.time_counts(form, chunk.dictionary.to_pylist()), number).cast(kind).take(chunk.indices)
              for chunk in column.chunks]
    return pa.chunked_array(chunks, kind)


def _numbers(times: pa.Array) -> pa.Array:
    return (times.cast(pa.int32()) if pa.types.is_time32(times.type) else times).cast(pa.int64())


def _texts(column: pa.ChunkedArray, form: str) -> pa.ChunkedArray | None:
    chunks = []
    moments = pa.types.is_timestamp(column.type) and column.type.tz is not None
    for chunk in column.chunks:
        codes = _numbers(chunk).dictionary_encode()
        texts = _overt.time_texts(form, pa.types.is_timestamp(column.type), moments, _NANOSECONDS[column.type.unit],
                                  codes.dictionary.to_pylist())
        if texts is None:
            return None
        chunks.append(pa.DictionaryArray.from_arrays(codes.indices, pa.array(texts, pa.string())))
    return pa.chunked_array(chunks, pa.dictionary(pa.int32(), pa.string()))


def _forms(schema: pa.Schema) -> dict[int, str]:
    found = schema.metadata or {}
    return {i: found[written_key(field.name)].decode(errors="replace") for i, field in enumerate(schema)
            if is_time(field.type) and written_key(field.name) in found}


def as_written(reader: pa.RecordBatchReader) -> pa.RecordBatchReader:
    """Columns that say how they are written as texts, where that says all there is."""
    forms = _forms(reader.schema)
    if not forms:
        return reader
    table = reader.read_all()
    for i, form in forms.items():
        texts = _texts(table.column(i), form)
        if texts is not None:
            table = table.set_column(i, table.field(i).name, texts)
    return table.to_reader()


def as_durations(table: pa.Table) -> pa.Table:
    """Low and high ends that are times of day as the time since midnight, of which pandas has intervals."""
    for i, field in enumerate(table.schema):
        if pa.types.is_time(field.type) and field.name.endswith(("_low", "_high")):
            column: Any = pa.chunked_array([_numbers(chunk).cast(pa.duration(field.type.unit))
                                            for chunk in table.column(i).chunks], pa.duration(field.type.unit))
            table = table.set_column(i, field.name, column)
    return table
