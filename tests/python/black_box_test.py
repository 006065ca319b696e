"""The adversary who has nothing but the program: runs it thousands of times on every table that could be the secret
one, counts what comes out, and asks of each release how often a person had each value in the tables that gave it.

No share may lie above 1/l by more than chance explains. This can refute, not prove: the proofs and the exact
enumerations are elsewhere (docs/algorithms/local.md). It sees the whole way instead, from the bytes of a CSV file and
the system's coins to the bytes of the released files, and it does refute what leaks: gda."""

import collections
import csv
import itertools
import math
import subprocess
from concurrent.futures import ThreadPoolExecutor

import overt
from package import PackageTest, command, main

AGES = [20, 31, 33, 47, 58, 62]
# The chance that a method that keeps its promise is called broken, in the whole test.
ERROR = 1e-6
FEWEST = 40  # runs that gave a release before anything is said of it


def tables(values):
    return sorted(set(itertools.permutations(values)))


def seen(quasi, sensitive):
    """What everybody sees of a release in the anatomy form: who stands in which group, and the group's values."""
    members, counts = collections.defaultdict(list), collections.defaultdict(list)
    for group, age in quasi:
        members[group].append(int(age))
    for group, value, count in sensitive:
        counts[group].append((value, int(count)))
    return tuple(sorted((tuple(sorted(members[group])), tuple(sorted(counts[group]))) for group in members))


def above(count, runs, share):
    """At least the probability of so many successes or more, if each comes with this probability."""
    logs = [math.lgamma(runs + 1) - math.lgamma(k + 1) - math.lgamma(runs - k + 1)
            + k * math.log(share) + (runs - k) * math.log1p(-share) for k in range(count, runs + 1)]
    return min(1.0, sum(map(math.exp, logs)) * (1 + 1e-9))


class Adversary:
    def __init__(self, l):
        self.l = l
        self.found = collections.defaultdict(collections.Counter)  # release -> table -> runs

    def look(self, table, release):
        self.found[release][table] += 1

    def findings(self):
        """Of every release that came often enough: the share, and whether chance explains that it is so large."""
        asked = []
        for release, of_tables in self.found.items():
            runs = sum(of_tables.values())
            if runs < FEWEST:
                continue
            shares = collections.Counter()
            for table, times in of_tables.items():
                for person, value in enumerate(table):
                    shares[person, value] += times
            asked += [(count, runs) for count in shares.values()]
        return [(count / runs, count * self.l > runs and above(count, runs, 1 / self.l) < ERROR / len(asked))
                for count, runs in asked]


class BlackBox(PackageTest):
    def judge(self, adversary, name):
        findings = adversary.findings()
        largest = max(share for share, _ in findings)
        broken = sum(refuted for _, refuted in findings)
        print(f"{name}: {len(adversary.found)} releases, {len(findings)} shares, the largest {largest:.3f}, "
              f"{broken} that chance does not explain")
        self.assertGreater(len(findings), 20)
        return broken

    def in_process(self, values, l, runs, **job):
        adversary = Adversary(l)
        for table in tables(values):
            people = {"age": AGES[:len(values)], "condition": list(table)}
            for _ in range(runs):
                released = overt.release(people, quasi_identifying="age", sensitive="condition", l=l, form="anatomy",
                                         progress=False, **job)
                parts = {name: [tuple(str(cell) for cell in row.values()) for row in part.to_arrow().to_pylist()]
                         for name, part in released.tables.items()}
                adversary.look(table, seen(parts["quasi"], parts["sensitive"]))
        return adversary

    def by_command(self, values, l, runs, *flags):
        adversary = Adversary(l)

        def run(task):
            number, table = task
            name = f"{''.join(table)}.csv"
            out = self.folder / f"{number}-{name}"
            subprocess.run([command(), "release", name, "--quasi", "age", "--sensitive", "condition", "--l", str(l),
                            "--form", "anatomy", "--out", out.name, "--quiet", *flags],
                           cwd=self.folder, check=True, timeout=600)
            parts = []
            for part in ["quasi", "sensitive"]:
                with open(out / f"{part}.csv", newline="") as file:
                    parts.append(list(csv.reader(file))[1:])
            for file in out.iterdir():
                file.unlink()
            out.rmdir()
            return table, seen(*parts)

        for table in tables(values):
            self.write(f"{''.join(table)}.csv", "age,condition\n" + "".join(
                f"{age},{value}\n" for age, value in zip(AGES, table)))
        with ThreadPoolExecutor(2) as pool:
            for table, release in pool.map(run, [(i, table) for table in tables(values) for i in range(runs)]):
                adversary.look(table, release)
        return adversary

    def test_the_command(self):
        self.assertEqual(self.judge(self.by_command("aabc", 2, 400), "local, 4 records"), 0)

    def test_local_where_it_needs_its_veil(self):
        for tree in ["steered", "plain"]:
            adversary = self.in_process("aabcde", 2, 250, tree=tree)
            self.assertEqual(self.judge(adversary, f"local, {tree}, 6 records"), 0)

    def test_rda(self):
        self.assertEqual(self.judge(self.in_process("aabbc", 2, 250, method="rda"), "rda, 5 records"), 0)

    def test_what_leaks_is_found(self):
        self.assertGreater(self.judge(self.in_process("aabbc", 2, 50, method="gda"), "gda, 5 records"), 0)


if __name__ == "__main__":
    main()
