"""Overt releases micro-data (one record per person) in groups that show nobody's sensitive value
with more than the certainty that you allow, and knowing the whole algorithm does not help an
adversary past it. Whoever has, or learns from the groups, a view of how public columns go with
the value starts higher and can get past it.

The same verbs, names, options and results as on the command line and in C++:

>>> import overt
>>> people = {"age": [31, 34, 38, 41, 44, 47, 52, 58], "sex": ["F", "M"] * 4,
...           "condition": ["flu", "cold", "ulcer", "flu", "cold", "ulcer", "flu", "cold"]}
>>> released = overt.release(people, quasi_identifying=["age", "sex"], sensitive="condition", l=2, test_seed=1)
>>> released.certificate["largest_share"]
'1/2'

A table is anything that has ``__arrow_c_stream__`` (pandas, polars, duckdb, pyarrow), a dict of
columns, or the path of a CSV or Parquet file. Guide: docs/python.md and docs/tutorial.md.
"""

from ._analysis import attack, explain, policy, views
from ._overt import __version__
from ._release import NotReleasable, Release, Table, release
from ._results import (Answers, Attack, Check, Comparison, Explanation, Inspection, Measures, Policy, Result,
                       Verification, Views)
from ._tables import check, compare, generate, inspect, measure, query, report, verify

__all__ = [
    "Answers", "Attack", "Check", "Comparison", "Explanation", "Inspection", "Measures", "NotReleasable", "Policy",
    "Release", "Result", "Table", "Verification", "Views", "__version__", "attack", "check", "compare", "explain",
    "generate", "inspect", "measure", "policy", "query", "release", "report", "verify", "views",
]
