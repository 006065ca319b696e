"""Ordinary tables as pandas, polars, fastexcel and pyreadstat have them: numbers, times, categories, files."""

import datetime
import gzip
import io
import warnings
import zipfile

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet

import overt
from package import PackageTest, main

N = 24


def people(**columns):
    return pd.DataFrame({"age": [20 + i for i in range(N)], **columns, "condition": ["flu", "cold", "ulcer", "gout"] * (N // 4)})


def released(frame, **arguments):
    quasi = [name for name in frame.columns if name != "condition"]
    result = overt.release(frame, quasi_identifying=quasi, sensitive="condition", l=2, test_seed=1, progress=False,
                           **arguments)
    assert overt.verify(result, against=frame, allow_test=True, progress=False), "not a release of the table"
    return result


def types(frame):
    return {column["name"]: column["type"] for column in overt.inspect(frame, progress=False).columns}


class Values(PackageTest):
    def test_types_are_found(self):
        frame = people(share=[i / 7 for i in range(N)], whole=[float(i) for i in range(N)],
                       gaps=[float(i) if i % 5 else float("nan") for i in range(N)],
                       day=pd.date_range("2014-01-01", periods=N), at=pd.date_range("2014-01-01 01:15", periods=N, freq="h"),
                       zone=pd.date_range("2014-01-01 01:15", periods=N, freq="h", tz="UTC"),
                       clock=[datetime.time(i, 30) for i in range(N)], yes=[i % 2 == 0 for i in range(N)],
                       nullable=pd.array([i if i % 3 else None for i in range(N)], dtype="Int64"),
                       half=pa.array([i / 2 for i in range(N)], pa.float32()).to_pandas())
        self.assertEqual(types(frame), {
            "age": "integer", "share": "number", "whole": "integer", "gaps": "integer", "day": "date", "at": "timestamp",
            "zone": "timestamp", "clock": "time", "yes": "text", "nullable": "integer", "half": "number",
            "condition": "text"})
        released(frame)
        parquet = self.folder / "t.parquet"
        frame.to_parquet(parquet)
        self.assertEqual(types(parquet), types(frame))
        csv = self.folder / "t.csv"
        frame.to_csv(csv, index=False)
        # Uniform decimals keep their texts.
        self.assertEqual(types(csv), {**types(frame), "half": "decimal"})

    def test_a_number_is_numeric_in_the_release(self):
        frame = people()
        frame["condition"] = [0.5, 1e-05, 2.25, 17.0] * (N // 4)
        table = released(frame).to_pandas()
        self.assertEqual(str(table["condition"].dtype), "float64")
        self.assertEqual(sorted(table["condition"]), sorted(frame["condition"]))
        frame["condition"] = pd.array(["1.50", "2.25", "0.00", "9.75"] * (N // 4))
        result = released(frame)
        self.assertEqual(result.to_arrow().schema.field("condition").type, pa.decimal128(20, 2))
        self.assertEqual(str(result.to_pandas()["condition"].dtype), "float64")

    def test_infinity_names_the_column(self):
        with self.assertRaisesRegex(ValueError, "column share: a value is infinite"):
            types(people(share=[float("inf")] * N))

    def test_lengths_of_time_are_refused(self):
        with self.assertRaisesRegex(ValueError, "column stay: lengths of time"):
            released(people(stay=pd.to_timedelta([i % 5 for i in range(N)], unit="h")))

    def test_cells_in_columns(self):
        frame = people(share=[i / 7 for i in range(N)], day=pd.date_range("2014-01-01", periods=N))
        result = released(frame, cells="columns")
        table = result.to_pandas()
        self.assertEqual(list(table.columns), ["group", "age_low", "age_high", "share_low", "share_high", "day_low",
                                               "day_high", "condition"])
        self.assertEqual([str(table[name].dtype) for name in ("age_low", "share_high")], ["int64", "float64"])
        intervals = result.to_pandas(intervals=True)
        self.assertEqual(str(intervals["age"].dtype), "interval[int64, both]")
        self.assertTrue(str(intervals["day"].dtype).startswith("interval[datetime64"))
        for format in ("csv", "parquet"):
            folder = self.folder / format
            result.save(folder, format=format)
            self.overt("verify", folder, "--allow-test", "--against", self.csv(frame))
            self.assertTrue(overt.verify(folder, against=frame, allow_test=True))
        with self.assertRaisesRegex(ValueError, 'cells="columns"'):
            released(frame).to_pandas(intervals=True)

    def test_intervals_of_dates_and_times(self):
        frame = people(seen=pd.date_range("2014-01-01 01:15", periods=N, freq="7h"),
                       at=[f"{i % 24:02}:{i % 60:02}" for i in range(N)],
                       zoned=[f"2014-01-{1 + i % 28:02}T01:15:00+0{1 + i % 2}:00" for i in range(N)],
                       born=[f"{1 + i % 28:02}.12.{1950 + i % 50}" for i in range(N)])
        result = released(frame, cells="columns", columns={"born": "date:%d.%m.%Y"})
        intervals = result.to_pandas(intervals=True)
        types = {name: str(intervals[name].dtype) for name in intervals.columns}
        self.assertRegex(types["seen"], r"interval\[datetime64\[\w+\], both\]")
        self.assertRegex(types["at"], r"interval\[timedelta64\[\w+\], both\]")
        self.assertRegex(types["zoned"], r"interval\[datetime64\[\w+, UTC\], both\]")
        # What is written in a form of its own stays text, in its two columns.
        self.assertEqual([types["born_low"], types["born_high"]], ["category", "category"])
        low = pd.to_datetime(result.to_pandas()["seen_low"].astype("object"))
        self.assertTrue((low == intervals["seen"].array.left).all())

    def csv(self, frame):
        frame.to_csv(self.folder / "original.csv", index=False)
        return "original.csv"

    def test_queries(self):
        result = released(people(sex=["F", "M"] * (N // 2)))
        answers = result.query(value="flu")
        self.assertEqual(answers.answers[0]["surely"], N // 4)
        table = overt.query(result, by=["sex", "age/10"]).to_pandas()
        self.assertAlmostEqual(table["estimate"].sum(), N)
        self.assertEqual(result.query(where={"age": (100, None)}).answers[0]["possibly"], 0)
        yes = released(people(yes=[i % 2 == 0 for i in range(N)]))
        for true in (True, people(yes=True)["yes"][0]):  # Python's own, and numpy's
            self.assertAlmostEqual(yes.query(where={"yes": true}).answers[0]["estimate"], N / 2)
        boolean = overt.release(people(yes=[i // 4 % 2 == 0 for i in range(N)]), quasi_identifying="age", sensitive="yes",
                                insensitive="condition", l=2, test_seed=1, progress=False)
        self.assertEqual(boolean.query(value=[False]).answers[0]["surely"], N // 2)
        result.save(self.folder / "release")
        self.same(overt.query(self.folder / "release", where={"age": (20, 29)}, value="flu"),
                  "query", "release", "--where", "age=20..29", "--value", "flu")


class Frames(PackageTest):
    def test_categories_keep_their_order(self):
        sizes = pd.Categorical((["small", "large", "medium"] * N)[:N], ["small", "medium", "large", "huge"], ordered=True)
        result = released(people(size=sizes))
        self.assertEqual(result.certificate["job"]["ranks"]["size"], {"small": 0, "medium": 1, "large": 2})
        bands = pd.cut(pd.Series(range(N)), [-1, 9, 19, 99])
        result = released(people(band=bands))
        self.assertEqual(result.certificate["job"]["ranks"]["band"], {"(-1, 9]": 0, "(9, 19]": 1, "(19, 99]": 2})
        plain = people(size=pd.Categorical((["a", "b"] * N)[:N]), number=pd.Categorical((list(range(5)) * N)[:N]))
        self.assertNotIn("ranks", released(plain).certificate["job"])
        self.assertEqual(types(plain)["number"], "integer")

    def test_enums_of_polars_keep_their_order(self):
        sizes = pl.Enum(["small", "medium", "large", "huge"])
        frame = pl.from_pandas(people(size=["small", "large", "medium"] * (N // 3)))
        result = released(frame.with_columns(pl.col("size").cast(sizes)))
        self.assertEqual(result.certificate["job"]["ranks"]["size"], {"small": 0, "medium": 1, "large": 2})
        self.assertNotIn("ranks", released(frame).certificate["job"])
        self.assertNotIn("ranks", released(frame.with_columns(pl.col("size").cast(pl.Categorical))).certificate["job"])

    def test_periods_are_texts(self):
        months = released(people(month=pd.period_range("2020-05", periods=N, freq="M").repeat(2)[:N]))
        self.assertIn("2020-05", "".join(months.to_pandas()["month"].astype(str)))

    def test_more_columns_than_the_job_knows(self):
        frame = people()
        result = released(frame)
        more = frame.assign(note="x", age2=1)
        self.assertTrue(overt.verify(result, against=more, allow_test=True))
        self.assertEqual(overt.measure(result, more, queries=0), overt.measure(result, frame, queries=0))
        with self.assertRaisesRegex(ValueError, "condition"):
            overt.verify(result, against=frame.drop(columns="condition"), allow_test=True)

    def test_names(self):
        frame = pd.DataFrame([[1, 2, "a"], [2, 3, "b"]], columns=["age", "age", ""])
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            self.assertEqual(list(types(frame)), ["age", "age_2", "column3"])
        self.assertEqual(sorted({str(one.message) for one in caught}),
                         ["the table: column 3 has no name: it is called column3",
                          "the table: columns 1 and 2 have the same name: the later one has _2 at its end"])

    def test_errors_name_what_is_wrong(self):
        with self.assertRaisesRegex(ValueError, r"l='4': expected a whole number, not str"):
            overt.release(people(), quasi_identifying="age", sensitive="condition", l="4")
        with self.assertRaisesRegex(ValueError, "column mixed: values of several types.*dtype is object"):
            types(people(mixed=[1, "SECRET"] * (N // 2)))
        with self.assertRaisesRegex(ValueError, r"column pair: .*(nested|struct|list)"):
            types(pl.DataFrame({"pair": [[1, 2]], "x": ["a"]}))


def workbook(rows):
    """A small Excel file: no library that the tests have writes one."""
    def cell(value):
        if value is None:
            return "<c/>"
        if isinstance(value, str):
            return f'<c t="inlineStr"><is><t>{value}</t></is></c>'
        return f"<c><v>{value}</v></c>"

    kinds = "http://schemas.openxmlformats.org/"
    sheet = "".join(f"<row>{''.join(cell(value) for value in row)}</row>" for row in rows)
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{kinds}package/2006/content-types"><Default Extension="rels" '
                               'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension='
                               '"xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType='
                               '"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{kinds}package/2006/relationships"><Relationship Id="r1" Type="{kinds}'
                       'officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{kinds}spreadsheetml/2006/main" xmlns:r="{kinds}officeDocument/2006/'
                           'relationships"><sheets><sheet name="s" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{kinds}package/2006/relationships"><Relationship Id="r1" '
                                      f'Type="{kinds}officeDocument/2006/relationships/worksheet" '
                                      'Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{kinds}spreadsheetml/2006/main"><sheetData>{sheet}</sheetData>'
                                    "</worksheet>"}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>{text}')
    return out.getvalue()


class Files(PackageTest):
    def test_arrow_and_compressed_files(self):
        table = pa.Table.from_pandas(people(), preserve_index=False)
        pa.feather.write_feather(table, self.folder / "t.feather", compression="zstd")
        self.assertEqual(types(self.folder / "t.feather"), types(people()))
        csv = people().to_csv(index=False).encode()
        self.assertEqual(types(self.write("t.csv.gz", gzip.compress(csv))), types(people()))
        zstd = self.folder / "t.csv.zst"
        with pa.output_stream(zstd, compression="zstd") as stream:
            stream.write(csv)
        self.assertEqual(types(zstd), types(people()))
        with self.assertRaisesRegex(ValueError, "not a whole compressed file"):
            types(self.write("cut.csv.gz", gzip.compress(csv)[:40]))
        for name in ("t.feather", "t.csv.gz", "t.csv.zst"):
            self.same(overt.inspect(self.folder / name, sensitive="condition"), "inspect", name, "--sensitive", "condition")

    def test_encodings(self):
        text = "city,condition\nK\u00f6ln,flu\n\u20ac,cold\n"
        for name, codec in [("windows-1252", "cp1252"), ("utf-16", "utf-16"), ("utf-16", "utf-16-le")]:
            path = self.write("t.csv", text.encode(codec))
            found = overt.inspect(path, encoding=name, quasi_identifying="city")
            self.assertEqual(found.columns[0]["values"], "{K\u00f6ln, \u20ac}")
        with self.assertRaisesRegex(ValueError, "invalid UTF-8; give the encoding .encoding."):
            overt.inspect(self.write("t.csv", text.encode("cp1252")))
        with self.assertRaisesRegex(ValueError, "iconv"):
            overt.inspect(self.write("t.csv", text), encoding="koi8-r")

    def test_excel(self):
        self.write("t.xlsx", workbook([["name", "age", "share", "condition"], ["a", 41, 0.5, "flu"], ["b", 35, 2.25, "cold"],
                                       ["c", None, 1, "gout"]]))
        found = overt.inspect(self.folder / "t.xlsx", sensitive="condition")
        self.assertEqual([(column["name"], column["type"], column["missing"]) for column in found.columns],
                         [("name", "text", 0), ("age", "integer", 1), ("share", "number", 0), ("condition", "text", 0)])
        with self.assertRaisesRegex(ValueError, "cannot be read as an Excel file"):
            overt.inspect(self.write("t.xlsx", b"PK\x03\x04SECRET"))

    def test_stata_and_spss(self):
        import pyreadstat

        frame = pd.DataFrame({"age": [41.0, 35.0, float("nan")], "sex": [1.0, 2.0, 1.0], "condition": ["flu", "cold", "gout"]})
        pyreadstat.write_dta(frame, self.folder / "t.dta", variable_value_labels={"sex": {1: "F", 2: "M"}})
        pyreadstat.write_sav(frame, self.folder / "t.sav", variable_value_labels={"sex": {1: "F", 2: "M"}})
        for name in ("t.dta", "t.sav"):
            found = overt.inspect(self.folder / name, quasi_identifying=["age", "sex"])
            self.assertEqual([(column["type"], column["values"]) for column in found.columns[:2]],
                             [("integer", "[35, 41]"), ("text", "{F, M}")])

    def test_what_is_no_table(self):
        for content, says in [(b'[{"a": "SECRET"}]', "this is a JSON file"), (b"%PDF-1.4 SECRET", "this is a PDF file")]:
            with self.assertRaisesRegex(ValueError, says) as caught:
                overt.inspect(self.write("t.csv", content))
            self.assertNotIn("SECRET", str(caught.exception))


if __name__ == "__main__":
    main()
