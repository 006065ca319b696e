"""Problem files and the flags of explain and attack: what goes wrong, without a value in the message."""

import json

from overt_command import OvertTest, main

PROBLEM = """{"records": ["A","B","C","D","E","F"],
 "values":  ["SECRETflu","SECRETcold","SECRETgout","SECRETgout","SECRETache","SECRETrash"],
 "generalizations": [[[0,1],[2,3],[4,5]], [[0,1,2],[3,4,5]], [[0,1,2,3],[4,5]]],
 "property": {"name": "highest_ratio", "max": "1/2"}}
"""


class Files(OvertTest):
    def check(self, text, *says, code=2):
        self.write("problem.json", text)
        for verb in ["explain", "attack"]:
            with self.subTest(verb, says=says):
                self.fails(code, verb, "problem.json", says=["problem.json: ", *says])

    def test_bad_json_has_line_and_column(self):
        self.check("", "line 1, column 1: not valid JSON")
        self.check(PROBLEM.replace('"SECRETcold"', '"SECRETcold'), "line 2, column ", "not valid JSON")
        self.check(PROBLEM.replace("[2,3],", "[2,3]"), "line 3, column 34: not valid JSON")
        self.check(PROBLEM.replace("[2,3],", "[2,3],,"), "line 3, column 35: not valid JSON")
        self.check(PROBLEM.encode().replace(b"gout", b"\xff", 1), "line 2, column ", "not valid JSON")
        self.check("\0" * 1000, "line 1, column 1: not valid JSON")
        self.check(PROBLEM + "SECRET", "line 5, column 1: not valid JSON")

    def test_deep_json(self):
        for text in ["[" * 1000000, '{"SECRET":' * 1000000, PROBLEM.replace("[[[0,1]", "[" * 70 + "0,1]")]:
            self.check(text, "line ", "nested deeper than 64 levels")
        for verb in [["views", "--gamma", "1/2"], ["policy"]]:
            self.write("problem.json", '{"records":' * 1000000)
            self.fails(2, verb[0], "problem.json", *verb[1:], says=["problem.json: line 1, column 705: nested deeper"])

    def test_keys(self):
        self.check("[]", "expected an object")
        self.check(PROBLEM.replace('"records"', '"rows"'), "rows: there is no such key")
        self.check(PROBLEM.replace('"values"', '"records"'), "records: the key stands twice")
        self.check(PROBLEM.replace('"max"', '"mux"'), "property.mux: there is no such key")
        self.check('{"values": ["SECRET"]}', "generalizations: is missing")

    def test_values_and_records(self):
        self.check(PROBLEM.replace('"SECRETcold",', ""), "records: 6 names for 5 values")
        self.check(PROBLEM.replace('"SECRETcold"', "8800.5"), "values[1]: expected a text or a whole number")
        self.check(PROBLEM.replace('"B"', '"SECRETname"').replace('"D"', '"SECRETname"'),
                   "records[3]: the same name as records[1]")

    def test_generalizations(self):
        self.check(PROBLEM.replace("[0,1,2],", "[0,1,9],"),
                   "generalizations[1][0][2]: record 9 does not exist; there are 6")
        self.check(PROBLEM.replace("[3,4,5]", "[2,3,4,5]"), "generalizations[1]: record 2 stands in two groups")
        self.check(PROBLEM.replace("[3,4,5]", "[3,4]"), "generalizations[1]: record 5 stands in no group")
        self.check(PROBLEM.replace("[3,4,5]", "[]"), "generalizations[1][1]: the group is empty")

    def test_properties(self):
        self.check(PROBLEM.replace("highest_ratio", "k_anonymity"), "property", "highest_ratio, distinct_diversity")
        self.check(PROBLEM.replace("1/2", "1/0"), "property.max: the denominator is zero")
        self.check(PROBLEM.replace("1/2", "half"), "property.max: not a number")
        self.check(PROBLEM.replace('"1/2"', "0.5"), "property.max: expected a fraction as a text")
        self.check(PROBLEM.replace("1/2", "3/2"), "property")
        self.check(PROBLEM.replace(', "max": "1/2"', ""), "property")
        self.check(PROBLEM.replace('"max": "1/2"', '"max": "1/2", "l": 2'), "property")

    def test_files_that_cannot_be_read(self):
        for verb in ["explain", "attack"]:
            self.fails(3, verb, "nothing.json", says=["nothing.json: cannot be read: No such file"])
            self.fails(3, verb, ".", says=[".: cannot be read: it is a directory"])
            self.fails(2, verb, "-", says=["standard input: line 1, column 1: not valid JSON"])
        self.fails(2, "explain", says=["explain needs PROBLEM"])
        self.fails(2, "attack", says=["problem is required, or a table (--job names it)"])


