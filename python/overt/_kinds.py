"""Files that are neither plain CSV nor Parquet: Arrow, compressed, in other encodings, Excel, Stata, SPSS, SAS.

They are known by how they begin, whatever they are called.
"""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pyarrow.ipc

from . import _overt

_COMPRESSED = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_CODECS = {"utf-8": "utf-8", "latin1": "latin-1", "windows-1252": "cp1252", "utf-16": "utf-16"}


def check_encoding(encoding: str | None) -> str:
    if encoding is not None and encoding not in _CODECS:
        _overt.parse_encoding(encoding)  # says what there is
    return encoding or "utf-8"


def csv_bytes(path: str, head: bytes, encoding: str | None) -> bytes | None:
    """What a compressed file, or one in another encoding, has to say in UTF-8; nothing of a plain file."""
    compression = next((name for mark, name in _COMPRESSED.items() if head.startswith(mark)), None)
    encoding = check_encoding(encoding)
    if compression is None and encoding == "utf-8" and not head.startswith(_UTF16):
        return None
    try:
        with pa.input_stream(path, compression=compression) as stream:
            content: bytes = stream.read()
    except (OSError, pa.ArrowException):
        raise ValueError(f"{path}: not a whole compressed file (cut short or damaged)") from None
    if content.startswith(_UTF16):
        encoding = "utf-16"
    codec = "utf-16-le" if encoding == "utf-16" and not content.startswith(_UTF16) else _CODECS[encoding]
    if encoding == "utf-8":
        return content
    try:
        return content.decode(codec).encode()
    except UnicodeError:
        raise ValueError(f"{path}: not {encoding} text") from None


def _needs(package: str, extra: str, path: str, kind: str) -> ImportError:
    return ImportError(f"{path}: this is {kind}: reading it needs {package}, which comes with pip install overt[{extra}]")


def _read_arrow(path: str) -> pa.Table:
    try:
        with pa.memory_map(path) as source:
            return pa.ipc.open_file(source).read_all()
    except (OSError, pa.ArrowException):
        raise ValueError(f"{path}: not a whole Arrow file (cut short or damaged)") from None


def _read_excel(path: str) -> pa.Table:
    """The first sheet."""
    try:
        import fastexcel
    except ImportError:
        raise _needs("fastexcel", "excel", path, "an Excel file") from None
    try:
        batch = fastexcel.read_excel(path).load_sheet(0).to_arrow()
    except Exception:  # what it says may quote the content
        raise ValueError(f"{path}: cannot be read as an Excel file") from None
    table = pa.Table.from_batches([batch])
    empty = [i for i, field in enumerate(table.schema) if pa.types.is_null(field.type)]
    for i in empty:  # a column in which no cell is filled
        table = table.set_column(i, table.field(i).name, pa.nulls(table.num_rows, pa.string()))
    return table


def _read_stat(path: str, reader: str, kind: str) -> Any:
    """Value labels become the values."""
    try:
        import pyreadstat
    except ImportError:
        raise _needs("pyreadstat", "stat", path, kind) from None
    try:
        frame, _ = getattr(pyreadstat, reader)(path, apply_value_formats=True, formats_as_category=False)
    except Exception:
        raise ValueError(f"{path}: cannot be read as {kind}") from None
    return frame


def read_kind(path: str, head: bytes) -> Any:
    """A table of one of the kinds above; nothing if it may be CSV. Raises ValueError for what is no table."""
    if head.startswith(b"ARROW1"):
        return _read_arrow(path)
    says = _overt.file_kind(head)
    if not says:
        return None
    if "an Excel file" in says:
        return _read_excel(path)
    if "a Stata file" in says:
        return _read_stat(path, "read_dta", "a Stata file")
    if "an SPSS file" in says:
        return _read_stat(path, "read_sav", "an SPSS file")
    if "a SAS file" in says:
        reader = "read_xport" if head.startswith(b"HEADER") else "read_sas7bdat"
        return _read_stat(path, reader, "a SAS file")
    raise ValueError(f"{path}: {says}")
