"""Tables of real producers, of every type they have: what the core reads of them is what the command
line reads of the same table in a Parquet file."""

import datetime as dt
import decimal
import struct

import duckdb
import pandas
import polars
import pyarrow as pa
import pyarrow.parquet

import overt
from package import PackageTest, main

N = 600
BERLIN = "Europe/Berlin"
CONDITIONS = ["flu", "cold", "ulcer", "asthma", "gastritis"]


def repeated(values, kind=None):
    return pa.array([values[i * 7919 % len(values)] for i in range(N)], kind)


def moments(unit, zone=None):
    return pa.array([dt.datetime(1969 + i % 80, 1 + i % 12, 1 + i % 28, i % 24, i % 60, i % 7) for i in range(N)],
                    pa.timestamp(unit, zone))


def numbers(kind, *values):
    return repeated(list(values), kind)


TEXTS = ["", "a", "NULL", "a text of more than twelve bytes", "Zürich", '"quoted", with; all', "new\nline", None]
COLUMNS = {
    "string": repeated(TEXTS, pa.string()),
    "large_string": repeated(TEXTS, pa.large_string()),
    "string_view": repeated(TEXTS, pa.string_view()),
    "dictionary": repeated(TEXTS, pa.string()).dictionary_encode(),
    "dictionary_int8": repeated(TEXTS, pa.string()).dictionary_encode().cast(pa.dictionary(pa.int8(), pa.large_string())),
    "dictionary_uint16": repeated(TEXTS, pa.string()).dictionary_encode().cast(pa.dictionary(pa.uint16(), pa.string())),
    "dictionary_int64": repeated(TEXTS, pa.string()).dictionary_encode().cast(pa.dictionary(pa.int64(), pa.string())),
    "dictionary_of_numbers": repeated([5, 6, None, 7], pa.int64()).dictionary_encode(),
    "boolean": repeated([True, False, None]),
    "int8": numbers(pa.int8(), -128, 0, 127, None),
    "uint8": numbers(pa.uint8(), 0, 255),
    "int16": numbers(pa.int16(), -32768, 32767),
    "uint16": numbers(pa.uint16(), 0, 65535),
    "int32": numbers(pa.int32(), -2**31, 2**31 - 1, None),
    "uint32": numbers(pa.uint32(), 0, 2**32 - 1),
    "int64": numbers(pa.int64(), -2**63, 2**63 - 1, 0, None),
    "uint64": numbers(pa.uint64(), 0, 2**64 - 1),
    "float": numbers(pa.float32(), 0.1, 1.5, 1e20, -0.0, None),
    "double": numbers(pa.float64(), 0.1, 1.0, 1234567.0, 1e-7, 1e20, float("nan"), None),
    "decimal": repeated([decimal.Decimal("1.50"), decimal.Decimal("-0.05"), decimal.Decimal("12345.00"), None]),
    "decimal256": repeated([decimal.Decimal("1.5"), decimal.Decimal("-2.5")], pa.decimal256(60, 10)),
    "small_decimal": repeated([decimal.Decimal("0.00000001"), decimal.Decimal("1")], pa.decimal128(20, 9)),
    "date32": pa.array([dt.date(1900 + i % 150, 1 + i % 12, 1 + i % 28) for i in range(N)], pa.date32()),
    "date64": pa.array([dt.date(1900 + i % 150, 1 + i % 12, 1 + i % 28) for i in range(N)], pa.date64()),
    "seconds": moments("s"),
    "milliseconds": moments("ms"),
    "microseconds": moments("us"),
    "nanoseconds": moments("ns"),
    "utc": moments("us", "UTC"),
    "berlin": moments("ms", BERLIN),
    "time": repeated([dt.time(1, 2, 3), dt.time(23, 59, 59, 999999), None]),
    "binary": repeated([b"a", b"b"]),
}


def table_of(column):
    return pa.table({"column": column, "condition": repeated(CONDITIONS)})


def checked(table, **options):
    return overt.check(table, quasi_identifying="column", sensitive="condition", **options)


