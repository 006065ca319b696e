"""Timestamps and times keep their types on the way out, and are the same texts when they are read again."""

import datetime as dt

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet

import overt
from overt._input import open_table
from package import PackageTest, main

N = 24
FIRST = dt.datetime(2014, 1, 1, 1, 15, 7)
CONDITIONS = ["flu", "cold", "ulcer", "gout"] * (N // 4)
SUMMER = [FIRST + dt.timedelta(days=9 * i) for i in range(N)]  # in Berlin with two offsets
CLOCK = [dt.time(i, 2 * i, i) for i in range(N)]


def moments(unit, zone=None, fraction=0):
    return pa.array([FIRST + dt.timedelta(hours=7 * i, microseconds=fraction) for i in range(N)], pa.timestamp("us")).cast(
        pa.timestamp(unit)).cast(pa.timestamp(unit, zone))


# What is given, and the type that comes out; None: dictionaries of texts.
COLUMNS = {
    "seconds": (moments("s"), pa.timestamp("ms")),
    "milliseconds": (moments("ms", None, 250000), pa.timestamp("ms")),
    "microseconds": (moments("us", None, 25), pa.timestamp("us")),
    "nanoseconds": (pa.array([1 + 10**15 * i for i in range(N)], pa.timestamp("ns")), pa.timestamp("ns")),
    "utc": (moments("us", "UTC", 25), pa.timestamp("us", "UTC")),
    "winter": (moments("ms", "Europe/Berlin"), pa.timestamp("ms", "UTC")),
    "berlin": (pa.array(SUMMER, pa.timestamp("us")).cast(pa.timestamp("us", "Europe/Berlin")), None),
    "midnight": (pa.array([dt.datetime(2014, 1, 1 + i) for i in range(N)], pa.timestamp("ns")), pa.date32()),
    "written": (pa.array([f"2014-01-01T{i:02}:30+01:00" for i in range(N)]), pa.timestamp("ms", "UTC")),
    "shortest": (pa.array([f"2014-01-01 {i:02}:30:00" + ("" if i % 2 else ".5") for i in range(N)]), pa.timestamp("ms")),
    "iso": (pa.array([dt.datetime(2014, 1, 1, i, 0, 0, i % 2).isoformat() for i in range(N)]), pa.timestamp("us")),
    "several": (pa.array([f"2014-01-01 {i:02}:30" + (":00" if i else "") for i in range(N)]), None),
    "clock": (pa.array(CLOCK, pa.time32("s")), pa.time32("ms")),
    "micro_clock": (pa.array(CLOCK, pa.time64("us")), pa.time64("us")),
    "nano_clock": (pa.array(CLOCK, pa.time64("us")).cast(pa.time64("ns")), pa.time64("ns")),
}
TABLE = pa.table({name: column for name, (column, _) in COLUMNS.items()} | {"condition": CONDITIONS})


def released(table, **arguments):
    names = overt.inspect(table, progress=False).columns
    quasi = [column["name"] for column in names if column["name"] not in ("condition", *arguments.get("insensitive", []))]
    return overt.release(table, **{"quasi_identifying": quasi, "sensitive": "condition", "l": 2, "test_seed": 1,
                                   "progress": False} | arguments)


def texts(path):
    """As the core reads a file: the columns of a release by their names."""
    table = pa.table(pa.RecordBatchReader.from_stream(type("Stream", (), {
        "__arrow_c_stream__": lambda self, schema=None: open_table(str(path), None, True, False)[0]})()))
    return {name: [str(text) for text in table.column(name).to_pylist()] for name in table.column_names}


class Times(PackageTest):
    def kinds(self, schema, expected):
        for name, kind in expected.items():
            with self.subTest(name):
                found = schema.field(name).type
                if kind is None:
                    self.assertTrue(pa.types.is_dictionary(found) or pa.types.is_string(found), found)
                else:
                    self.assertEqual(found, kind)

    def passes(self, release, original):
        """In memory, and as a folder of either format, by Python and by the command; the same texts in both."""
        self.assertTrue(overt.verify(release, against=original, allow_test=True, progress=False))
        for format in ("csv", "parquet"):
            release.save(self.folder / format, format=format, force=True, progress=False)
            self.assertTrue(overt.verify(self.folder / format, against=original, allow_test=True, progress=False))
            self.overt("verify", format, "--allow-test")
        self.assertEqual(texts(self.folder / "parquet/released.parquet"), texts(self.folder / "csv/released.csv"))

    def test_cells_in_columns(self):
        result = released(TABLE, cells="columns")
        both = {f"{name}_{end}": kind for name, (_, kind) in COLUMNS.items() for end in ("low", "high")}
        self.kinds(result.to_arrow().schema, both)
        self.passes(result, TABLE)
        self.kinds(pyarrow.parquet.read_schema(self.folder / "parquet/released.parquet"), both)
        intervals = result.to_pandas(intervals=True)
        for name, (_, kind) in COLUMNS.items():
            wants = (r"interval\[timedelta64\[\w+\], both\]" if "clock" in name else
                     r"interval\[datetime64\[\w+, UTC\], both\]" if name in ("utc", "winter", "berlin", "written") else
                     r"interval\[datetime64\[\w+\], both\]")
            self.assertRegex(str(intervals[name if name in intervals else name + "_low"].dtype), wants, name)

    def test_sensitive_and_insensitive_columns(self):
        for name, (column, kind) in COLUMNS.items():
            if name == "berlin":
                continue  # two moments of it may be one text
            table = pa.table({"age": list(range(N)), "also": column, "t": column})
            with self.subTest(name):
                result = released(table, sensitive="t", insensitive=["also"], quasi_identifying="age")
                self.kinds(result.to_arrow().schema, {"also": kind, "t": kind})
                self.passes(result, table)
                if kind is not None and kind != pa.date32():
                    wants = sorted(column.to_pylist()) if not pa.types.is_string(column.type) else None
                    found = sorted(result.to_arrow().column("t").to_pylist())
                    self.assertTrue(wants is None or found == wants or name == "winter", (found, wants))
                anatomy = released(table, sensitive="t", insensitive=["also"], quasi_identifying="age", form="anatomy")
                self.kinds(anatomy.tables["sensitive"].to_arrow().schema, {"t": kind})
                anatomy.save(self.folder / "anatomy", format="parquet", force=True, progress=False)
                self.overt("verify", "anatomy", "--allow-test")

    def test_what_others_have_written(self):
        """The command on files, whose release Python reads: the same types, and all that reads releases."""
        table = TABLE.drop_columns(["nano_clock"])
        duckdb.register("of_times", table)
        writers = {
            "pyarrow": lambda path: pyarrow.parquet.write_table(table, path),
            "pandas": lambda path: table.to_pandas().to_parquet(path),
            "polars": lambda path: pl.from_arrow(table).write_parquet(path),
            "duckdb": lambda path: duckdb.sql("SET TimeZone = 'UTC'; COPY of_times TO '%s' (FORMAT parquet)" % path),
        }
        for writer, write in writers.items():
            with self.subTest(writer):
                write(self.folder / "in.parquet")
                quasi = ",".join(name for name in table.column_names if name != "condition")
                self.overt("release", "in.parquet", "--quasi", quasi, "--sensitive", "condition", "--l", 2, "--cells",
                           "columns", "--format", "parquet", "--out", "out", "--force", "--quiet")
                self.overt("verify", "out", "--against", "in.parquet")
                self.assertTrue(overt.verify(self.folder / "out", against=self.folder / "in.parquet", progress=False))
                schema = pyarrow.parquet.read_schema(self.folder / "out/released.parquet")
                for name, (_, kind) in COLUMNS.items():
                    if name in ("berlin", "several", "nano_clock", "midnight"):
                        continue
                    low, high = schema.field(name + "_low").type, schema.field(name + "_high").type
                    self.assertEqual(low, high)
                    self.assertEqual(low.id if "clock" not in name else "time", kind.id if "clock" not in name else "time")
                self.same(overt.measure(self.folder / "out", self.folder / "in.parquet", queries=20, progress=False),
                          "measure", "out", "in.parquet", "--queries", 20)
                self.same(overt.check(self.folder / "out", progress=False), "check", "out")
                where = {"seconds": ("2014-01-01", "2014-01-03 05:15:07"), "clock": ("01:00", "12:00:00")}
                answers = overt.query(self.folder / "out", where=where, value="flu", progress=False)
                self.same(answers, "query", "out", "--where", "seconds=2014-01-01..2014-01-03 05:15:07", "--where",
                          "clock=01:00..12:00:00", "--value", "flu")
                self.assertGreater(answers.answers[0]["possibly"], 0)

    def test_a_released_table_is_read_again(self):
        result = released(TABLE, cells="columns")
        result.save(self.folder / "csv", progress=False)
        wants = overt.inspect(self.folder / "csv/released.csv", quasi_identifying="written_low", progress=False).columns
        found = overt.inspect(result.to_arrow(), quasi_identifying="written_low", progress=False).columns
        self.assertEqual([column for column in found if "written" in column["name"]],
                         [column for column in wants if "written" in column["name"]])

    def test_stale_forms_are_not_believed(self):
        table = pa.table({"t": moments("us", None, 25), "condition": CONDITIONS}).replace_schema_metadata(
            {"overt.written.t": " HH:MM:SS"})
        pyarrow.parquet.write_table(table, self.folder / "t.parquet")
        wants = overt.inspect(table.replace_schema_metadata(None), quasi_identifying="t", progress=False)
        for given in (table, self.folder / "t.parquet"):
            self.assertEqual(overt.inspect(given, quasi_identifying="t", progress=False), wants)
        self.same(wants, "inspect", "t.parquet", "--quasi", "t")

    def test_others_take_them(self):
        result = released(TABLE, cells="columns")
        frame = pl.from_arrow(result.to_arrow())
        self.assertEqual(frame["seconds_low"].dtype, pl.Datetime("ms"))
        self.assertEqual(frame["clock_low"].dtype, pl.Time)
        result.save(self.folder / "release", format="parquet", progress=False)
        path = self.folder / "release/released.parquet"
        shortest = duckdb.sql(f"SELECT min(seconds_high - seconds_low) FROM '{path}'").fetchall()[0][0]
        self.assertGreaterEqual(shortest, dt.timedelta(0))
        self.assertEqual(pd.read_parquet(path)["microseconds_low"].dtype, "datetime64[us]")

    def test_declared_types(self):
        table = pa.table({"a": [f"2014-01-01 {i:02}:30" for i in range(N)], "b": [f"2014-0{1 + i % 9}-{1 + i % 9:02} 01:30"
                         for i in range(N)], "c": [f"2014-01-{1 + i:02}" for i in range(N)], "condition": CONDITIONS})
        result = released(table, cells="columns",
                          columns={"a": "timestamp", "b": "timestamp:%Y-%d-%m %H:%M", "c": "date"})
        self.kinds(result.to_arrow().schema, {"a_low": pa.timestamp("ms"), "b_low": None, "c_low": pa.date32()})
        self.passes(result, table)


if __name__ == "__main__":
    main()
