"""A release whose records stay in Spark: from counts to tables that are verified."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from . import _overt
from ._input import Inputs, Stream
from ._job import job_of, toml
from ._progress import watched
from ._release import FOLDER, NotReleasable, Table, _today
from ._spark_checks import verify
from ._spark_columns import need
from ._spark_deal import check_row_key, deal

HERE = ("after", "again", "category", "custodian_report", "keep_groups", "log", "spreadsheet_safe")  # of records or files here


def check_records(df: Any, key: Sequence[str], asked: dict[str, Any]) -> None:
    """Refuses what cannot be dealt in Spark."""
    if not hasattr(df, "_jdf"):
        raise ValueError("row_key: not with Spark Connect, which sends plans as messages, and the key of the coins in them")
    roles = asked["roles"]
    for name in HERE:
        if asked.get(name):
            raise ValueError(f"{name}: not for records that stay in Spark; leave row_key out")
    if asked.get("counted"):
        raise ValueError("counted: a table of counts has no records; leave row_key out")
    if len(roles.get("sensitive", [])) != 1 or not roles.get("quasi_identifying"):
        raise ValueError("row_key: records in Spark are dealt by quasi-identifying columns and one sensitive column")
    for column in ("group", "overt_count"):
        if column in roles.get("insensitive", []):
            raise ValueError(f"a column is called {column}, which is the name of a column that a release adds; rename it")
    if not key:
        raise ValueError("row_key: at least one column tells the rows apart")
    need(df, key)
    check_row_key(df, key)


def _read(stream: Any) -> pa.Table:
    return pa.RecordBatchReader.from_stream(Stream(stream)).read_all()


def release_records(df: Any, job: Any, key: Sequence[str], counts: pa.Table, count: str,
                    arguments: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The certificate and the released tables."""
    given = dict(arguments)
    progress, seed, date = given.pop("progress", True), given.pop("test_seed", None), given.pop("date", None)
    inputs = Inputs()
    if isinstance(given.get("prefix"), str):
        given["prefix"] = [given["prefix"]]
    given["hierarchies"] = inputs.add_hierarchies(given.get("hierarchies"))
    asked = job_of(job, **given, output=FOLDER)
    asked["input"] = inputs.add(counts)
    with watched(progress) as tick:
        refusal, text, cells, places = _overt.release_elsewhere(
            inputs.files, toml(asked), count, date or _today(), seed, tick)
    if refusal is not None:
        raise NotReleasable(refusal)
    certificate: dict[str, Any] = json.loads(text)
    certificate["files"] = {}
    (path,) = inputs.files.tables()
    tables = deal(df, asked["roles"], key, certificate["form"] == "anatomy", counts, _read(cells), _read(places),
                  Table(inputs.files, path)._numbers_and_dates())
    # What is verified is what is handed out: Spark would make it anew each time, from a table that may have changed.
    tables = {name: table.persist() for name, table in tables.items()}
    checks = verify(tables, certificate)
    if not checks:
        for table in tables.values():
            table.unpersist()
        raise ValueError("the table changed while it was released (or row_key did): failed: "
                         + "; ".join(what for what, passed in checks.items() if not passed))
    return certificate, tables
