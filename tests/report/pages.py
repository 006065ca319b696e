"""The HTML pages that Overt makes, one of each kind, for the tests that look at pages.

    for page in make_pages(bin_folder, folder): page.name, page.path, page.custodian

A new kind of page is a function below, and one more line in PAGES. Each gets a folder of its own,
with the sample tables in it.
"""

import subprocess
from dataclasses import dataclass
from pathlib import Path

from result_pages import RESULT_PAGES

PEOPLE = """name,age,zip,condition
Ada,21,1010,flu
Bob,23,1011,cold
Cyd,25,1020,flu
Dan,27,1021,ulcer
Eve,31,1010,cold
Fay,33,1011,ulcer
Gus,35,1020,cold
Hal,38,1021,flu
"""

# Names and values that a careless page would fall over.
ODD = """name,"<b>age</b>",an_extraordinarily_long_name_of_a_column_that_does_not_fit_anywhere,"a & ""b"" 'c'"
x,21,{one},"<script>alert(1)</script>"
x,,NULL,日本語の値
x,25,"a, b","an_extraordinarily_long_value_without_a_single_space_in_it_that_goes_on_and_on_and_on"
x,27,[1,&amp;
"""

ZIPS = "1010;101*;*\n1011;101*;*\n1020;102*;*\n1021;102*;*\n"

ROLES = ["--identifying", "name", "--quasi", "age,zip", "--sensitive", "condition"]
CENSUS = ["--quasi", "age,gender,education,birthplace", "--sensitive", "occupation"]


@dataclass
class Page:
    name: str
    path: Path
    custodian: bool = False  # says "custodian only, not for release" on every page


class Maker:
    """Runs the command in a folder of its own."""

    def __init__(self, bin_folder, folder):
        self.command = str(Path(bin_folder).resolve() / "overt")
        self.folder = folder
        for name, text in [("people.csv", PEOPLE), ("odd.csv", ODD), ("zip.csv", ZIPS)]:
            (folder / name).write_text(text)

    def overt(self, *arguments, code=0):
        done = subprocess.run([self.command, *arguments], cwd=self.folder, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=600)
        assert done.returncode == code, f"{arguments}: {done.returncode}: {done.stderr}"
        return done.stdout


def small_release(make):
    make.overt("release", "people.csv", *ROLES, "--l", "2", "--hierarchy", "zip=zip.csv", "--out", "release")
    return make.folder / "release/report.html"


def census_release(make):
    make.overt("generate", "--records", "3000", "--seed", "1", "--out", "census.csv")
    make.overt("release", "census.csv", *CENSUS, "--l", "4", "--out", "release")
    return make.folder / "release/report.html"


def anatomy_release(make):
    make.overt("generate", "--records", "2000", "--seed", "2", "--out", "census.csv")
    make.overt("release", "census.csv", *CENSUS, "--l", "5", "--method", "rda", "--form", "anatomy", "--format",
               "parquet", "--out", "release")
    return make.folder / "release/report.html"


def weaker_release(make):
    make.overt("release", "people.csv", *ROLES, "--l", "2", "--method", "gda", "--out", "release")
    return make.folder / "release/report.html"


def odd_release(make):
    make.overt("release", "odd.csv", "--identifying", "name", "--quasi",
               "<b>age</b>,an_extraordinarily_long_name_of_a_column_that_does_not_fit_anywhere",
               "--sensitive", "a & \"b\" 'c'", "--l", "4", "--out", "release", "--custodian-report", "odd.html")
    return make.folder / "release/report.html"


def odd_custodian(make):
    odd_release(make)
    return make.folder / "odd.html"


def custodian(make):
    make.overt("generate", "--records", "1500", "--seed", "1", "--out", "census.csv")
    make.overt("release", "census.csv", *CENSUS, "--l", "4", "--out", "release", "--custodian-report", "custodian.html")
    return make.folder / "custodian.html"


def custodian_strategy(make):
    make.overt("release", "people.csv", *ROLES, "--l", "2", "--method", "strategy", "--strategy", "safe", "--hierarchy",
               "zip=zip.csv", "--out", "release", "--custodian-report", "custodian.html")
    return make.folder / "custodian.html"


def custodian_refusal(make):
    make.overt("release", "people.csv", *ROLES, "--l", "4", "--out", "release", "--custodian-report", "custodian.html",
               code=1)
    return make.folder / "custodian.html"


# name, how it is made, whether it is for the custodian alone
PAGES = [
    ("small_release", small_release, False),
    ("census_release", census_release, False),
    ("anatomy_release", anatomy_release, False),
    ("weaker_release", weaker_release, False),
    ("odd_release", odd_release, False),
    ("odd_custodian", odd_custodian, True),
    ("custodian", custodian, True),
    ("custodian_strategy", custodian_strategy, True),
    ("custodian_refusal", custodian_refusal, True),
    *RESULT_PAGES,
]


def make_pages(bin_folder, folder):
    pages = []
    for name, make, custodian_only in PAGES:
        own = Path(folder) / name
        own.mkdir()
        pages.append(Page(name, make(Maker(bin_folder, own)), custodian_only))
    return pages
