"""Properties of every verdict, for any statements and books."""

import datetime as dt
from collections import Counter
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reconciliation.printed.statement import Integrity, PrintedLine, PrintedStatement
from reconciliation.verification import verify
from reconciliation.verification.books import AccountBooks, BookEntry
from reconciliation.verification.verdict import StatementVerdict, Verdict

FIRST, LAST = dt.date(2025, 12, 10), dt.date(2026, 3, 20)
days = st.dates(FIRST, LAST)
amounts = st.sampled_from([Decimal(text) for text in ("-20.00", "20.00", "-50.00", "30.00", "-70.00", "10.00", "-0.01")])
texts = st.sampled_from(
    ("", "PAYMENT", "Fenwick", "FENWICK 221", "Marigold", "Cheque 101", "CHQ 000101", "ACCOUNT FEE", "slip 731", "DEPOSIT 000731")
)

lines = st.builds(PrintedLine, date=days | st.none(), description=texts, amount=amounts | st.just(Decimal("0.00")))
balances = st.none() | st.sampled_from([Decimal(text) for text in ("0.00", "1000.00", "980.00", "-20.00")])
statements = st.builds(
    PrintedStatement,
    currency=st.sampled_from(("EUR", "EUR", None)),
    period_start=st.sampled_from((dt.date(2026, 1, 1), dt.date(2026, 2, 1), None)),
    period_end=st.sampled_from((dt.date(2026, 1, 31), dt.date(2026, 2, 28), None)),
    opening_balance=balances,
    closing_balance=balances,
    integrity=st.sampled_from((True, True, False, None)).flatmap(
        lambda holds: st.builds(Integrity, holds=st.just(holds), rows_follow=st.booleans() if holds is None else st.just(value=False))
    ),
    lines=st.lists(lines, max_size=5).map(tuple),
    flags=st.sampled_from(((), (), ("page_unread",), ("something_else",))),
)


@st.composite
def ledgers(draw: st.DrawFn) -> AccountBooks:
    rows = draw(
        st.lists(st.tuples(days, amounts, texts, st.sampled_from(("posted", "posted", "pending", "void")), st.booleans()), max_size=6)
    )
    entries = tuple(
        BookEntry(
            id=f"t{place}",
            date=date,
            amount=amount,
            description=text,
            status=status,
            brought_forward=early,
            reversal_of=f"t{place - 1}" if place and early else None,
        )
        for place, (date, amount, text, status, early) in enumerate(rows)
    )
    opening = draw(balances)
    return AccountBooks(
        id="a", name="A", kind=draw(st.sampled_from(("checking", "credit_card"))), currency="EUR", opening_balance=opening,
        opening_date=draw(st.sampled_from((dt.date(2025, 12, 1), dt.date(2026, 1, 1)))), entries=entries,
    )  # fmt: skip


@pytest.mark.slow
@settings(max_examples=300)
@given(ledgers(), st.lists(statements, max_size=3))
def test_the_lists_and_the_bridge_hold_of_whatever_is_printed(books: AccountBooks, papers: list[PrintedStatement]) -> None:
    for paper, verdict in zip(papers, verify([books], papers), strict=True):
        if verdict.verdict is not Verdict.UNVERIFIABLE:
            _every_line_stands_in_one_place(paper, verdict)
            _no_entry_stands_in_two_places(books, verdict)
            _the_bridge_closes(paper, verdict)
        _matched_means_proved(paper, verdict)


def _every_line_stands_in_one_place(paper: PrintedStatement, verdict: StatementVerdict) -> None:
    """A statement that repeats or contradicts an earlier one is compared with nothing."""
    told = [item.line for items in (verdict.matched, verdict.new, verdict.differing) for item in items]
    told += [line for item in verdict.ambiguous for line in item.lines]
    told += verdict.zero_lines
    repeats = verdict.same_as is not None or (verdict.contradicts and verdict.reasons == ("overlaps",) and not told)
    assert sorted(told) == ([] if repeats else list(range(len(paper.lines))))
    assert not any(paper.lines[line].amount for line in verdict.zero_lines)