class Types(PackageTest):
    """inspect shows values of a public column, so its JSON says what was read."""

    def inspected(self, table):
        return overt.inspect(table, quasi_identifying="column", sensitive="condition")

    def test_every_type_is_read_as_the_command_line_reads_it(self):
        for name, column in COLUMNS.items():
            with self.subTest(name):
                table = table_of(column)
                pyarrow.parquet.write_table(table, self.folder / "table.parquet")
                if name == "seconds":  # a Parquet file has no seconds, it holds milliseconds
                    table = pyarrow.parquet.read_table(self.folder / "table.parquet")
                roles = ["--quasi", "column", "--sensitive", "condition"]
                self.same(self.inspected(table), "inspect", "table.parquet", *roles)
                self.same(checked(table), "check", "table.parquet", *roles)

    def test_chunked_sliced_and_empty_batches(self):
        for name, column in COLUMNS.items():
            with self.subTest(name):
                whole = checked(table_of(column))
                slices = [table_of(column).slice(start, length) for start, length in
                          [(0, 1), (1, 0), (1, 63), (64, 200), (264, N - 264)]]
                self.assertEqual(checked(pa.concat_tables(slices)), whole)
                # A slice of a batch has an offset of its own.
                batch = pa.concat_tables([table_of(column)] * 2).combine_chunks().to_batches()[0]
                self.assertEqual(checked(pa.Table.from_batches([batch.slice(N, N)])),
                                 checked(table_of(column).slice(0, N)))
                self.assertEqual(checked(table_of(column).slice(37, 301)).json(),
                                 checked(pa.table(table_of(column).slice(37, 301).to_pydict(),
                                                  table_of(column).schema)).json())

    def test_batches_and_readers(self):
        table = table_of(COLUMNS["string"])
        whole = checked(table)
        self.assertEqual(checked(table.to_reader(max_chunksize=7)), whole)
        self.assertEqual(checked(table.combine_chunks().to_batches()[0]), whole)
        self.assertEqual(checked(table.to_pydict()), whole)

    def test_null_type_and_nulls_in_a_dictionary(self):
        missing = table_of(pa.nulls(N))
        self.assertEqual(self.inspected(missing).columns[0]["missing"], N)
        holes = pa.DictionaryArray.from_arrays(pa.array([i % 3 for i in range(N)], pa.int8()),
                                               pa.array(["a", None, "b"]))
        self.assertEqual(self.inspected(table_of(holes)).columns[0] | {"values": None},
                         {"name": "column", "type": "text", "distinct": 2, "missing": N // 3,
                          "role": "quasi_identifying", "values": None})

    def test_what_cannot_be_read(self):
        for column, says in [(pa.array([[1]] * N), "nested columns"),
                             (pa.array(["a\0b"] * N), "a value is not UTF-8 text"),
                             (pa.StringArray.from_buffers(N, pa.array(range(N + 1), pa.int32()).buffers()[1],
                                                          pa.py_buffer(b"\xff" * N)), "a value is not UTF-8 text"),
                             (pa.DictionaryArray.from_arrays(pa.array([9] * N), pa.array(["a"]), safe=False),
                              "an index is outside its dictionary")]:
            with self.assertRaisesRegex(ValueError, "the table: column column: .*" + says):
                checked(table_of(column))
        for given, names in [(["a", "a"], ["a", "a_2"]), (["a", ""], ["a", "column2"])]:
            found = overt.inspect(pa.table([[1], [2]], names=given))
            self.assertEqual([column["name"] for column in found.columns], names)
        with self.assertRaisesRegex(ValueError, "the table has no records"):
            overt.inspect(pa.table({"a": pa.array([], pa.string())}))
        with self.assertRaises(TypeError):
            overt.inspect([1, 2, 3])


class Hostile(PackageTest):
    """Buffers that lead out of themselves end in an error, not in memory that is not theirs."""

    class Stream:
        """The table as nobody's in particular: pyarrow cannot look at its buffers."""

        def __init__(self, table):
            self.table = table

        def __arrow_c_stream__(self, requested_schema=None):
            return self.table.__arrow_c_stream__(requested_schema)

    def refused(self, array, says):
        table = pa.table({"a": array, "s": pa.array(["x", "y", "z"])})
        for given in (table, self.Stream(table)):
            with self.assertRaisesRegex(ValueError, says):
                overt.inspect(given)

    def texts(self, kind, letter, offsets, data=b"abc"):
        return pa.Array.from_buffers(kind, 3, [None, pa.py_buffer(struct.pack(f"<4{letter}", *offsets)),
                                               pa.py_buffer(data)])

    def test_offsets(self):
        self.assertEqual(overt.inspect(pa.table({"a": self.texts(pa.string(), "i", (0, 1, 2, 3))})).records, 3)
        for kind, letter in ((pa.string(), "i"), (pa.large_string(), "q")):
            self.refused(self.texts(kind, letter, (0, 2, 1, 3)), "not a table|offsets do not fit")
            self.refused(self.texts(kind, letter, (0, 1, -2_000_000_000, 3)), "not a table|offsets do not fit")

    def test_offsets_of_a_dictionary(self):
        values = self.texts(pa.string(), "i", (0, 2, 1, 3))
        self.refused(pa.DictionaryArray.from_arrays(pa.array([0, 1, 2], pa.int32()), values, safe=False),
                     "not a table|offsets do not fit")

    def test_views(self):
        long = b"a text of more than twelve bytes"
        for size, buffer, offset in ((32, 5, 0), (32, -1, 0), (4000, 0, 0), (32, 0, 9000), (-3, 0, 0)):
            views = struct.pack("<i4sii", size, long[:4], buffer, offset) * 3
            array = pa.Array.from_buffers(pa.string_view(), 3, [None, pa.py_buffer(views), pa.py_buffer(long)])
            self.refused(array, "not a table|offsets do not fit")

    def test_numbers_that_nothing_can_hold(self):
        with self.assertRaisesRegex(ValueError, "the table"):
            overt.inspect({"a": [10**30]})
        with self.assertRaisesRegex(ValueError, "l: the number is too large"):
            overt.release({"a": [1, 2], "s": ["x", "y"]}, quasi_identifying="a", sensitive="s", l=10**30)
        with self.assertRaisesRegex(ValueError, "records: the number is too large"):
            overt.generate(10**30)
        with self.assertRaisesRegex(ValueError, "seed: expected 0 or more"):
            overt.generate(3, seed=-1)


