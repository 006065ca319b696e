"""Files and flags of `overt policy`: what goes wrong, where, and that nothing is left behind."""

import json

from overt_command import OvertTest, limit_file_size, main

STATES = """{"states": ["22030","22031","22040","23000","24000"],
 "schemas": [[[0],[1],[2],[3],[4]], [[0,1,2],[3,4]], [[0,1,2,3,4]]],
 "tags": ["a","b","c","d","e"], "weights": [1,2,3,"1/2","0.5"],
 "predicate": {"name": "at_least", "states": 2}}
"""
AT_LEAST = '"name": "at_least", "states": 2'
PEOPLE = "person,zip,kind,weight\n1,SECRET1,x,1\n2,SECRET1,x,2\n3,SECRET2,y,1/2\n"
TABLE = ["policy", "--states", "people.csv", "--column", "zip", "--prefix"]


class Files(OvertTest):
    def check(self, text, *says, code=2):
        self.write("states.json", text)
        with self.subTest(says=says):
            self.fails(code, "policy", "states.json", "--out", "policy.csv", says=["states.json: ", *says])

    def replaced(self, old, new):
        self.assertIn(old, STATES)
        return STATES.replace(old, new, 1)

    def test_the_file_itself_is_fine(self):
        self.write("states.json", STATES)
        self.succeeds("policy", "states.json", quiet=False)

    def test_bad_json_has_line_and_column(self):
        self.check("", "line 1, column 1: not valid JSON")
        self.check(self.replaced("[3],[4]],", "[3],[4]]"), "line 2, column 36: not valid JSON")
        self.check(self.replaced('"a"', "'a'"), "line 3, column 11: not valid JSON")
        self.check(STATES + "}", "line 5, column 1: not valid JSON")

    def test_keys(self):
        self.check("[]", "expected an object with states, schemas and predicate")
        self.check(self.replaced('"states"', '"state"'), "state: there is no such key")
        self.check(self.replaced('"tags"', '"states"'), "states: the key stands twice")
        self.check('{"states": ["SECRET"]}', "schemas: is missing")

    def test_states(self):
        self.check(self.replaced('"22040"', '"22030"'), "states[2]: the same state as states[0]")
        self.check(self.replaced('"22040"', "22030.5"), "states[2]: expected a text or a whole number")
        self.check(self.replaced('"22040"', '"a\\u0007"'), "states[2]: there is a control character")
        self.check(STATES.replace('["22030","22031","22040","23000","24000"]', "[]"), "states: the list is empty")
        self.check(STATES.replace('["22030","22031","22040","23000","24000"]', '"SECRET"'), "states: expected a list")

    def test_schemas_cover_all_states_once(self):
        self.check(self.replaced("[3,4]]", "[2,3,4]]"), "schemas[1][1][0]: state 2 stands in block 0 already")
        self.check(self.replaced("[3,4]]", "[3,4,3]]"), "schemas[1][1][2]: state 3 stands twice in the block")
        self.check(self.replaced("[3,4]]", "[4]]"), "schemas[1]: state 3 stands in no block")
        self.check(self.replaced("[3,4]]", "[3,4],[]]"), "schemas[1][2]: the block is empty")
        self.check(self.replaced("[3,4]]", "[3,5]]"), "schemas[1][1][1]: state 5 does not exist; there are 5")
        self.check(self.replaced("[3,4]]", "[3,-1]]"), "schemas[1][1][1]: state -1 does not exist")
        self.check(self.replaced("[3,4]]", '[3,"4"]]'), "schemas[1][1][1]: expected the number of a state")
        self.check(self.replaced("[3,4]]", "3]"), "schemas[1][1]: expected a list of states")

    def test_the_last_schema_is_all_states(self):
        self.check(self.replaced(", [[0,1,2,3,4]]]", "]"),
                   "schemas[1]: the last schema must be one block of all states")

    def test_kinds_of_schemas(self):
        schemas = STATES[STATES.index("[[[0]"):STATES.index(',\n "tags"')]
        for other, says in [("[]", "schemas: the list is empty"), ('"SECRET"', "schemas: expected a list of schemas"),
                            ("{}", 'schemas: expected {"prefix": true}'),
                            ('{"prefix": false}', 'schemas: expected {"prefix": true}'),
                            ('{"suffix": true}', "schemas.suffix: there is no such key")]:
            self.check(STATES.replace(schemas, other), says)

    def test_predicates(self):
        for predicate, says in [
                ('"states": 2', "predicate.name: is missing"),
                ('"name": "k_anonymity", "states": 2',
                 "predicate.name: expected at_least, distinct_tags, total_weight or highest_ratio"),
                ('"name": 7', "predicate.name: expected at_least"),
                ('"name": "at_least"', "predicate.states: is missing"),
                ('"name": "at_least", "states": 0', "predicate.states: expected a whole number, at least 1"),
                ('"name": "at_least", "states": -3', "predicate.states: expected a whole number, at least 1"),
                ('"name": "at_least", "states": 2.5', "predicate.states: expected a whole number"),
                ('"name": "at_least", "states": 99999999999999999999', "predicate.states: "),
                ('"name": "at_least", "states": 2, "max": "1/2"', "predicate.max: at_least has no such key; it has states"),
                ('"name": "at_least", "l": 2', "predicate.l: there is no such key"),
                ('"name": "distinct_tags", "tags": "two"', "predicate.tags: expected a whole number"),
                ('"name": "total_weight", "weight": "1/0"', "predicate.weight: the denominator is zero"),
                ('"name": "total_weight", "weight": 2.5', "predicate.weight: expected a whole number, or a fraction"),
                ('"name": "highest_ratio", "max": "3/2"', "predicate.max: expected a share above 0 and at most 1"),
                ('"name": "highest_ratio", "max": 0', "predicate.max: expected a share above 0 and at most 1")]:
            self.check(self.replaced(AT_LEAST, predicate), says)
        self.check(STATES.replace("{" + AT_LEAST + "}", '"at_least"'), "predicate: expected an object with a name")

    def test_tags_and_weights(self):
        self.check(self.replaced('"a",', ""), "tags: 4 for 5 states")
        self.check(self.replaced("[1,2,3,", "[1,2,3,4,"), "weights: 6 for 5 states")
        self.check(self.replaced('"a"', "true"), "tags[0]: expected a text or a whole number")
        self.check(self.replaced('"1/2"', '"half"'), "weights[3]: not a number")
        self.check(self.replaced('"1/2"', "-1"), "weights[3]: ")
        self.check(self.replaced('"1/2"', "0.5"), "weights[3]: expected a whole number, or a fraction as a text")
        self.check(self.replaced('"1/2"', '"9223372036854775807"'), "weights: in units of their common denominator")
        without = self.replaced('"tags": ["a","b","c","d","e"], ', "")
        self.check(without.replace(AT_LEAST, '"name": "distinct_tags", "tags": 2'),
                   "tags: is missing; distinct_tags needs one for each state")
        without = self.replaced(', "weights": [1,2,3,"1/2","0.5"]', "")
        self.check(without.replace(AT_LEAST, '"name": "total_weight", "weight": 2'),
                   "weights: is missing; total_weight needs one for each state")

    def test_files_that_cannot_be_read(self):
        self.fails(3, "policy", "nothing.json", says=["nothing.json: cannot be read: No such file"])
        self.fails(3, "policy", ".", says=[".: cannot be read: it is a directory"])
        self.fails(2, "policy", "-", says=["standard input: line 1, column 1: not valid JSON"])