def _no_entry_stands_in_two_places(books: AccountBooks, verdict: StatementVerdict) -> None:
    cleared = {(item.transactions, entry) for item in verdict.matched for entry in item.transactions}
    told = Counter(entry for _, entry in cleared)
    told += Counter(item.transaction for items in (verdict.missing, verdict.differing) for item in items)
    told += Counter(entry for item in verdict.ambiguous for entry in item.transactions)
    assert set(told.values()) <= {1}
    assert set(told) <= {entry.id for entry in books.entries if entry.status == "posted"}


def _the_bridge_closes(paper: PrintedStatement, verdict: StatementVerdict) -> None:
    bridge = verdict.bridge
    known = None not in (paper.closing_balance, verdict.opening_balance.ledger, verdict.closing_balance.books)
    if bridge is None:
        assert not known or paper.opening_balance is None
        return
    assert bridge.closes
    assert bridge.ledger_closing == verdict.closing_balance.books
    assert bridge.statement_closing == paper.closing_balance
    if paper.integrity.holds and "integrity_failed" not in verdict.reasons:
        assert bridge.unexplained == 0


def _matched_means_proved(paper: PrintedStatement, verdict: StatementVerdict) -> None:
    if verdict.verdict is not Verdict.MATCHED:
        assert verdict.reasons
        return
    assert set(verdict.reasons) <= {"chain_gap"}
    assert not verdict.new
    assert not verdict.differing
    assert not verdict.ambiguous
    assert all(item.proof for item in verdict.missing)
    assert verdict.closing_balance.statement == verdict.closing_balance.ledger
    assert verdict.opening_balance.statement in (verdict.opening_balance.ledger, None)
    assert not paper.flags


@pytest.mark.slow
@settings(max_examples=200)
@given(st.lists(st.tuples(st.dates(dt.date(2026, 1, 1), dt.date(2026, 1, 20)), amounts, texts), min_size=1, max_size=5), st.data())
def test_one_planted_fault_is_never_matched(rows: list[tuple[dt.date, Decimal, str]], data: st.DataObject) -> None:
    entries = [BookEntry(id=f"t{place}", date=date, amount=amount, description=text) for place, (date, amount, text) in enumerate(rows)]
    total = sum((amount for _, amount, _ in rows), Decimal(0))
    printed = tuple(PrintedLine(date=date, amount=amount, description=text) for date, amount, text in rows)
    paper = PrintedStatement(
        period_start=dt.date(2026, 1, 1), period_end=dt.date(2026, 1, 31), opening_balance=Decimal(1000), closing_balance=1000 + total,
        integrity=Integrity(holds=True), lines=printed,
    )  # fmt: skip
    fault = data.draw(st.sampled_from(("removed", "added", "cent", "sign", "doubled", "opening")))
    opening = Decimal(1000) + (fault == "opening")
    place = data.draw(st.integers(0, len(entries) - 1))

    spoiled = tuple(_spoil(entries, place, fault))
    ledger = AccountBooks(
        id="a", name="A", kind="checking", currency="EUR", opening_balance=opening, opening_date=dt.date(2026, 1, 1), entries=spoiled
    )

    assert verify([ledger], [paper])[0].verdict is not Verdict.MATCHED


def _spoil(entries: list[BookEntry], place: int, fault: str) -> list[BookEntry]:
    row = entries[place]
    others = entries[:place] + entries[place + 1 :]
    return {
        "removed": others,
        "added": [*entries, replace(row, id="x", amount=Decimal("-37.91"), description="Entry")],
        "cent": [*others, replace(row, amount=row.amount + Decimal("0.01"))],
        "sign": [*others, replace(row, amount=-row.amount)],
        "doubled": [*entries, replace(row, id="x")],
        "opening": entries,
    }[fault]
