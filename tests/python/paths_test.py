"""Files of all kinds give what the command line makes of them."""

import pyarrow as pa
import pyarrow.parquet

import overt
from package import PackageTest, main

ROWS = [("31", "1010", "flu"), ("34", "NULL", "cold"), ("", "1020", "flu"), ("38", "1020", "ulcer")]


def text(delimiter=",", end="\n", header=True, mark=""):
    rows = [("age", "zip", "condition"), *ROWS] if header else ROWS
    return mark + "".join(delimiter.join(row) + end for row in rows)


class Files(PackageTest):
    def both(self, content, *flags, **options):
        path = self.write("table.csv", content)
        columns = ["column1", "column3"] if options.get("header") is False else ["age", "condition"]
        self.same(overt.inspect(path, quasi_identifying=columns[0], sensitive=columns[1], **options), "inspect",
                  "table.csv", "--quasi", columns[0], "--sensitive", columns[1], *flags)

    def test_delimiters_ends_and_marks(self):
        for delimiter in [",", ";", "\t", "|"]:
            self.both(text(delimiter))
        self.both(text(end="\r\n"))
        self.both(text(mark="\ufeff"))
        self.both(text(";"), "--delimiter", ";", delimiter=";")
        self.both(text("\t"), "--delimiter", "tab", delimiter="tab")
        self.both(text(end="\n\n"))
        self.both(text().rstrip("\n"))

    def test_no_header(self):
        self.both(text(header=False), "--no-header", header=False)

    def test_quotes_and_long_fields(self):
        self.both('age,zip,condition\n"3,1","a\nb","say ""flu"""\n2,"",cold\n')
        self.both("age,zip,condition\n1," + "x" * 6_000_000 + ",flu\n2,y,cold\n")

    def test_many_blocks(self):
        self.both("age,zip,condition\n" + "".join(f"{i % 90},{i},value {i % 7}\n" for i in range(400_000)))

    def test_missing_texts(self):
        self.both(text(), "--missing", ",1010", missing=["", "1010"])
        self.both(text(), "--missing", ",flu", missing=["", "flu"])

    def test_types(self):
        self.both("age,zip,condition\n1.5,1,flu\n2,2,cold\n", "--type", "age=decimal", columns={"age": "decimal"})
        self.both("age,zip,condition\n31.12.1999,1,flu\n01.02.2000,2,cold\n", "--type", "age=date:%d.%m.%Y",
                  columns={"age": "date:%d.%m.%Y"})

    def test_columns_without_a_name(self):
        path = self.write("table.csv", "age,,condition\n1,2,flu\n2,3,cold\n")
        self.assertIn("column2", self.overt("inspect", path))
        self.assertIn("column2", str(overt.inspect(path)))

    def test_errors_are_those_of_the_command_line(self):
        for content in ["age,zip,condition\n1,2\n", 'age,zip,condition\n1,2,"flu\n', "",
                        "age zip\n1 2\n", "age,zip,condition\n1,\xff,a\n".encode("latin-1"),
                        "age,zip,condition\n1,a\0b,a\n", "age,zip,condition\n", b"PAR1", b"PAR1" + b"x" * 50]:
            with self.subTest(content):
                path = self.write("table.csv", content)
                self.overt("inspect", path, codes=(2,))
                with self.assertRaises(ValueError) as caught:
                    overt.inspect(path)
                self.assertTrue(str(caught.exception).startswith(str(path)), caught.exception)

    def test_parquet_columns_without_a_type(self):
        path = self.folder / "table.parquet"
        pyarrow.parquet.write_table(pa.table({"a": pa.nulls(3)}), path)
        self.overt("inspect", path, codes=(2,))
        with self.assertRaisesRegex(ValueError, "columns without a type"):
            overt.inspect(path)


if __name__ == "__main__":
    main()
