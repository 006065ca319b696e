"""Malformed and unreadable input: CSV, missing values, declared types, hierarchies."""

import os

from overt_command import HEADER, OvertTest, PATIENTS, RELEASE, ROWS, main, many_rows, obey_permissions

COMMA = ["--delimiter", ","]


class CsvErrors(OvertTest):
    def bad(self, content, *says, flags=()):
        """The file is refused by release and by inspect, from disk and from a pipe."""
        path = self.write("patients.csv", content)
        content = path.read_bytes()
        with self.subTest(content[:80], flags=flags):
            for name, arguments, options in [
                    ("patients.csv", RELEASE, {}),
                    ("patients.csv", ["inspect", "patients.csv"], {}),
                    ("standard input", ["release", "-", *RELEASE[2:]], {"input": content}),
                    ("standard input", ["inspect", "-"], {"input": content})]:
                self.fails(2, *arguments, *flags, says=[name + ": ", *says], **options)

    def test_nothing_in_it(self):
        for flags in [(), COMMA]:
            self.bad("", "the file is empty", flags=flags)
            self.bad(b"\xef\xbb\xbf", "the file is empty", flags=flags)
        self.bad("\n\n\r\n", "the file is empty", flags=COMMA)

    def test_header_only(self):
        for flags in [(), COMMA]:
            self.bad(HEADER, "the table has no records", flags=flags)
            self.bad(HEADER.rstrip(), "the table has no records", flags=flags)
            self.bad(HEADER + "\n\n", "the table has no records", flags=flags)

    def test_ragged_rows_near_the_start(self):
        for flags in [(), COMMA]:
            self.bad(HEADER + ROWS[0] + "SECRET,880001,SECRET\n" + ROWS[1], "line 3: 3 fields", "has 4", flags=flags)
            self.bad(HEADER + ROWS[0] + "SECRET,1,SECRET,SECRET,SECRET\n", "line 3: 5 fields", "has 4", flags=flags)
            self.bad(HEADER + ROWS[0] + "SECRET\n", "line 3: 1 fields", flags=flags)
            self.bad(HEADER.replace("\n", "\r\n") + "\r\n" + ROWS[0] + "SECRET,\r\n", "line 4: 2 fields", flags=flags)

    def test_ragged_rows_after_quoted_line_breaks(self):
        quoted = '"SECRET\nname\r\n",880041,"SECRET\n\nzip",SECRETflu\n'  # five lines
        for flags in [(), COMMA]:
            self.bad(HEADER + quoted + quoted + "SECRET,1\n", "line 12: 2 fields", flags=flags)
            self.bad(HEADER + ROWS[0] * 200 + quoted + "SECRET,1\n", "line 207: 2 fields", flags=flags)

    def test_a_ragged_row_far_into_the_file(self):
        rows = many_rows(149_998)
        self.bad(HEADER + rows + "SECRET,880001\n" + ROWS[0] * 50_000, "line 150000: 2 fields where the first line has 4")
        self.bad(HEADER + rows + ROWS[0][:-1] + ",SECRET\n", "line 150000: 5 fields where the first line has 4")

    def test_quotes(self):
        self.bad(HEADER + ROWS[0] + '"SECRET,1,2,3\n' + ROWS[1], "line 3, column 1: the quote that opens", flags=COMMA)
        self.bad(HEADER + 'SECRET,1,"SECRET\n\n', "line 2, column 10: the quote that opens here is never", flags=COMMA)
        self.bad(HEADER + ROWS[0] + 'SECRET,1,"SECRET"x,SECRET\n', "line 3, column 18: text after a closing quote")
        self.bad(HEADER + many_rows(120_000) + 'SECRET,1,"SECRET" ,x\n', "line 120002, column 18: text after a closing")
        self.bad(HEADER + many_rows(120_000) + 'SECRET,1,"SECRET\n', "line 120002, column 10: the quote that opens")
        self.bad('"name,age,zip,condition\n' + ROWS[0], "line 1, column 1: the quote that opens here", flags=COMMA)

    def test_invalid_utf8(self):
        for bad in [b"\xff", b"\xc3(", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82"]:
            line = b"SECRET,1,SECRET" + bad + b",SECRET\n"
            column = 16 + (0 if bad[0] in (0xff, 0xc0) else 2 if bad == b"\xe2\x82" else 1)
            self.bad(HEADER.encode() + line, f"line 2, column {column}: invalid UTF-8")
        self.bad(b"na\xffme,age,zip,condition\n", "line 1, column 3: invalid UTF-8")
        middle = HEADER.encode() + many_rows(120_000).encode() + b"SECRET\xe9,1,2,3\n" + many_rows(100_000).encode()
        self.bad(middle, "line 120002, column 8: invalid UTF-8")
        self.bad(HEADER.encode() + b"SECRET,1,2,SECRET\xc3", "line 2, column", "invalid UTF-8: the file ends inside")

    def test_nul_bytes(self):
        self.bad(HEADER.encode() + b"SECRET,1,2\0,3\n", "line 2, column 11: a NUL byte")
        self.bad(HEADER.encode() + many_rows(120_000).encode() + b"SECRET,\0,2,3\n", "line 120002, column 8: a NUL")
        for encoding in ["utf-16-le", "utf-16-be"]:
            self.bad(PATIENTS.encode(encoding), "this looks like UTF-16; give the encoding (--encoding utf-16)")

    def test_delimiters_that_cannot_be_told(self):
        self.bad("condition\nSECRETa\nSECRETb\n", "cannot tell the delimiter", "--delimiter")
        self.bad("name;x,condition;y\nSECRETa;1,b;2\n", "cannot tell the delimiter (more than one", "--delimiter")
        self.bad("name;x,condition\nSECRETa;1;2,b,c\n", "line 2: 3 fields", "--delimiter")
        self.bad(PATIENTS, "column", flags=["--delimiter", ";", "--type", "name=text"])

    def test_a_line_over_16_megabytes(self):
        long = "SECRET" + "x" * (17 << 20)
        self.bad(HEADER + ROWS[0] + long + ",1,2,3\n", "line 3, column 16777", "the line is longer than 16 MB")
        self.bad(long + ",age\n", "line 1, column 16777", "the line is longer than 16 MB", flags=COMMA)


class Files(OvertTest):
    def test_missing_folders_and_forbidden_ones(self):
        self.write("folder/patients.csv", PATIENTS)
        locked = self.write("locked.csv", PATIENTS)
        os.chmod(locked, 0)
        for path, says in [("nothing.csv", "nothing.csv: cannot be read: No such file"),
                           ("nowhere/patients.csv", "cannot be read: No such file"),
                           ("folder", "folder: cannot be read: it is a directory"),
                           ("folder/patients.csv/x", "cannot be read: Not a directory")]:
            with self.subTest(path):
                self.fails(3, "release", path, *RELEASE[2:], says=[says])
                self.fails(3, "inspect", path, says=[says])
        for arguments in [["release", "locked.csv", *RELEASE[2:]], ["inspect", "locked.csv"]]:
            before = os.listdir(self.folder)
            done = self.run_overt(*arguments, preexec_fn=obey_permissions)
            self.assertEqual((done.returncode, done.stderr),
                             (3, "overt: locked.csv: cannot be read: Permission denied\n"))
            self.assertEqual(os.listdir(self.folder), before)


class MissingValues(OvertTest):
    def setUp(self):
        super().setUp()
        self.write("patients.csv", HEADER + "".join(ROWS[:4]) + "SECRETname7,,SECRETzip9,\n"
                   "SECRETname8,880001,NULL,NULL\n" + "".join(ROWS[4:]))

    def test_an_error_by_default_with_the_line(self):
        self.fails(2, *RELEASE, says=["patients.csv: line 6: the sensitive column condition has no value", '"drop"'])
        self.fails(2, *RELEASE, "--missing-sensitive", "error", says=["line 6"])
        # Without the empty field among them: first it stands among numbers, then it is a sensitive value.
        self.fails(2, *RELEASE, "--missing", "NULL", says=["line 6: column age: the field is empty"])
        self.fails(2, *RELEASE, "--missing", "NULL", "--type", "age=text", says=["line 7"])

    def test_as_a_value_or_dropped(self):
        out = self.succeeds(*RELEASE, "--missing-sensitive", "value").stdout
        self.assertIn("released  8 records", out)
        self.assertEqual((self.folder / "release/released.csv").read_text().count(",NULL\n"), 2)
        out = self.succeeds(*RELEASE, "--missing-sensitive", "drop", "--force").stdout
        self.assertIn("released  6 records", out)
        self.succeeds("verify", "release", "--against", "patients.csv")

    def test_nothing_left_after_dropping(self):
        self.write("patients.csv", HEADER + "SECRETname1,880001,SECRETzip1,\n")
        self.fails(2, *RELEASE, "--missing-sensitive", "drop", says=["no record has a sensitive value"])

    def test_a_missing_text_of_ones_own(self):
        self.write("patients.csv", PATIENTS.replace("SECRETulcer", "n/a"))
        self.fails(2, *RELEASE, "--missing", "n/a", says=["line 3: the sensitive column"])


class DeclaredTypes(OvertTest):
    def test_values_that_a_type_does_not_allow(self):
        self.write("patients.csv", PATIENTS.replace("880029", "SECRETage"))
        for kind, says in [("integer", "an integer"), ("decimal", "a decimal"), ("date", "a date"),
                           ("date:%d.%m.%Y", "a date")]:
            with self.subTest(kind):
                line = "line 4" if kind in ("integer", "decimal") else "line 2"
                self.fails(2, *RELEASE, "--type", f"age={kind}",
                           says=[f"patients.csv: {line}: column age: the value is not {says}"])
        self.fails(2, "inspect", "patients.csv", "--type", "age=integer", says=["line 4: column age"])


class Hierarchies(OvertTest):
    GOOD = "SECRETzip1;SECRETwest;*\nSECRETzip2;SECRETwest;*\nSECRETzip3;SECRETeast;*\n"

    def setUp(self):
        super().setUp()
        self.write("patients.csv", PATIENTS)

    def test_files_that_are_no_hierarchy(self):
        for content, says in [
                ("", "the file is empty"),
                (self.GOOD.replace("SECRETeast;*", "*"), "line 3: 2 fields"),
                (self.GOOD.replace("2;SECRETwest;*", "2;SECRETwest;SECRETother"),
                 "line 2: level 2 differs from line 1, which has the same level 1"),
                (self.GOOD + "SECRETzip1;SECRETwest;*\n", "line 4: the same leaf as line 1"),
                (self.GOOD.replace("zip3", "zip4"), '1 of the 3 values of column "zip" have no row'),
                (self.GOOD.replace("SECRETeast;*", "SECRETeast;+"), "the highest, has 2 labels"),
                (self.GOOD.encode() + b"\xff;*;*\n", "line 4, column 1: invalid UTF-8"),
                (self.GOOD + '"SECRET;x;*\n', "line 4, column 1: the quote that opens here"),
                (self.GOOD + "SECRET\0;x;*\n", "line 4, column 7: a NUL byte")]:
            with self.subTest(says):
                self.write("zip.csv", content)
                self.fails(2, *RELEASE, "--hierarchy", "zip=zip.csv", says=["zip.csv: ", says])

    def test_columns_and_forms_without_one(self):
        self.write("zip.csv", self.GOOD)
        for column in ["condition", "name", "nothing", ""]:
            with self.subTest(column):
                self.fails(2, *RELEASE, "--hierarchy", f"{column}=zip.csv",
                           says=[f"--hierarchy: {column} is not a quasi-identifying column"])
        self.fails(2, *RELEASE, "--method", "rda", "--hierarchy", "zip=zip.csv", "--form", "anatomy",
                   says=["--hierarchy: the anatomy form"])

    def test_files_that_cannot_be_read(self):
        self.fails(3, *RELEASE, "--hierarchy", "zip=nothing.csv", says=["nothing.csv: cannot be read: No such file"])
        self.fails(3, *RELEASE, "--hierarchy", "zip=.", says=[".: cannot be read: it is a directory"])

    def test_a_good_one_is_copied(self):
        self.write("zip.csv", self.GOOD)
        self.succeeds(*RELEASE, "--hierarchy", "zip=zip.csv")
        self.succeeds("verify", "release", "--against", "patients.csv")
        self.assertEqual((self.folder / "release/hierarchies/zip.csv").read_text().replace('"', ""), self.GOOD)


if __name__ == "__main__":
    main()
