"""Random months: a file proves what its bank wrote, and one changed cent is found, in the file itself or beside the other one."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from reconciliation.electronic.reader import open_file, read_electronic
from reconciliation.printed.statement import PrintedStatement
from reconciliation.verification.chain import chain_of, repeats_among, span_of
from tests.electronic.writing import camt_of, csv_of, mt940_of, ofx_of
from tests.pipeline.papers import Paper

CENT = Decimal("0.01")
WRITERS = {"camt": camt_of, "csv": csv_of, "mt940": mt940_of, "ofx": ofx_of}
amounts = st.decimals(min_value=-9_999, max_value=9_999, places=2).filter(bool)
texts = st.sampled_from(("Rent", "Salary", "Tea & cake", "Stra\N{LATIN SMALL LETTER SHARP S}e"))
rows = st.lists(st.tuples(st.integers(1, 31), texts, amounts))
months = st.builds(
    lambda opening, found: Paper(opening=str(opening), rows=[(day, text, str(amount)) for day, text, amount in sorted(found)]),
    st.decimals(min_value=-99_999, max_value=99_999, places=2),
    rows.filter(len),
)


def read(content: bytes) -> PrintedStatement:
    [statement] = read_electronic(open_file(content, today=dt.date(2026, 6, 1), most_pages=500)).statements
    return statement


def with_other_cent(paper: Paper, place: int, *, balanced: bool) -> Paper:
    """The month with a cent more on one row. Its closing balance follows, or is the old one."""
    day, text, amount = paper.rows[place]
    changed = [*paper.rows[:place], (day, text, str(Decimal(amount) + CENT)), *paper.rows[place + 1 :]]
    return replace(paper, rows=changed, closing=None if balanced else str(paper.closing_balance))


@given(months)
def test_every_format_has_the_same_rows(paper: Paper) -> None:
    expected = [(paper.first.replace(day=day), Decimal(amount), text) for day, text, amount in paper.rows]

    for write in WRITERS.values():
        assert [(line.date, line.amount, line.description) for line in read(write(paper)).lines] == expected


@given(months)
def test_both_balances_prove_every_month(paper: Paper) -> None:
    for write in (camt_of, mt940_of):
        statement = read(write(paper))
        assert statement.integrity.holds is True
        assert (statement.period_start, statement.period_end) == (paper.first, paper.last)


@given(months, st.data())
def test_a_cent_that_the_balances_do_not_know_is_found_in_the_file(paper: Paper, data: st.DataObject) -> None:
    changed = with_other_cent(paper, data.draw(st.integers(0, len(paper.rows) - 1)), balanced=False)

    for write in (camt_of, mt940_of):
        assert read(write(changed)).integrity.holds is False


@given(months, st.data())
def test_a_cent_on_a_running_balance_is_found_in_the_table(paper: Paper, data: st.DataObject) -> None:
    assume(paper.rows[0][0] != paper.rows[-1][0])  # else the newest row may be the first one
    lines = csv_of(paper).decode().splitlines()
    place = data.draw(st.integers(1, len(lines) - 1))
    before, _, balance = lines[place].rpartition(",")
    lines[place] = f"{before},{Decimal(balance) + CENT}"

    assert read("\n".join(lines).encode()).integrity.holds is False


@pytest.mark.parametrize("name", sorted(WRITERS))
@given(paper=months, data=st.data())
def test_a_cent_between_two_documents_of_one_month_is_a_contradiction(name: str, paper: Paper, data: st.DataObject) -> None:
    other = with_other_cent(paper, data.draw(st.integers(0, len(paper.rows) - 1)), balanced=True)

    for first, second in ((paper, other), (other, paper), (paper, paper)):
        found = [read(camt_of(first)), replace(read(WRITERS[name](second)), period_start=paper.first, period_end=paper.last)]
        spans = [span for index, statement in enumerate(found) if (span := span_of(index, statement)) is not None]
        repeats = repeats_among(spans, chain_of(spans), (), {})
        assert (repeats.same_as, repeats.contradicts) == (({1: 0}, {}) if first == second else ({}, {1: 0}))
