"""Amendment 6: which papers are the same statement again, and which contradict another paper of their days."""

from collections import Counter
from typing import Any

from tests.verdicts.law.case import Case, Days, certain_papers, chain_of

Links = frozenset[tuple[str, int, int]]
"""("same_as", copy, first) and ("contradicts", one, other), the latter both ways."""


def links_by_law(case: Case) -> Links:
    """Return the links of papers in order of arrival, those that count before all others: each is a copy of the first equal one, or
    contradicts the first of its days."""
    links: set[tuple[str, int, int]] = set()
    firsts: list[Days] = []
    counting = {days.paper for days in chain_of(case)}
    for days in sorted(certain_papers(case), key=lambda days: (days.paper not in counting, days.paper)):
        of_its_days = [first for first in firsts if (first.first, first.last) == (days.first, days.last)]
        same = [first for first in of_its_days if _agree(_facts(case, first), _facts(case, days))]
        if same:
            links.add(("same_as", days.paper, same[0].paper))
            continue
        if of_its_days:
            links |= {("contradicts", days.paper, of_its_days[0].paper), ("contradicts", of_its_days[0].paper, days.paper)}
        firsts.append(days)
    return frozenset(links)


def _agree(ours: tuple[Any, ...], theirs: tuple[Any, ...]) -> bool:
    """A balance that one of them does not print is no difference."""
    return all(None in both or both[0] == both[1] for both in zip(ours, theirs, strict=True))


def _facts(case: Case, days: Days) -> tuple[Any, ...]:
    paper = case.papers[days.paper]
    rows = Counter((line.date, line.amount) for line in case.lines if line.paper == days.paper and line.amount)
    return paper.opening, paper.closing, rows


def links_of(answers: list[dict[str, Any]]) -> Links:
    """The links in the verifier's answers."""
    same = {("same_as", place, each["same_as"]) for place, each in enumerate(answers) if each["same_as"] is not None}
    other = {("contradicts", place, link["statement"]) for place, each in enumerate(answers) for link in each["contradicts"]}
    return frozenset(same | other)
