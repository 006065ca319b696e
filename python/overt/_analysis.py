"""attack, explain, views, policy: what an adversary who knows the algorithm learns."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any

from . import _overt
from ._input import Inputs, is_folder, is_path
from ._job import base_of, fraction, job_of, small_text, toml
from ._progress import watched
from ._release import FOLDER, NotReleasable, Release
from ._results import Attack, Explanation, Policy, Views
from ._tables import inputs_of


def _problem_text(problem: Any) -> str:
    """A problem as JSON: a dict, or a file."""
    if isinstance(problem, Mapping):
        try:
            return json.dumps(problem, ensure_ascii=False)
        except RecursionError:
            raise ValueError("the problem: nested too deeply") from None
    if not is_path(problem):
        raise TypeError(f"expected a problem (a dict, or the path of a JSON file), not {type(problem).__name__}")
    return small_text(problem)


def _jumps(jump: Any) -> tuple[list[int], bool]:
    """Jumps of k_jump, and whether all of them are asked for."""
    if jump is None or jump == "all":
        return [], jump == "all"
    return ([int(one) for one in jump] if isinstance(jump, Sequence) else [int(jump)]), False


def explain(
    problem: Any,
    *,
    strategy: str | None = None,
    jump: Any = None,
    tables: str | None = None,
    family: bool = False,
    limit: int | None = None,
    progress: bool = True,
) -> Explanation:
    """Walks a strategy over the generalizations of a small problem (docs/concepts/disclosure_sets.md).

    ``problem`` is a dict or a JSON file. ``jump`` is for k_jump: 2, [1, 2, 1] or "all"; ``tables="all"``
    runs every table with the same values; ``family`` asks about a set of partitions instead.

    >>> import overt
    >>> problem = {"values": ["flu", "cold", "cold", "flu"], "property": {"name": "highest_ratio", "max": "1/2"},
    ...            "generalizations": [[[0, 1], [2, 3]], [[0, 1, 2, 3]]]}
    >>> overt.explain(problem, strategy="safe").released
    1
    """
    text = _problem_text(problem)
    with watched(progress) as tick:
        if family:
            if any(one is not None for one in (strategy, jump, tables, limit)):
                raise ValueError("family: a set of partitions has no strategy; leave strategy, jump, tables and "
                                 "limit out")
            return Explanation(_overt.explain_family(text, tick))
        if tables not in (None, "all"):
            raise ValueError("tables: expected all")
        jumps, every = _jumps(jump)
        return Explanation(_overt.explain(text, strategy, jumps, every, tables is not None,
                                          _overt.WORK_LIMIT if limit is None else limit, tick))


def attack(
    target: Any = None,
    *,
    method: str | None = None,
    tree: str | None = None,
    leaves: str | None = None,
    strategy: str | None = None,
    jump: Any = None,
    released: int | None = None,
    job: str | os.PathLike[str] | Mapping[str, Any] | None = None,
    quasi_identifying: str | Sequence[str] | None = None,
    sensitive: str | Sequence[str] | None = None,
    identifying: str | Sequence[str] | None = None,
    insensitive: str | Sequence[str] | None = None,
    l: int | None = None,
    k: int | None = None,
    max: Any = None,
    beta: Any = None,
    beta_enhanced: Any = None,
    band: Mapping[str, Any] | None = None,
    category: Mapping[str, int | Sequence[int]] | None = None,
    property: str | Mapping[str, Any] | None = None,
    weights: Mapping[str, int] | None = None,
    hierarchies: Mapping[str, Any] | None = None,
    generalize: Mapping[str, Any] | None = None,
    order: str | None = None,
    suppress: int | None = None,
    missing: str | Sequence[str] | None = None,
    missing_sensitive: str | None = None,
    columns: Mapping[str, Any] | None = None,
    decimal: str | None = None,
    delimiter: str | None = None,
    encoding: str | None = None,
    header: bool | None = None,
    chains: int = 4,
    sweeps: int = 2000,
    seed: int | None = None,
    worst: int = 10,
    limit: int | None = None,
    learning: bool = False,
    against: Any = None,
    groups: str | os.PathLike[str] | None = None,
    progress: bool = True,
) -> Attack:
    """What an adversary who knows the strategy or the method learns (docs/attack_model.md).

    One of four, as on the command line. A *problem* (a dict or a JSON file) with a strategy. A small
    *table* with ``method``: one of our own methods, rerun on every arrangement of the sensitive values,
    against ``l`` or a promise made of caps (``max``, ``beta`` and so on).
    A *table* with roles or a ``job``: what an optimal, unprotected full-domain release of it would give
    away, exact or estimated. ``breaks`` says whether the promise is broken. A *release* with
    ``learning`` and the table that it was made from (``against``): how many people somebody guesses right
    who learns from it how public columns and values go together (docs/concepts/learning.md); ``groups``
    is the file of the release's ``keep_groups``, which says who stands in which group, and
    ``sensitive`` the column that is attacked, if there are several.

    >>> import overt
    >>> table = {"age": [1, 2, 3, 4, 5], "illness": ["flu", "flu", "cold", "cold", "ulcer"]}
    >>> overt.attack(table, method="gda", quasi_identifying="age", sensitive="illness", l=2).breaks
    True
    >>> overt.attack(table, method="rda", quasi_identifying="age", sensitive="illness", l=2).breaks
    False
    """
    work = _overt.WORK_LIMIT if limit is None else limit
    roles = (quasi_identifying, sensitive, identifying, insensitive)
    caps = {"k": k, "max": max, "beta": beta, "beta_enhanced": beta_enhanced, "band": band, "category": category}
    if learning or against is not None or groups is not None:
        others = (quasi_identifying, identifying, insensitive, method, tree, leaves, strategy, jump, released, job, l, *caps.values(), property, weights,
                  hierarchies, generalize, order, suppress, missing, missing_sensitive, columns, limit)
        if not learning or against is None:
            raise ValueError("learning and against go together, and groups with them: a release, and the table that it "
                             "was made from")
        if any(one is not None for one in others):
            raise ValueError("learning attacks a release, whose certificate says it all: there is no strategy, method, "
                             "job, l or role but sensitive")
        if sensitive is not None and not isinstance(sensitive, str):
            raise ValueError("sensitive: one column is attacked at a time")
        inputs, folder = inputs_of(target)
        name = inputs.add(against, delimiter, header, encoding)
        with watched(progress) as tick:
            return Attack(_overt.attack_learning(inputs.files, folder, name, None if groups is None else os.fspath(groups), sensitive,
                                                 1 if seed is None else seed, tick))
    if method is None and job is None and all(role is None for role in roles):
        jumps, every = _jumps(jump)
        if every or released == 0:
            raise ValueError("jump: expected jumps of k_jump" if every else "released: steps count from 1")
        text = _problem_text(target)
        with watched(progress) as tick:
            return Attack(_overt.attack_problem(text, strategy, jumps, released or 0, work, tick))
    if strategy not in (None, _overt.UNPROTECTED_STRATEGY) or jump is not None or released is not None:
        raise ValueError("a table is attacked as naive releases it, or with method as that does: there is no other "
                         "strategy, no jump, no released")
    inputs = Inputs()
    steps = {key: value for key, value in (("order", order), ("suppress", suppress)) if value is not None}
    asked = job_of(job, quasi_identifying=quasi_identifying, sensitive=sensitive, identifying=identifying,
                   insensitive=insensitive, l=l, **caps, property=property, weights=weights, generalize=generalize,
                   hierarchies=inputs.add_hierarchies(hierarchies), missing=missing, columns=columns,
                   decimal=decimal, missing_sensitive=missing_sensitive, strategy=steps or None, method=method,
                   tree=tree, leaves=leaves)
    given = asked.get("input") if target is None else target
    if given is None:
        raise ValueError("target: the table to attack is missing")
    asked["input"] = inputs.add(given, delimiter or asked.pop("delimiter", None),
                                asked.pop("header", None) if header is None else header,
                                encoding or asked.pop("encoding", None))
    with watched(progress) as tick:
        if method is not None:
            return Attack(_overt.attack_method(inputs.files, toml(asked), tick))
        if not 2 <= chains <= 64:
            raise ValueError("chains: expected a number from 2 to 64")
        if not 100 <= sweeps <= 100_000_000:
            raise ValueError("sweeps: expected a number from 100 to 100000000")
        return Attack(_overt.attack_table(inputs.files, toml(asked), work, chains, sweeps, seed, worst, tick))


def views(
    disclosures: Any,
    *,
    gamma: Any,
    table: Any = None,
    sensitive: str | None = None,
    sample: bool = False,
    eps: float = 0.05,
    theta: float = 0.95,
    limit: int | None = None,
    missing: str | Sequence[str] | None = None,
    columns: Mapping[str, Any] | None = None,
    decimal: str | None = None,
    progress: bool = True,
) -> Views:
    """Several disclosures of one table: is it still gamma-private (docs/concepts/views.md)? Custodian only.

    ``disclosures`` is a problem (a dict or a JSON file), a job with conditions (a TOML file), a Release in
    the anatomy form or its folder; or conditions by name on a ``table`` with its ``sensitive`` column.

    >>> import overt
    >>> table = {"age": [25, 35, 45], "illness": ["flu", "cold", "flu"]}
    >>> found = overt.views({"young": "age < 40", "all": "age > 0"}, table=table, sensitive="illness", gamma="1/2")
    >>> found.verdict, found.worst
    ('fails', {'record': '3', 'value': 'flu', 'share': '1'})
    """
    inputs = Inputs()
    kind = "problem"
    if isinstance(disclosures, Release):
        inputs, kind, text = Inputs(disclosures._files), "release", FOLDER
    elif table is not None:
        asked = job_of(sensitive=sensitive, missing=missing, columns=columns, decimal=decimal, disclosure=[
            {"name": str(name), "where": where} for name, where in dict(disclosures).items()])
        asked["input"] = inputs.add(table)
        kind, text = "job", toml(asked)
    elif is_folder(disclosures):
        kind, text = "release", os.fspath(disclosures)
    else:
        text = _problem_text(disclosures)
        if is_path(disclosures) and not text.lstrip("\ufeff \t\r\n").startswith("{"):
            asked = base_of(disclosures)
            if "input" not in asked:
                raise ValueError(f"{disclosures}: input is missing")
            asked["input"] = inputs.add(asked["input"], asked.pop("delimiter", None), asked.pop("header", None),
                                        asked.pop("encoding", None))
            kind, text = "job", toml(asked)
    with watched(progress) as tick:
        return Views(*_overt.views(inputs.files, kind, text, fraction(gamma), sample, eps, theta,
                                   _overt.VIEWS_WORK_LIMIT if limit is None else limit, tick))


def policy(
    problem: Any = None,
    *,
    states: Any = None,
    column: str | None = None,
    prefix: bool = False,
    hierarchy: Any = None,
    tag: str | None = None,
    weight: str | None = None,
    at_least: int | None = None,
    distinct_tags: int | None = None,
    total_weight: Any = None,
    highest_ratio: Any = None,
    method: str = "forward",
    improve: bool = False,
    limit: int | None = None,
    missing: str | Sequence[str] | None = None,
    columns: Mapping[str, Any] | None = None,
    decimal: str | None = None,
    delimiter: str | None = None,
    encoding: str | None = None,
    header: bool | None = None,
    progress: bool = True,
) -> Policy:
    """What may be said about a secret, state by state (docs/concepts/policies.md).

    Either a ``problem`` (a dict or a JSON file), or ``states``: a table and its ``column``, with schemas by
    ``prefix`` or by a ``hierarchy`` (a file or rows), and one predicate (``at_least`` and so on). Raises
    NotReleasable when there is no safe function.

    >>> import overt
    >>> found = overt.policy(states={"zip": ["1010", "1011", "1020", "1100"]}, column="zip", prefix=True, at_least=2)
    >>> dict(zip(found.states, found.blocks)), found.safe
    ({'1010': '101*', '1011': '101*', '1020': '1*', '1100': '1*'}, True)
    """
    work = _overt.POLICY_WORK_LIMIT if limit is None else limit
    predicates = {name: bound for name, bound in (("at_least", at_least), ("distinct_tags", distinct_tags),
                                                  ("total_weight", total_weight), ("highest_ratio", highest_ratio))
                  if bound is not None}
    if states is None:
        if problem is None:
            raise ValueError("a problem is required, or states")
        if predicates or column or prefix or hierarchy is not None or tag or weight or missing or columns:
            raise ValueError("a problem says its predicate, schemas and states itself")
        text = _problem_text(problem)
        with watched(progress) as tick:
            refusal, found = _overt.policy_of_problem(text, method, improve, work, tick)
    else:
        if problem is not None:
            raise ValueError("states: the states come from it, or from a problem, not both")
        if column is None:
            raise ValueError("states: needs column, the column of the states")
        if prefix == (hierarchy is not None):
            raise ValueError("states: needs either prefix or hierarchy for the schemas")
        if len(predicates) != 1:
            raise ValueError("states: needs one of at_least, distinct_tags, total_weight, highest_ratio")
        (name, bound), = predicates.items()
        inputs = Inputs()
        levels = None if hierarchy is None else (inputs.add_hierarchies({column: hierarchy}) or {})[column]
        job = job_of(missing=missing, columns=columns, decimal=decimal)
        job["input"] = inputs.add(states, delimiter, header, encoding)
        with watched(progress) as tick:
            refusal, found = _overt.policy_of_table(inputs.files, toml(job), column, tag, weight, levels, name,
                                                    fraction(bound), method, improve, work, tick)
    if refusal is not None:
        raise NotReleasable(refusal)
    return Policy(found)