class Flags(OvertTest):
    def setUp(self):
        super().setUp()
        self.write("problem.json", PROBLEM)

    def test_strategies_and_jumps(self):
        for verb in ["explain", "attack"]:
            for flags, says in [
                    (["--strategy", "best"], "--strategy: expected naive, safe, exclusive or k_jump"),
                    (["--strategy", ""], "--strategy: the value is empty"),
                    (["--strategy", "k_jump"], "--jump: k_jump needs one"),
                    (["--strategy", "safe", "--jump", "1"], "--jump: only k_jump has jumps, safe has none"),
                    (["--jump", "1,2"], "--jump: expected one number, or one for each of the 3 steps; there are 2"),
                    (["--jump", "1,2,1,1"], "there are 4"), (["--jump", "0"], "--jump: a jump is at least 1"),
                    (["--jump", "1,,1"], "--jump: expected a whole number"),
                    (["--jump", "two"], "--jump: expected a whole number"),
                    (["--jump", "-1"], "--jump: expected a whole number"),
                    (["--jump", "4294967296"], "--jump: the number is too large"),
                    (["--limit", "many"], "--limit: expected a whole number")]:
                with self.subTest(verb, flags=flags):
                    self.fails(2, verb, "problem.json", *flags, says=[says])
        self.fails(2, "explain", "problem.json", "--strategy", "safe", "--jump", "all", says=["only k_jump has jumps"])
        self.fails(2, "attack", "problem.json", "--jump", "all", says=["--jump: expected a whole number"])
        self.fails(2, "explain", "problem.json", "--tables", "some", says=["--tables: expected all"])

    def test_released(self):
        for step in ["0", "4", "x", "-1", ""]:
            with self.subTest(step):
                self.fails(2, "attack", "problem.json", "--released", step, says=["--released: "])
        self.fails(2, "attack", "problem.json", "--released", "2",
                   says=["safe never releases step 2", "it releases step 3"])

    def test_what_is_too_large_to_run_all(self):
        everybody = list(range(40))
        problem = {"values": everybody, "property": {"name": "highest_ratio", "max": "1/2"},
                   "generalizations": [[everybody[:20], everybody[20:]], [everybody]]}
        self.write("large.json", json.dumps(problem))
        self.fails(2, "explain", "large.json", "--tables", "all", says=["--tables all: there are too many tables"])
        self.succeeds("explain", "large.json")
        problem["generalizations"] *= 5
        self.write("large.json", json.dumps(problem))
        self.fails(2, "explain", "large.json", "--jump", "all",
                   says=["--jump all: at most 8 generalizations; there are 10"])

FAMILY = """{"values": ["SECRETflu","SECRETflu","SECRETcold","SECRETcold"],
 "property": {"name": "highest_ratio", "max": "1/2"},
 "partitions": [[[0,2],[1,3]], [[0,1,2,3]]],
 "candidates": [[2],[3],[0],[1]]}
"""


class Families(OvertTest):
    def check(self, text, *says):
        self.write("family.json", text)
        with self.subTest(says=says):
            self.fails(2, "explain", "family.json", "--family", says=["family.json: ", *says])

    def test_files(self):
        self.check(FAMILY.replace("[1,3]]", "[1,3]"), "line 4, column ", "not valid JSON")
        self.check("[]", "expected an object with values and property")
        self.check(FAMILY.replace("partitions", "generalizations"), "generalizations: there is no such key")
        self.check(FAMILY.replace("[1,3]", "[1,9]"), "partitions[0][1][1]: record 9 does not exist; there are 4")
        self.check(FAMILY.replace("[1,3]", "[1,2,3]"), "partitions[0]: record 2 stands in two groups")
        self.check(FAMILY.replace("[1,3]", "[]"), "partitions[0][1]: the group is empty")
        self.check(FAMILY.replace("[3],[0]", "[3,0],[0]"), "candidates[1]: 2 partners, where candidates[0] has 1")
        self.check(FAMILY.replace(",[0],[1]]", "]"), "candidates: 2 lists for 4 records")
        self.check(FAMILY.replace("1/2", "1/0"), "property.max: the denominator is zero")

    def test_a_family_is_no_problem_and_the_other_way_round(self):
        self.write("problem.json", PROBLEM)
        self.write("family.json", FAMILY)
        self.fails(2, "explain", "problem.json", "--family", says=["generalizations: there is no such key"])
        self.fails(2, "explain", "family.json", says=["there is no such key"])

    def test_flags_that_mean_nothing_with_it(self):
        self.write("family.json", FAMILY)
        for flag, value in [("--strategy", "safe"), ("--jump", "1"), ("--tables", "all"), ("--limit", "5")]:
            with self.subTest(flag):
                self.fails(2, "explain", "family.json", "--family", flag, value,
                           says=[f"--family: a set of partitions has no strategy; leave {flag} out"])

    def test_what_is_too_large(self):
        ratio = {"name": "highest_ratio", "max": "1/2"}
        for values, says in [([1, 2] * 5, "at most 9 records where no partitions are given; there are 10"),
                             (list(range(9)), "there are more than 200000 tables with these values")]:
            self.write("family.json", json.dumps({"values": values, "property": ratio}))
            self.fails(2, "explain", "family.json", "--family", says=[says])
        everybody = list(range(101))
        self.write("family.json", json.dumps({"values": [1] * 101, "property": ratio, "partitions": [[everybody]]}))
        self.fails(2, "explain", "family.json", "--family", says=["at most 100 records; there are 101"])


if __name__ == "__main__":
    main()
