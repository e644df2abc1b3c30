"""One thing changed in the books of a real statement, or on its paper: that is found, nothing else is, and the rest is explained."""

from collections import Counter
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from random import Random

import pytest

from reconciliation.printed.statement import Integrity
from reconciliation.verification import verify
from reconciliation.verification.books import AccountBooks
from reconciliation.verification.verdict import StatementVerdict
from tests.verdicts.planting.choosing import rows_for
from tests.verdicts.planting.ground import Ground, grounds, in_three, with_lags
from tests.verdicts.planting.kinds import Finding, Kind
from tests.verdicts.planting.table import KINDS

LEAST = {"at once": 3, "with lags": 3, "over three statements": 1}
"""Statements that a change must have been planted in, at the least: many have no row in which it means one thing only."""
TOO_SHORT = ("entered twice, later", "over three statements")
"""A third of a month has no room for twelve days and the days in which an entry may still be on its way."""
ROWS = 2
VARIANTS = tuple(LEAST)

pytestmark = [pytest.mark.shared, pytest.mark.skipif(not list(grounds()), reason="the shared data is not beside the project")]


@lru_cache
def grounds_of(variant: str) -> list[Ground]:
    problems = list(grounds())
    if variant == "at once":
        return problems
    lagged = [(ground, Random(ground.name)) for ground in problems]  # noqa: S311  the same lags each time
    if variant == "with lags":
        return [with_lags(ground, chance) for ground, chance in lagged]
    return [with_lags(in_three(ground), chance) for ground, chance in lagged if len({line.date for line in ground.lines}) > 5]


def verdicts(ground: Ground, other: AccountBooks | None = None) -> list[StatementVerdict]:
    books = [ground.books, *([other] if other else [])]
    return verify(books, ground.papers, chosen=dict.fromkeys(range(len(ground.papers)), "a"))


@pytest.mark.parametrize("variant", VARIANTS)
def test_books_that_agree_are_matched(variant: str) -> None:
    wrong = [
        (ground.name, results)
        for ground in grounds_of(variant)
        if set(results := [str(v.verdict) for v in verdicts(ground)]) != {"matched"}
    ]

    assert wrong == []
    assert len(grounds_of(variant)) >= 10


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_one_change_is_found_and_nothing_else_is(kind: Kind, variant: str) -> None:
    planted, wrong = 0, []
    for ground in grounds_of(variant):
        rows = rows_for(ground, kind.plant, Random(f"{ground.name} {kind.name}"), ROWS)  # noqa: S311  the same rows each time
        planted += bool(rows)
        for row in rows:
            spoiled, finding = kind.plant(ground, row)
            elsewhere = (
                replace(ground.books, id="b", name="Another", entries=(ground.entry(row),)) if kind.name == "wrong account" else None
            )
            wrong += [(ground.name, row, fault) for fault in faults(spoiled, ground.home(row)[0], finding, verdicts(spoiled, elsewhere))]

    assert wrong == []
    assert planted >= LEAST[variant] or (kind.name, variant) == TOO_SHORT


def faults(ground: Ground, paper: int, finding: Finding, results: list[StatementVerdict]) -> list[str]:
    """Return the differences between the answer and the finding, in words."""
    here = results[paper]
    first = sum(len(one.lines) for one in ground.papers[:paper])
    any_kind = {entry for entry, kind in finding.missing if kind == "any"}
    missing = {(item.transaction, "any" if item.transaction in any_kind else item.proof or item.kind) for item in here.missing}
    came = {
        "verdict": str(here.verdict),
        "new": {first + item.line for item in here.new},
        "missing": {(entry, kind) for entry, kind in missing if kind != "cleared_later"},
        "differing": {(item.transaction, item.kind) for item in here.differing},
        "asked lines": {first + line for item in here.ambiguous for line in item.lines},
        "asked": {entry for item in here.ambiguous for entry in item.transactions},
    }
    due = {
        "verdict": finding.verdict,
        "new": set(finding.new),
        "missing": set(finding.missing),
        "differing": set(finding.differing),
        "asked lines": set(finding.asked_lines),
        "asked": set(finding.asked),
    }
    problems = [f"{name}: {came[name]}, not {due[name]} {here.reasons}" for name in due if came[name] != due[name]]
    if not any_kind and set(here.reasons) != finding.reasons:
        problems.append(f"reasons: {here.reasons}, not {sorted(finding.reasons)}")
    return problems + _not_explained(finding, here, results, paper)


def _not_explained(finding: Finding, here: StatementVerdict, results: list[StatementVerdict], paper: int) -> list[str]:
    """Every bridge closes, and only a paper that does not add up leaves something unexplained."""
    problems = [f"bridge of {place}" for place, one in enumerate(results) if one.bridge is None or not one.bridge.closes]
    problems += [f"unexplained in {place}" for place, one in enumerate(results) if place != paper and one.bridge and one.bridge.unexplained]
    if here.bridge and (here.bridge.unexplained, here.bridge.opening) != (finding.unexplained, finding.opening):
        problems.append(f"unexplained {here.bridge.unexplained}, opening {here.bridge.opening}")
    return problems


@pytest.mark.parametrize(
    "tampering",
    [
        {"integrity": Integrity(holds=False)},
        {"integrity": Integrity(holds=None)},
        {"integrity": Integrity(holds=True, difference=Decimal("0.01"))},
        {"integrity": Integrity(holds=True, first_break=0)},
        {"flags": ("page_unread",)},
        {"flags": ("figures_unaccounted",)},
        {"opening_balance": None},
        {"closing_balance": None},
    ],
    ids=str,
)
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_paper_that_is_tampered_with_or_unproved_is_never_matched(tampering: dict[str, object], variant: str) -> None:
    results: Counter[str] = Counter()
    for ground in grounds_of(variant):
        for place in range(len(ground.papers)):
            spoiled = ground.with_paper(place, **tampering)
            if "opening_balance" in tampering and place:
                continue  # the adjoining closing replaces it
            results[str(verdicts(spoiled)[place].verdict)] += 1

    assert results["matched"] == 0
    assert results["partial"] > 0