class Producers(PackageTest):
    def setUp(self):
        super().setUp()
        self.table = pa.table({
            "age": repeated(list(range(20, 90))), "zip": repeated(["1010", "1020", "1030", None], pa.string()),
            "born": COLUMNS["date32"], "income": repeated([decimal.Decimal("10.50"), decimal.Decimal("20.00")]),
            "condition": repeated(CONDITIONS)})
        self.roles = {"quasi_identifying": ["age", "zip", "born", "income"], "sensitive": "condition"}
        self.whole = overt.check(self.table, **self.roles)

    def test_pandas(self):
        frame = self.table.to_pandas()
        self.assertEqual(overt.check(frame, **self.roles), self.whole)
        categories = frame.astype({"zip": "category", "condition": "category"})
        self.assertEqual(overt.check(categories, **self.roles), self.whole)
        # An index without a name is no column; a selection has one.
        some = frame[frame.age > 40]
        self.assertEqual(overt.check(some, **self.roles), overt.check(some.reset_index(drop=True), **self.roles))
        # Categories that no record has any more do not count.
        few = categories[categories.condition.isin(["flu", "cold"])]
        found = overt.inspect(few, sensitive="condition")
        self.assertEqual(found.columns[-1]["distinct"], 2)

    def test_pandas_columns_of_mixed_types_do_not_show_their_values(self):
        frame = pandas.DataFrame({"age": [1, "SECRET", 3.5], "condition": ["a", "b", "c"]}, dtype=object)
        with self.assertRaises(ValueError) as caught:
            overt.check(frame, quasi_identifying="age", sensitive="condition")
        self.assertNotIn("SECRET", str(caught.exception))
        self.assertIsNone(caught.exception.__cause__)

    def test_polars(self):
        frame = polars.from_arrow(self.table)
        self.assertEqual(overt.check(frame, **self.roles), self.whole)
        lazy = frame.with_columns(polars.col("zip").cast(polars.Categorical),
                                  polars.col("condition").cast(polars.Enum(CONDITIONS + ["unused"])))
        self.assertEqual(overt.check(lazy, **self.roles), self.whole)
        self.assertEqual(overt.check(polars.concat([frame[:100], frame[100:]], rechunk=False), **self.roles), self.whole)

    def test_duckdb(self):
        table = self.table
        relation = duckdb.from_arrow(table).filter("age >= 0")
        self.assertEqual(overt.check(relation, **self.roles), self.whole)

    def test_the_released_table_in_all_of_them(self):
        table = self.table.select(["age", "zip", "condition"])
        released = overt.release(table, quasi_identifying=["age", "zip"], sensitive="condition", l=3, test_seed=5)
        arrow = released.to_arrow()
        self.assertEqual(arrow.schema.types, [pa.int32(), *[pa.dictionary(pa.int32(), pa.string())] * 3])
        arrow.validate(full=True)
        self.assertEqual(arrow.num_rows, N)
        self.assertEqual(pa.table(released).to_pydict(), arrow.to_pydict())
        self.assertEqual(released.table.to_pandas()["condition"].value_counts().to_dict(),
                         self.table.to_pandas()["condition"].value_counts().to_dict())
        self.assertEqual(released.to_polars()["group"].to_list(), arrow["group"].to_pylist())
        self.assertEqual(polars.DataFrame(released)["age"].cast(str).to_list(), arrow["age"].to_pylist())
        self.assertEqual(duckdb.sql("select count(*), max(\"group\") from arrow").fetchall(),
                         [(N, released.certificate["groups"])])

    def test_numbers_and_nulls_go_out_as_they_came_in(self):
        table = pa.table({"age": repeated(list(range(30))), "visits": repeated([1, 2, None]),
                          "flag": repeated([True, False]), "zip": repeated(["a", None]),
                          "condition": repeated(CONDITIONS)})
        released = overt.release(table, quasi_identifying="age", sensitive="condition", l=2,
                                 insensitive=["visits", "flag", "zip"], test_seed=1).to_arrow()
        self.assertEqual(released.schema.field("visits").type, pa.int64())
        for column in ["visits", "zip"]:
            self.assertEqual(sorted(map(str, released[column].to_pylist())), sorted(map(str, table[column].to_pylist())))
        self.assertEqual(sorted(released["flag"].to_pylist()), ["false"] * (N // 2) + ["true"] * (N // 2))

    def test_a_column_outlives_its_table(self):
        column = overt.release(self.table.select(["age", "condition"]), quasi_identifying="age", sensitive="condition",
                               l=2).to_arrow()["condition"]
        self.assertEqual(sorted(column.to_pylist()), sorted(self.table["condition"].to_pylist()))


if __name__ == "__main__":
    main()
