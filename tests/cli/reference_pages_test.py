"""docs/verbs.md, job.md and files.md name every flag of every verb, every job key, every key of the files and of
what is printed as JSON, each in its own part."""

import json
import re
from pathlib import Path

from overt_command import OvertTest, PATIENTS, RELEASE, main

ROOT = Path(__file__).resolve().parents[2]
JOB = (ROOT / "docs" / "job.md").read_text()
FILES = (ROOT / "docs" / "files.md").read_text()
VERBS = (ROOT / "docs" / "verbs.md").read_text()


def part(page, heading):
    """What stands under this heading of the second level."""
    return page.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]


class ReferencePages(OvertTest):
    def test_every_flag(self):
        for verb in ["release", "verify", "sign", "keygen", "report", "query", "check", "measure", "compare", "explain", "attack", "policy", "views",
                     "inspect", "generate", "studio"]:
            page = JOB if verb == "release" else part(VERBS, f"`overt {verb}`")
            text = self.succeeds(verb, "--help").stdout
            flags = set(re.findall(r"^  (?:-h,)?(--[a-z-]+)", text, re.MULTILINE)) - {"--help"}
            self.assertGreater(len(flags), 2)
            for flag in flags:
                self.assertTrue(re.search(rf"[ `]{flag}[ `]", page), f"{verb} {flag}")

    def test_every_key_of_the_certificate(self):
        self.write("patients.csv", PATIENTS)
        certificate = json.loads(self.succeeds(*RELEASE, "--json", "--method", "gda", "--min-group", "3",
                                               "--weight", "age=2").stdout)
        self.assertIn("level_means", certificate)
        self.assertIn("weights", certificate["job"])
        for key, value in certificate.items():
            inner = value if key in ("promise", "job") else {}
            for name in [f"{key}.{one}" for one in inner] or [key]:
                self.assertTrue(f"| `{name}` |" in part(FILES, "`certificate.json`"), name)

    def test_every_key_of_the_certificate_of_a_strategy(self):
        self.write("patients.csv", PATIENTS)
        members = {"highest_ratio": ["--below", "2/3"], "distinct_diversity": ["--l", "2"],
                   "entropy_diversity": ["--l", "2"], "recursive_diversity": ["--c", "2", "--l", "2"],
                   "t_closeness": ["--t", "1/2"]}
        at = RELEASE.index("--l")
        job = [*RELEASE[:at], *RELEASE[at + 2:], "--method", "strategy", "--strategy", "safe", "--chain", "age,zip"]
        page = part(FILES, "`certificate.json`")
        for name, flags in members.items():
            with self.subTest(name):
                certificate = json.loads(self.succeeds(*job, "--property", name, *flags, "--json", "--force", "--quiet").stdout)
                self.assertEqual(certificate["promise"], certificate["job"]["property"])
                self.assertEqual(set(certificate["promise"]) - {"name"}, {flag[2:] for flag in flags[::2]})
                for key in [*(f"promise.{one}" for one in certificate["promise"]),
                            *(f"job.{one}" for one in certificate["job"])]:
                    self.assertTrue(re.search(rf"^\|[^|]*`{key}`[^|]*\|", page, re.MULTILINE), key)
                self.assertIn("chain", certificate["job"]["strategy"])

    def test_every_key_of_check(self):
        self.write("patients.csv", PATIENTS)
        done = self.run_overt("check", "patients.csv", "--quasi", "age", "--sensitive", "condition",
                              "--min-k", "2", "--json")
        page = part(VERBS, "`overt check`")
        for key, value in json.loads(done.stdout).items():
            inner = value if isinstance(value, dict) else {}
            for name in [f"{key}.{one}" for one in inner] or [key]:
                self.assertTrue(re.search(rf"^\|.*`{name}`", page, re.MULTILINE), name)

    def test_every_key_of_the_figures(self):
        self.write("patients.csv", PATIENTS)
        self.succeeds(*RELEASE, "--quiet")
        figures = self.figures("release", "patients.csv")
        self.assertEqual(list(figures), ["dm", "average_group", "ncp", "ncp_columns", "query_error",
                                         "query_error_sets", "query_error_large", "queries_small", "queries", "seed",
                                         "selectivity", "custodian_only"])
        section = part(VERBS, "`overt measure`")
        for key in figures:
            self.assertTrue(f"`{key}`" in section, key)

    def test_every_key_of_problems_and_of_what_is_found(self):
        self.write("problem.json", json.dumps({
            "records": ["A", "B"], "values": ["flu", "cold"], "generalizations": [[[0, 1]]],
            "property": {"name": "highest_ratio", "max": "1/2"}}))
        page = part(FILES, "Problem files") + part(VERBS, "`overt explain`") + part(VERBS, "`overt attack`")
        source = (ROOT / "src" / "overt" / "strategy" / "problem.cc").read_text()
        top, family = re.findall(r'allow_keys\(json, start_, \{(.*?)\}\)', source, re.DOTALL)
        properties = (ROOT / "src" / "overt" / "privacy" / "property.cc").read_text()
        inner = ["name", "l", *re.findall(r'PropertyFraction\{"(\w+)"', properties)]
        keys = re.findall(r'"(\w+)"', top + family) + [f"property.{key}" for key in inner]
        self.assertEqual(len(keys), 15)
        for flags in [["explain"], ["explain", "--tables", "all"], ["explain", "--jump", "all"], ["attack"]]:
            keys += json.loads(self.succeeds(flags[0], "problem.json", *flags[1:], "--json").stdout)
        self.write("family.json", json.dumps({
            "values": [1, 2], "property": {"name": "highest_ratio", "max": "1/2"}, "candidates": [[1], [0]]}))
        found = json.loads(self.succeeds("explain", "family.json", "--family", "--json").stdout)
        for key in ["image", "candidates"]:
            keys += [f"{key}.{one}" for one in found[key]]
        keys += set(found) - {"image", "candidates"} | set(found["partitions"][0])
        for key in set(keys) - {"property"}:
            self.assertTrue(re.search(rf"^\|.*`{key}`", page, re.MULTILINE), key)

    def test_every_key_of_policies(self):
        source = (ROOT / "src" / "overt" / "policy" / "policy_file.cc").read_text()
        page = part(FILES, "Policy files") + part(VERBS, "`overt policy`")
        keys = []
        for prefix, names in re.findall(r'allow_keys\(json, "([a-z.]*)", \{(.*?)\}\)', source, re.DOTALL):
            keys += [prefix + name for name in re.findall(r'"(\w+)"', names)]
        self.assertEqual(len(keys), 11)
        self.write("states.json", json.dumps({
            "states": ["a", "b"], "schemas": {"prefix": True}, "predicate": {"name": "at_least", "states": 2}}))
        found = json.loads(self.succeeds("policy", "states.json", "--json").stdout)
        for key in [*keys, *found, *found["schemas"][0]]:
            if key != "predicate":
                self.assertTrue(re.search(rf"^\|.*`{key}`", page, re.MULTILINE), key)


if __name__ == "__main__":
    main()
