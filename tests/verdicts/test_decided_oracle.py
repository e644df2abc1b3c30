"""Random decisions never lead to `matched` if brute force over the decisions excludes it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reconciliation.verification import verify
from reconciliation.verification.decisions import (
    BankErred,
    Corrected,
    Excused,
    NamedLine,
    NotAMatch,
    OpeningAdopted,
    PairedRows,
    PersonDecision,
    UndoneEntries,
)
from reconciliation.verification.verdict import StatementVerdict
from tests.verdicts.oracle import Case, may_be_matched
from tests.verdicts.random_cases import books_of, cases, statement_of

READ_SO = Decimal("-21.50")
"""Values that a person gives for a misread line."""
Link = tuple[int, int]
Choice = tuple[str, int, int]
"""Kind; line or entry, by its place in the case; entry, or the other line. Places may lie beyond the case: then nothing is there."""


@st.composite
def decided_cases(draw: st.DrawFn) -> tuple[Case, list[Choice]]:
    """A case and up to four decisions; half of the pairs have equal amounts, as a person's mostly have."""
    case = draw(cases())
    lines, entries = st.integers(0, len(case.lines)), st.integers(0, len(case.entries))
    equal = [(line, entry) for line, one in enumerate(case.lines) for entry, other in enumerate(case.entries) if one.amount == other.amount]
    likely: list[Choice] = [(kind, line, entry) for kind in ("pair", "apart") for line, entry in equal]
    likely += [
        ("undone", one, other)
        for one, entry in enumerate(case.entries)
        for other in range(one)
        if entry.amount == -case.entries[other].amount
    ]
    likely += [("erred", one, other) for one in range(len(case.lines)) for other in range(one) if _cancel(case, one, other)]
    kinds = st.sampled_from(("pair", "apart", "undone", "erred", "excuse", "correct", "opening"))
    anything: st.SearchStrategy[Choice] = st.tuples(kinds, lines, entries)
    choice = st.one_of(st.sampled_from(likely), anything) if likely else anything
    return case, draw(st.lists(choice, max_size=4, unique=True))


def _taken(case: Case, choices: Sequence[Choice]) -> Case:
    """Return the case with the decisions that the law accepts: of existing rows, of equal amounts, and not contradicted by another
    decision."""
    case = _corrected(case, choices)
    pairs = [(line, entry) for line, entry in _links(case, choices, "pair") if case.lines[line].amount == case.entries[entry].amount]
    apart = _links(case, choices, "apart")
    undone = [pair for pair in _two(choices, "undone", len(case.entries)) if _opposite(case, *pair)]
    erred = [pair for pair in _two(choices, "erred", len(case.lines)) if _cancel(case, *pair)]
    settled = Counter([("line", line) for line, _ in pairs] + [("entry", entry) for _, entry in pairs])
    settled += Counter(("entry", half) for pair in undone for half in pair)
    settled += Counter(("line", half) for pair in erred for half in pair)
    errors = [half for pair in erred if all(settled["line", half] == 1 for half in pair) for half in pair]
    return replace(
        case,
        pairs=tuple(link for link in pairs if link not in apart and settled["line", link[0]] == settled["entry", link[1]] == 1),
        apart=frozenset((*(link for link in apart if link not in pairs), *product(errors, range(len(case.entries))))),
        undone=tuple(pair for pair in undone if all(settled["entry", half] == 1 for half in pair)),
    )


def _links(case: Case, choices: Sequence[Choice], kind: str) -> list[Link]:
    return [(line, entry) for each, line, entry in choices if each == kind and line < len(case.lines) and entry < len(case.entries)]


def _two(choices: Sequence[Choice], kind: str, count: int) -> list[Link]:
    """Two different rows of one side."""
    return [(one, other) for each, one, other in choices if each == kind and one != other and max(one, other) < count]