class Results(OvertTest):
    def test_nothing_is_safe(self):
        self.write("states.json", STATES.replace('"states": 2', '"states": 6'))
        for method in ["naive", "backward", "forward"]:
            self.fails(1, "policy", "states.json", "--method", method, "--out", "policy.csv",
                       says=["cannot be disclosed safely: no function is safe: ", "one of 5"])

    def test_a_ratio_that_fails_is_refused(self):
        self.write("ratio.json", json.dumps({
            "states": [1, 2, 3, 4, 5, 6, 7], "tags": ["a", "b", "c", "d", "e", "e", "e"],
            "schemas": [[[0, 1], [2, 3], [4], [5], [6]], [[0, 1, 2, 3, 4, 5, 6]]],
            "predicate": {"name": "highest_ratio", "max": "1/2"}}))
        for method in ["backward", "forward"]:
            for more in [[], ["--improve"]]:
                self.fails(1, "policy", "ratio.json", "--method", method, *more, "--out", "policy.csv",
                           says=[f"the function that {method} finds is not safe", "not set-monotonic"])


class Flags(OvertTest):
    def setUp(self):
        super().setUp()
        self.write("people.csv", PEOPLE)
        self.write("states.json", STATES)

    def test_usage(self):
        for arguments, says in [
                (["policy"], "a problem file is required, or --states"),
                (["policy", "states.json", "--method", "best"], "--method: expected naive, backward or forward"),
                (["policy", "states.json", "--method", ""], "--method: the value is empty"),
                (["policy", "states.json", "--limit", "-1"], "--limit: expected a whole number, not negative"),
                (["policy", "states.json", "--improve", "--method", "naive"], "--improve: a safe function"),
                (["policy", "states.json", "--at-least", "3"], "--at-least: only with --states"),
                (["policy", "states.json", "--prefix"], "--prefix: only with --states"),
                (["policy", "states.json", "--delimiter", ";"], "--delimiter: only with --states"),
                (["policy", "states.json", *TABLE[1:], "--at-least", "2"], "--states: the states come from it"),
                (["policy", "--states", "people.csv", "--prefix", "--at-least", "2"], "--states: needs --column"),
                (TABLE, "--states: needs --at-least, --distinct-tags, --total-weight or --highest-ratio"),
                ([*TABLE, "--at-least", "2", "--total-weight", "2"], "--total-weight: there is one predicate"),
                ([*TABLE, "--at-least", "0"], "--at-least: expected a whole number, at least 1"),
                ([*TABLE, "--at-least", "two"], "--at-least: expected a whole number, at least 1"),
                ([*TABLE, "--distinct-tags", "2"], "distinct_tags needs --tag"),
                ([*TABLE, "--highest-ratio", "2", "--tag", "kind"], "--highest-ratio: expected a share"),
                ([*TABLE, "--total-weight", "much"], "--total-weight: not a number"),
                ([*TABLE[:-1], "--at-least", "2"], "--states: needs either --prefix or --hierarchy"),
                ([*TABLE, "--hierarchy", "h.csv", "--at-least", "2"], "--states: needs either --prefix or --hierarchy"),
                ([*TABLE[:-1], "--column", "x"], "--column"),
                (["policy", "--states", "people.csv", "--column", "street", "--prefix", "--at-least", "2"],
                 "people.csv: there is no column with the name: street"),
                ([*TABLE, "--at-least", "2", "--tag", "zip"], "people.csv: states, tags and weights are in different"),
                ([*TABLE, "--at-least", "2", "--tag", "type"], "there is no column with the name: type")]:
            with self.subTest(arguments=arguments):
                self.fails(2, *arguments, says=[says])

    def test_tables(self):
        def check(table, *flags, says):
            self.write("people.csv", table)
            with self.subTest(says=says):
                self.fails(2, *TABLE, *flags, "--out", "policy.csv", says=says)
        check(PEOPLE + "4,,x,1\n", "--at-least", "2", says=["people.csv: line 5: column zip: the state is missing"])
        check(PEOPLE + "4,SECRET1,,1\n", "--distinct-tags", "2", "--tag", "kind",
              says=["people.csv: line 5: column kind: the tag is missing"])
        check(PEOPLE + "4,SECRET1,SECRETz,1\n", "--distinct-tags", "2", "--tag", "kind",
              says=["people.csv: line 5: column kind: another tag than that of the same state on line 2"])
        check(PEOPLE + "4,SECRET1,x,SECRET\n", "--total-weight", "2", "--weight", "weight",
              says=["people.csv: line 5: column weight: not a weight"])
        check(PEOPLE + "4,SECRET1,x,-1\n", "--total-weight", "2", "--weight", "weight",
              says=["people.csv: line 5: column weight: not a weight"])
        check(PEOPLE + "4,SECRET1,x,9223372036854775807\n", "--total-weight", "2", "--weight", "weight",
              says=["people.csv: column weight: in units of their common denominator"])
        check(PEOPLE + "4,SECRET1\n", "--at-least", "2", says=["people.csv: line 5"])
        self.write("people.csv", PEOPLE)
        self.write("h.csv", "SECRET1;a;*\n")
        self.fails(2, *TABLE[:-1], "--hierarchy", "h.csv", "--at-least", "2",
                   says=['h.csv: 1 of the 2 values of column "zip" have no row'])
        self.write("h.csv", "SECRET1;a\nSECRET2;b\n")
        self.fails(2, *TABLE[:-1], "--hierarchy", "h.csv", "--at-least", "2", says=["h.csv: level 1, the highest"])

    def test_writing(self):
        self.fails(3, "policy", "states.json", "--out", "nowhere/policy.csv",
                   says=["cannot be written: No such file or directory"])
        self.fails(3, "policy", "states.json", "--out", ".", says=[".: cannot be written: it is a directory"])
        self.write("old.csv", "mine\n")
        self.fails(2, "policy", "states.json", "--out", "old.csv", says=["old.csv: exists already; pass --force"])
        self.fails(3, "policy", "states.json", "--out", "policy.csv", "--quiet", says=["File too large"],
                   preexec_fn=limit_file_size(40))
        # An old file stays when the new one, or the report, cannot be written.
        self.fails(3, "policy", "states.json", "--out", "old.csv", "--force", "--quiet", says=["File too large"],
                   preexec_fn=limit_file_size(40))
        with open("/dev/full", "w") as full:
            self.fails(3, "policy", "states.json", "--out", "old.csv", "--force", stdout=full,
                       says=["standard output: cannot be written"])
        self.succeeds("policy", "states.json", "--out", "old.csv", "--force", "--quiet")
        self.assertEqual((self.folder / "old.csv").read_text().splitlines()[0], "state,schema,block")


if __name__ == "__main__":
    main()
