"""Tables in a database: the engine groups, and only counts leave it.

    connection = duckdb.connect("clinic.db")
    released = overt.sql.release(connection, table="patients", identifying="name",
                                 quasi_identifying=["age", "zip"], sensitive="condition", l=4)

Any connection with cursors will do (DB API 2, ADBC): duckdb, PostgreSQL (``pip install overt[postgres]``), sqlite. What
is asked of the engine is one ``SELECT .., count(*) .. GROUP BY ..`` over the columns that have a role: how often each
combination of quasi-identifiers and sensitive values occurs is all that a release needs. Identifying columns stay where
they are. Values come as texts, and are read as those of a CSV file; NULL is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from typing import Any

import pyarrow as pa

from ._job import job_of
from ._release import Release, refuse_people
from ._release import release as _release
from ._results import Check
from ._tables import check as _check

__all__ = ["check", "counts", "release"]

COUNT = "overt_count"  # the column of counts
_ROWS = 100_000  # that are fetched at once from a cursor without Arrow

# Texts are equal if their bytes are: a collation of a column may see that otherwise.
_COLLATE = {"sqlite": " COLLATE BINARY", "postgresql": ' COLLATE "C"'}


def quoted(name: str) -> str:
    """An identifier for SQL, whatever it holds."""
    if "\0" in name:
        raise ValueError("a name in a database has no null character")
    return '"' + name.replace('"', '""') + '"'


def _engine(connection: Any) -> str:
    module = type(connection).__module__.lower()
    if module.startswith("adbc"):
        module = str(connection.adbc_get_info().get("vendor_name", "")).lower()
    if "sqlite" in module:
        return "sqlite"
    return "postgresql" if "postgres" in module or "psycopg" in module else module


def _source(table: str | None, query: str | None) -> str:
    if (table is None) == (query is None):
        raise ValueError("expected a table or a query, one of the two")
    if table is not None:
        schema, dot, name = table.partition(".")
        return f"{quoted(schema)}.{quoted(name)}" if dot else quoted(table)
    return "(\n" + str(query).rstrip("; \t\r\n") + "\n) AS overt"


def _columns(connection: Any, source: str) -> list[str]:
    with closing(connection.cursor()) as cursor:
        cursor.execute(f"SELECT * FROM {source} WHERE 1 = 0")
        return [str(column[0]) for column in cursor.description]


def _fetched(cursor: Any, names: list[str]) -> pa.Table:
    if hasattr(cursor, "fetch_arrow_table"):  # ADBC
        table: pa.Table = cursor.fetch_arrow_table()
        return table.rename_columns(names)
    fields = [pa.field(name, pa.string()) for name in names[:-1]] + [pa.field(names[-1], pa.int64())]
    schema = pa.schema(fields)
    batches = []
    while rows := cursor.fetchmany(_ROWS):
        batches.append(pa.record_batch([list(column) for column in zip(*rows)], schema=schema))
    return pa.Table.from_batches(batches, schema)


def counts(connection: Any, columns: Sequence[str], *, table: str | None = None, query: str | None = None,
           count: str = COUNT) -> pa.Table:
    """How often each combination of values of these columns occurs: one row for each, with its count.

    >>> import sqlite3, overt.sql
    >>> connection = sqlite3.connect(":memory:")
    >>> _ = connection.execute("create table patients (age int, condition text)")
    >>> _ = connection.executemany("insert into patients values (?, ?)", [(31, "flu"), (31, "flu"), (40, None)])
    >>> found = overt.sql.counts(connection, ["age", "condition"], table="patients").sort_by("age")
    >>> found.to_pylist()[0]
    {'age': '31', 'condition': 'flu', 'overt_count': 2}
    """
    source = _source(table, query)
    known = _columns(connection, source)
    for column in columns:
        if column not in known:
            raise ValueError(f"{table or 'the query'}: there is no column with the name: {column}")
    if not columns:
        raise ValueError("expected columns to count by")
    collate = _COLLATE.get(_engine(connection), "")
    values = ", ".join(f"CAST({quoted(column)} AS TEXT){collate}" for column in columns)
    places = ", ".join(str(place + 1) for place in range(len(columns)))
    grouped = f"SELECT {values}, count(*) FROM {source} GROUP BY {places}"
    if _engine(connection).startswith(("duckdb", "_duckdb")):  # whose cursors copy once more
        found: pa.Table = connection.sql(grouped).to_arrow_table()
        return found.rename_columns([*columns, count])
    with closing(connection.cursor()) as cursor:
        cursor.execute(grouped)
        return _fetched(cursor, [*columns, count])


def _counted(connection: Any, table: str | None, query: str | None, roles: dict[str, list[str]]) -> pa.Table:
    """What a release reads. Of identifying columns the names alone: the certificate lists them."""
    wanted = [column for role in ("quasi_identifying", "sensitive", "insensitive") for column in roles.get(role, [])]
    hidden = roles.get("identifying", [])
    known = _columns(connection, _source(table, query))
    nameless = [column for column in known if column not in wanted and column not in hidden]
    if nameless:
        raise ValueError("every column needs a role (identifying, quasi_identifying, sensitive or insensitive), or "
                         "leave it out by a query; missing for: " + ", ".join(nameless))
    found = counts(connection, wanted, table=table, query=query)
    for column in hidden:
        if column not in known:
            raise ValueError(f"{table or 'the query'}: there is no column with the name: {column}")
        found = found.append_column(column, pa.nulls(found.num_rows, pa.string()))
    return found


def _look_at_people(connection: Any, table: str | None, query: str | None, asked: dict[str, Any]) -> None:
    """Refuses a person with several records: only the engine sees names."""
    person = asked.get("person")
    if not person or person not in asked["roles"].get("identifying", []):
        return
    name = f"CAST({quoted(person)} AS TEXT){_COLLATE.get(_engine(connection), '')}"
    nobody = ", ".join("'" + text.replace("'", "''") + "'" for text in asked.get("missing", ["", "NULL"]))
    known = f"{quoted(person)} IS NOT NULL" + (f" AND {name} NOT IN ({nobody})" if nobody else "")
    with closing(connection.cursor()) as cursor:
        cursor.execute(f"SELECT count(*), sum(CASE WHEN n > 1 THEN 1 ELSE 0 END) FROM (SELECT count(*) AS n FROM "
                       f"{_source(table, query)} WHERE {known} GROUP BY {name}) AS overt_people")
        people, several = cursor.fetchone()
    refuse_people(person, int(several or 0), int(people))


def release(connection: Any, *, table: str | None = None, query: str | None = None, job: Any = None,
            **arguments: Any) -> Release:
    """Releases a table of a database, or what a query selects; ``arguments`` are those of ``overt.release``.

    Insensitive columns belong to records, and only counts are read: leave them out by a query, or give the records
    themselves to ``overt.release``.

    >>> import sqlite3, overt.sql
    >>> connection = sqlite3.connect(":memory:")
    >>> _ = connection.execute("create table patients (name text, age int, condition text)")
    >>> _ = connection.executemany("insert into patients values ('?', ?, ?)",
    ...                            [(31, "flu"), (34, "cold"), (38, "flu"), (41, "ulcer")])
    >>> released = overt.sql.release(connection, table="patients", identifying="name", quasi_identifying="age",
    ...                              sensitive="condition", l=2)
    >>> released.certificate["records"], released.certificate["largest_share"]
    (4, '1/2')
    """
    asked = job_of(job, **{name: arguments.get(name) for name in
                           ("identifying", "quasi_identifying", "sensitive", "insensitive", "person", "missing")})
    roles = asked["roles"]
    if roles.get("insensitive"):
        raise ValueError("insensitive: such columns are passed through record by record, and only counts are read; "
                         "leave them out by a query, or release the records themselves")
    found = _counted(connection, table, query, roles)
    _look_at_people(connection, table, query, asked)
    return _release(found, job=job, count=COUNT, **arguments)


def check(connection: Any, *, table: str | None = None, query: str | None = None,
          quasi_identifying: str | Sequence[str] = (), sensitive: str | None = None, **arguments: Any) -> Check:
    """The classical measures of a table of a database; ``arguments`` are those of ``overt.check``.

    >>> import sqlite3, overt.sql
    >>> connection = sqlite3.connect(":memory:")
    >>> _ = connection.execute("create table patients (zip int, condition text)")
    >>> _ = connection.executemany("insert into patients values (?, ?)", [(1, "flu"), (1, "cold"), (2, "flu")])
    >>> overt.sql.check(connection, table="patients", quasi_identifying="zip", sensitive="condition").k
    1
    """
    quasi = [quasi_identifying] if isinstance(quasi_identifying, str) else list(quasi_identifying)
    columns = quasi + ([sensitive] if sensitive else [])
    return _check(counts(connection, columns, table=table, query=query), quasi_identifying=quasi, sensitive=sensitive,
                  count=COUNT, **arguments)
