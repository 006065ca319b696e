"""Parquet files that are damaged, nested or empty."""

import io

import pyarrow as pa
import pyarrow.parquet as parquet

from overt_command import OvertTest, RELEASE, main


def patients(records=60):
    def texts(format_one):
        return pa.array([format_one(i) for i in range(records)], pa.string())
    return pa.table({"name": texts(lambda i: f"SECRETname{i}"),
                     "age": pa.array([880000 + i % 7 for i in range(records)], pa.int32()),
                     "zip": texts(lambda i: f"SECRETzip{i % 3}"),
                     "condition": texts(lambda i: f"SECRETvalue{i % 5}")})


def file_of(table, **options):
    out = io.BytesIO()
    parquet.write_table(table, out, **options)
    return out.getvalue()


def replaced(table, column, array):
    return table.set_column(table.schema.get_field_index(column), column, array)


def of_deep_schema(levels):
    """A file whose one column is nested so deep; no library writes one. In Thrift's compact form."""
    def number(n):
        return bytes([n]) if n < 128 else bytes([n & 127 | 128]) + number(n >> 7)

    def element(name, kind, children):
        # type (of a leaf), repetition, name, number of children (of a group)
        first = b"\x15\x02\x25\x02" if kind else b"\x35\x02"
        return first + b"\x18" + number(len(name)) + name + (b"" if kind else b"\x15" + number(2 * children)) + b"\0"

    elements = [element(b"schema", False, 1), *[element(b"a", False, 1)] * levels, element(b"leaf", True, 0)]
    # version, schema, number of records, row groups
    footer = b"\x15\x02\x19\xfc" + number(len(elements)) + b"".join(elements) + b"\x16\x00\x19\x0c\x00"
    return b"PAR1" + footer + len(footer).to_bytes(4, "little") + b"PAR1"


class Parquet(OvertTest):
    def bad(self, content, *says):
        self.write("patients.csv", content)
        for name, arguments, options in [
                ("patients.csv", RELEASE, {}),
                ("patients.csv", ["inspect", "patients.csv"], {}),
                ("standard input", ["release", "-", *RELEASE[2:]], {"input": content}),
                ("standard input", ["inspect", "-"], {"input": content})]:
            self.fails(2, *arguments, says=[name + ": ", *says], **options)

    def test_a_whole_file_is_released(self):
        self.write("patients.csv", file_of(patients()))
        self.succeeds(*RELEASE)
        self.succeeds("verify", "release", "--against", "patients.csv")

    def test_cut_short(self):
        whole = file_of(patients(), row_group_size=25)
        for length in [4, 5, 8, 100, len(whole) // 3, len(whole) // 2, len(whole) - 9, len(whole) - 8, len(whole) - 4,
                       len(whole) - 1]:
            with self.subTest(length=length, whole=len(whole)):
                self.bad(whole[:length], "not a whole Parquet file (cut short or damaged)")
        for length in [0, 1, 3]:
            with self.subTest(length=length):
                self.bad(whole[:length])

    def test_damaged(self):
        whole = file_of(patients(), compression="none", use_dictionary=False)
        for what, content in [("middle removed", whole[:200] + whole[400:]),
                              ("length of the footer", whole[:-8] + b"\xff\xff\xff\x7f" + whole[-4:]),
                              ("footer", whole[:-40] + b"\xff" * 32 + whole[-8:]),
                              ("pages", whole[:4] + b"\xff" * 2000 + whole[2004:])]:
            with self.subTest(what):
                self.bad(content, "not a whole Parquet file (cut short or damaged)")

    def test_nested_columns(self):
        count = patients().num_rows
        for what, array in [("list", pa.array([["SECRET"]] * count)), ("struct", pa.array([{"a": "SECRET"}] * count)),
                            ("map", pa.array([[("SECRET", "SECRET")]] * count, pa.map_(pa.string(), pa.string())))]:
            with self.subTest(what):
                self.bad(file_of(replaced(patients(), "zip", array)), "column zip: nested columns")

    def test_deeply_nested_columns(self):
        self.bad(of_deep_schema(3), "column a: nested columns")
        for levels in [1000, 50000, 1000000]:  # Arrow gives up before the stack ends
            with self.subTest(levels):
                self.bad(of_deep_schema(levels), "not a whole Parquet file")

    def test_columns_without_a_type(self):
        self.bad(file_of(replaced(patients(), "zip", pa.nulls(patients().num_rows))), "column zip: ", "without a type")

    def test_no_records_and_no_columns(self):
        self.bad(file_of(patients(0)), "the table has no records")
        self.bad(file_of(pa.table({})), "the table has no columns")

    def test_values_that_are_no_text(self):
        count = patients().num_rows
        self.bad(file_of(replaced(patients(), "zip", pa.array([b"SECRET\xff"] * count, pa.binary()))), "column zip: ")

    def test_a_missing_sensitive_value(self):
        values = [None if i == 41 else f"SECRETvalue{i % 5}" for i in range(60)]
        self.write("patients.csv", file_of(replaced(patients(), "condition", pa.array(values))))
        self.fails(2, *RELEASE, says=["patients.csv: record 42: the sensitive column condition has no value"])
        self.assertIn("released  59 records", self.succeeds(*RELEASE, "--missing-sensitive", "drop").stdout)


class Views(OvertTest):
    """A job of `overt views` takes a Parquet table as it takes CSV."""

    JOB = """input = "FILE"
[roles]
sensitive = "condition"
[[disclosure]]
name = "young"
where = "age <= 33"
[[disclosure]]
name = "first"
where = "zip == 'north'"
"""

    def test_the_same_answer_as_for_csv(self):
        people = {"age": [30 + i % 7 for i in range(12)], "zip": [["north", "east", "west"][i % 3] for i in range(12)],
                  "condition": [["flu", "cold", "ulcer", "asthma", "gout"][i % 5] for i in range(12)]}
        self.write("people.parquet", file_of(pa.table(people)))
        self.write("people.csv", "age,zip,condition\n" + "".join(f"{a},{z},{c}\n" for a, z, c in zip(*people.values())))
        answers = []
        for file in ["people.parquet", "people.csv"]:
            self.write("views.toml", self.JOB.replace("FILE", file))
            done = self.run_overt("views", "views.toml", "--gamma", "1/3", "--json")
            answers.append((done.returncode, done.stdout))
        self.assertEqual(answers[0], answers[1])
        self.assertEqual(answers[0][0], 1)
        self.assertIn('"method": "exact"', answers[0][1])


if __name__ == "__main__":
    main()