def _corrected(case: Case, choices: Sequence[Choice]) -> Case:
    """An amount that a person put right proves nothing where no running balance is printed. Of two corrections neither counts, and the
    row stays as it was read."""
    times = Counter(line for kind, line, _ in choices if kind == "correct" and line < len(case.lines))
    touched = {case.lines[line].statement for line, count in times.items() if count == 1}
    lines = [replace(line, amount=READ_SO) if times[place] == 1 else line for place, line in enumerate(case.lines)]
    papers = [replace(paper, whole=paper.whole and place not in touched) for place, paper in enumerate(case.papers)]
    return replace(case, lines=tuple(lines), papers=tuple(papers))


def _opposite(case: Case, one: int, other: int) -> bool:
    return case.entries[one].amount == -case.entries[other].amount


def _cancel(case: Case, one: int, other: int) -> bool:
    return case.lines[one].amount == -case.lines[other].amount


def _as_data(case: Case, choices: Sequence[Choice]) -> list[PersonDecision]:
    return [_one(case, choice, f"d{number}") for number, choice in enumerate(choices)]


def _one(case: Case, choice: Choice, name: str) -> PersonDecision:
    kind, first, second = choice
    entry = case.entries[second].id if second < len(case.entries) else "foreign"
    if kind == "undone":
        other = case.entries[first].id if first < len(case.entries) else "foreign"
        return UndoneEntries(id=name, statement=0, entries=(other, entry))
    statement, place = _place(case, first)
    if kind == "erred":
        other_statement, other_place = _place(case, second)
        line, other_line = NamedLine(line=place), NamedLine(line=other_place)
        return BankErred(id=name, statement=statement, line=line, other_statement=other_statement, other=other_line)
    if kind == "correct":
        return Corrected(id=name, statement=statement, line=NamedLine(line=place), amount=READ_SO)
    if kind == "opening":
        return OpeningAdopted(id=name, statement=statement, amount=case.papers[statement].opening)
    kinds: dict[str, type[PairedRows | NotAMatch | Excused]] = {"pair": PairedRows, "apart": NotAMatch, "excuse": Excused}
    return kinds[kind](id=name, statement=statement, lines=(NamedLine(line=place),), entries=(entry,))


def _place(case: Case, line: int) -> tuple[int, int]:
    """The statement of a line and its place there; one that is not there is the hundredth of the first."""
    if line >= len(case.lines):
        return 0, 99
    statement = case.lines[line].statement
    return statement, sum(each.statement == statement for each in case.lines[:line])


@pytest.mark.slow
@settings(max_examples=600, deadline=None)
@given(decided_cases())
def test_no_decision_makes_an_unlawful_match(given_case: tuple[Case, list[Choice]]) -> None:
    case, choices = given_case
    books, papers = [books_of(case)], [statement_of(case, place) for place in range(len(case.papers))]

    verdicts = verify(books, papers, decisions=_as_data(case, choices))

    lawful = _taken(case, choices)
    claimed = {place for place, verdict in enumerate(verdicts) if verdict.verdict == "matched"}
    assert claimed <= {place for place in claimed if may_be_matched(lawful, place)}


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(decided_cases())
def test_a_matched_statement_lists_every_decision_that_it_could_not_do_without(given_case: tuple[Case, list[Choice]]) -> None:
    """A match that needs no decision relies on none."""
    case, choices = given_case
    books, papers = [books_of(case)], [statement_of(case, place) for place in range(len(case.papers))]
    decisions = _as_data(case, choices)

    verdicts, by_itself = verify(books, papers, decisions=decisions), verify(books, papers)

    for left_out in decisions:
        without = verify(books, papers, decisions=[each for each in decisions if each is not left_out])
        for before, after, alone in zip(verdicts, without, by_itself, strict=True):
            if before.verdict == "matched" and "matched" not in (after.verdict, alone.verdict) and left_out.id not in _refused(verdicts):
                assert left_out.id in before.relied_on


def _refused(verdicts: Sequence[StatementVerdict]) -> set[str]:
    return {taken.decision for verdict in verdicts for taken in verdict.decisions if taken.why_not}
