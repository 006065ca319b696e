"""Results are read in steps, can be copied and pickled, and are shown."""

import copy
import json
import pickle
import re

import overt
from overt import _results
from package import PackageTest, main

TABLE = {"age": [30, 30, 40, 40, 50, 50], "illness": ["flu", "cold", "flu", "cold, \"bad\"", "é", "flu"]}
ROLES = {"quasi_identifying": "age", "sensitive": "illness"}


def results():
    released = overt.release(TABLE, **ROLES, l=2, form="anatomy")
    disclosures = {"young": "age < 45", "thirties": "age < 35"}
    yield overt.inspect(TABLE)
    yield overt.check(TABLE, **ROLES)
    yield overt.measure(released, TABLE)
    yield overt.attack({"age": [1, 2, 3, 4], "illness": [0, 0, 1, 1]}, **ROLES, method="rda", l=2)
    yield overt.views(disclosures, table=TABLE, sensitive="illness", gamma="1/2")
    yield overt.views(disclosures, table=TABLE, sensitive="illness", gamma="1/2", sample=True)
    yield overt.views(released, gamma="1/2")
    yield overt.policy(states={"zip": ["1010", "1011", "1020", "1100"]}, column="zip", prefix=True, at_least=2)


class Results(PackageTest):
    def test_are_read_in_steps_of_any_size(self):
        for result in results():
            text = result.json()
            for step in [0, 1, 7, 100, 1 << 20]:
                with self.subTest(type(result).__name__, step=step):
                    _results._STEP = step
                    self.assertEqual(_results.read_object(text), json.loads(text))
        awkward = {"list": [[1, [2]], [], {"a": [{}]}, "]\n  ]", ',\n    "', None], "empty": [], "a \"b\\": {"c": [1, 2]}, "z": "\n  ]"}
        for step in [0, 1, 7, 1 << 20]:
            _results._STEP = step
            self.assertEqual(_results.read_object(json.dumps(awkward, indent=2) + "\n"), awkward)

    def test_another_text_is_not_taken_for_less(self):
        for text in ['{"a": 1}', '{\n  "a": 1,\n    "b": 2\n}\n', '{\n  "a": 1\n}\n{', ""]:
            with self.subTest(text), self.assertRaisesRegex(ValueError, "not indented JSON"):
                _results.read_object(text)

    def test_are_copied_and_pickled(self):
        for result in results():
            for again in [copy.copy(result), copy.deepcopy(result), pickle.loads(pickle.dumps(result))]:
                with self.subTest(type(result).__name__):
                    self.assertIs(type(again), type(result))
                    self.assertEqual((dict(again), again.json(), repr(again)),
                                     (dict(result), result.json(), repr(result)))

    def test_have_names_and_say_which(self):
        found = overt.check(TABLE, **ROLES)
        self.assertEqual(found.k, found["k"])
        self.assertIn("k", dir(found))
        with self.assertRaisesRegex(AttributeError, "Check has no 'm'; it has .*k"):
            found.m
        self.assertFalse(hasattr(found, "_m"))
        self.assertRegex(repr(found), r"^Check\n")
        self.assertIn("<caption>Check</caption>", found._repr_html_())

    def test_are_tables_in_a_notebook(self):
        def rows(found, name):
            """The cells of the table of this name."""
            text = re.search(rf"<caption>{name}</caption>(.*?)</table>", found._repr_html_())[1]
            return [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall(r"<tr>(.*?)</tr>", text)]

        columns = rows(overt.inspect(TABLE, **ROLES), "columns")
        self.assertEqual([row[0] for row in columns], ["name", *TABLE])
        self.assertEqual(len({len(row) for row in columns}), 1)
        released = overt.release(TABLE, **ROLES, l=2)
        checks = rows(overt.verify(released), "checks")
        self.assertEqual(checks[0], ["check", "passed"])
        self.assertEqual({row[1] for row in checks[1:]}, {"yes"})
        points = rows(overt.compare(TABLE, **ROLES, l=[2], methods=["local", "rda"]), "points")
        self.assertEqual([row[0] for row in points], ["method", "local", "rda"])

    def test_distributions_of_views(self):
        found = overt.views({"all": "age > 0"}, table=TABLE, sensitive="illness", gamma="1/2")
        self.assertEqual([entry["record"] for entry in found.posterior], [str(i) for i in range(1, 7)])
        for entry in found.posterior:
            self.assertEqual(entry["distribution"], {"cold": "1/6", "cold, \"bad\"": "1/6", "flu": "1/2", "é": "1/6"})
        self.assertEqual(len(re.findall('"distribution"', found.json())), 6)


if __name__ == "__main__":
    main()
