"""The pages of compare, attack, views and explain (--html), one of each kind. Nothing in them depends on a clock, a locale
or the machine, so that every one is compared byte by byte (result_golden_test.py).

    for name, make, custodian in RESULT_PAGES: path = make(maker)     # maker.command, maker.folder
"""

import functools
import json
import subprocess


def problem(records, values, steps, **bound):
    """Steps are written as AB|CD: groups of records, which have one letter each."""
    return json.dumps({
        "records": list(records), "values": values,
        "generalizations": [[[records.index(name) for name in group] for group in step.split("|")] for step in steps],
        "property": {"name": "highest_ratio", **bound}})


SIX_CSV = "name,zip,condition\nAda,q1,flu\nBob,q1,flu\nCoy,q2,cancer\nDan,q2,asthma\nEve,q2,ulcer\nFay,q2,gout\n"
FILES = {
    # The tables of the papers on k_jump.
    "six.json": problem("ABCDEF", ["flu", "cold", "cancer", "cancer", "headache", "toothache"],
                        ["AB|CD|EF", "ABC|DEF", "ABCD|EF"], max="1/2"),
    "fifteen.json": problem("ABCDEFGHIJKLMNO", [0, 1, 2, 3, 4, 5, 6, 6, 6, 7, 7, 8, 8, 9, 9],
                            ["AB|CD|EFGHI|JKLM|NO", "ABC|DEFG|HIJKLM|NO", "AB|CD|EFGH|IJKLMNO"], max="1/2"),
    "family.json": json.dumps({"records": ["Ada", "Bob", "Coy", "Dan", "Eve"],
                               "values": ["flu", "flu", "cold", "cold", "HIV"],
                               "property": {"name": "highest_ratio", "max": "2/3"}}),
    "views.json": json.dumps({
        "records": ["Alan", "Bob", "Carl", "Dora", "Eve <&>", "Finn"],
        "disclosures": [{"name": "ward A", "records": [0, 1, 2], "values": {"flu": 2, "cold": 1}},
                        {"name": "men", "records": [2, 3], "values": {"flu": 1, "gout": 1}},
                        {"name": "the press", "records": [4], "values": {"gout": 1}}]}),
    "six.csv": SIX_CSV,
    "zip.csv": "q1;*\nq2;*\n",
    "gender.csv": "F;*\nM;*\n",
    "five.csv": "age,condition\n10,a\n20,a\n30,b\n40,b\n50,c\n",
    "six.toml": 'input = "six.csv"\noutput = "release"\nl = 2\n[hierarchies]\nzip = "zip.csv"\n'
                '[roles]\nidentifying = "name"\nquasi_identifying = "zip"\nsensitive = "condition"\n',
    "people.toml": 'input = "people.csv"\noutput = "release"\nl = 5\n'
                   '[roles]\nquasi_identifying = ["age", "gender"]\nsensitive = "occupation"\n'
                   'insensitive = ["education", "birthplace"]\n'
                   '[hierarchies]\ngender = "gender.csv"\n[generalize]\nage = {interval = [10, 20, 40]}\n'}

ARGUMENTS = {
    "compare": ["compare", "--job", "people.toml", "--seed", "1", "--no-time", "--l", "2,3,4,6,8,12"],
    "compare_one": ["compare", "--job", "people.toml", "--seed", "1", "--no-time", "--methods", "local,rda,ria,gda", "--l", "4"],
    "compare_secret": ["compare", "--job", "people.toml", "--seed", "1", "--no-time", "--on-secret",
                       "--methods", "local,rda", "--l", "2,4,30", "--queries", "100"],
    "compare_anatomy": ["compare", "--job", "people.toml", "--seed", "1", "--no-time", "--form", "anatomy",
                        "--methods", "rda,local", "--l", "2,3,4,5,6,7,8,9", "--queries", "100"],
    "attack": ["attack", "six.json", "--strategy", "naive"],
    "attack_nothing": ["attack", "six.json", "--strategy", "exclusive"],
    "attack_method": ["attack", "five.csv", "--method", "gda", "--quasi", "age", "--sensitive", "condition", "--l", "2"],
    "attack_table": ["attack", "--job", "six.toml"],
    "attack_table_estimated": ["attack", "--job", "people.toml", "--seed", "1", "--sweeps", "400"],
    "attack_learning": ["attack", "safe", "--against", "people.csv", "--learning"],
    "views": ["views", "views.json", "--gamma", "1/2"],
    "views_estimated": ["views", "views.json", "--gamma", "2/3", "--sample"],
    "explain": ["explain", "six.json"],
    "explain_k_jump": ["explain", "fifteen.json", "--strategy", "k_jump", "--jump", "2"],
    "explain_jumps": ["explain", "fifteen.json", "--jump", "all"],
    "explain_tables": ["explain", "six.json", "--tables", "all", "--jump", "2"],
    "explain_family": ["explain", "family.json", "--family"]}


# Those of a real table say "custodian only, not for release" on every page.
CUSTODIAN = {"compare_secret", "attack_method", "attack_table", "attack_table_estimated", "attack_learning", "views",
             "views_estimated"}

# What is run before: a release whose groups hang on no coins.
BEFORE = {"attack_learning": ["release", "--job", "people.toml", "--method", "strategy", "--strategy", "safe", "--l", "2",
                              "--out", "safe", "--force", "--quiet"]}


def maker_of(name):
    def make(maker):
        for file, text in FILES.items():
            (maker.folder / file).write_text(text)
        run = functools.partial(subprocess.run, cwd=maker.folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        run([maker.command, "generate", "--records", "400", "--seed", "1", "--out", "people.csv", "--force"], check=True)
        if name in BEFORE:
            run([maker.command, *BEFORE[name]], check=True)
        path = maker.folder / f"{name}.html"
        done = run([maker.command, *ARGUMENTS[name], "--html", path.name])
        assert done.returncode in (0, 1) and path.exists(), f"{name}: {done.returncode}: {done.stderr}"
        return path
    return make


# name, how it is made, whether it is for the custodian alone
RESULT_PAGES = [(name, maker_of(name), name in CUSTODIAN) for name in ARGUMENTS]
