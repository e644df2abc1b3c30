"""The same statement again, and documents that contradict it."""

from decimal import Decimal

import pytest

from finance.models.ledger import STARTED_FROM
from reconciliation.printed.statement import Integrity, PrintedLine, PrintedStatement
from reconciliation.verification import verify
from reconciliation.verification.decisions import Corrected, NamedLine, Reissued
from tests.verdicts.papers import FEBRUARY, books, day, entry, line, statement

RENT = line("01-05", "-250.00", "Rent", balance=Decimal("750.00"))
PAID = line("01-20", "600.00", "Client A", balance=Decimal("1350.00"))
BOOKS = books(entry("t1", "01-04", "-250.00", "Rent"), entry("t2", "01-20", "600.00", "Client A"))
FIRST = statement(RENT, PAID, source="first")


def with_lines(*lines: PrintedLine, **more: object) -> PrintedStatement:
    return statement(*lines, **{"source": "again", **more})  # type: ignore[arg-type]


COPIES = {
    "a second download": with_lines(RENT, PAID),
    "in another order": with_lines(PAID, RENT),
    "other descriptions": with_lines(line("01-05", "-250.00", "RENT 1/26"), line("01-20", "600.00", "C1ient A")),
    "no running balances": with_lines(line("01-05", "-250.00", "Rent"), line("01-20", "600.00", "Client A")),
    "a scan that proves nothing": with_lines(RENT, PAID, holds=None, flags=("page_unread",)),
    "without currency": with_lines(RENT, PAID, currency=None),
    "without its opening balance": with_lines(RENT, PAID, opening=None, closing="1350.00", holds=None),
    "without its closing balance": with_lines(RENT, PAID, closing=None, holds=None),
    "a row of nothing more": with_lines(RENT, PAID, line("01-31", "0.00", "Fee waived")),
}


@pytest.mark.parametrize("again", COPIES.values(), ids=COPIES.keys())
def test_a_copy_is_linked_and_compared_with_nothing(again: PrintedStatement) -> None:
    first, copy = verify([BOOKS], [FIRST, again])

    assert (first.verdict, first.copies, first.contradicts) == ("matched", (1,), ())
    assert (copy.verdict, copy.reasons, copy.same_as, copy.set_aside) == ("partial", ("overlaps",), 0, "copy")
    assert (copy.matched, copy.new, copy.missing, copy.ambiguous, copy.bridge) == ((), (), (), (), None)


OTHERS = {
    "a row less": (with_lines(RENT), ((1,), ())),
    "a row more": (with_lines(RENT, PAID, line("01-21", "-9.00", "Cafe")), ((), (2,))),
    "another amount": (with_lines(RENT, line("01-20", "600.01", "Client A")), ((1,), (1,))),
    "another day": (with_lines(RENT, line("01-21", "600.00", "Client A")), ((1,), (1,))),
    "one of two equal rows": (with_lines(RENT, RENT, PAID), ((), (1,))),
    "another closing balance": (with_lines(RENT, PAID, closing="1350.01"), ((), ())),
    "another running balance": (with_lines(RENT, line("01-20", "600.00", "Client A", balance=Decimal("1350.50"))), ((), ())),
}


@pytest.mark.parametrize(("other", "rows"), OTHERS.values(), ids=OTHERS.keys())
def test_other_rows_or_balances_contradict_row_by_row(other: PrintedStatement, rows: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    first, second = verify([BOOKS], [FIRST, other])

    (here,), (there,) = first.contradicts, second.contradicts
    assert (here.statement, here.counts, here.only_here, len(here.only_there)) == (1, True, rows[0], len(rows[1]))
    assert (there.statement, there.counts, there.only_there, there.only_here) == (0, False, here.only_here, here.only_there)
    assert first.verdict == "matched"
    assert (second.verdict, second.reasons, second.set_aside) == ("partial", ("overlaps",), "contradicts")
    assert (second.matched, second.new, second.missing, second.bridge) == ((), (), (), None)


def test_a_row_with_another_running_balance_is_named_on_both_sides() -> None:
    first, second = verify([BOOKS], [FIRST, OTHERS["another running balance"][0]])

    assert first.contradicts[0].other_balance == second.contradicts[0].other_balance == ((1, 1),)


def test_an_unprinted_balance_takes_one_printed_one_only() -> None:
    bare = line("01-05", "-250.00", "Rent")
    printed = [line("01-05", "-250.00", "Rent", balance=Decimal(balance)) for balance in ("750.00", "500.00")]
    ledger = books(entry("t1", "01-05", "-250.00", "Rent"), entry("t2", "01-05", "-250.00", "Rent"))

    same, other = (
        verify([ledger], [statement(*printed), statement(bare, printed[0])])[1],
        verify([ledger], [statement(*printed), statement(printed[0], printed[0])])[1],
    )

    assert (same.same_as, other.same_as, len(other.contradicts)) == (0, None, 1)


def test_the_statement_that_a_person_names_counts_and_settles_the_contradiction() -> None:
    other = with_lines(RENT, closing="750.00")

    first, second = verify([BOOKS], [FIRST, other], decisions=[Reissued(id="d", statement=1, replaces=0)])

    assert (first.set_aside, first.replaced_by, first.contradicts, first.reasons) == ("replaced", 1, (), ("overlaps",))
    assert (second.set_aside, second.contradicts, [item.transaction for item in second.missing]) == ("", (), ["t2"])


def test_the_first_may_be_named_too() -> None:
    first, second = verify([BOOKS], [FIRST, OTHERS["a row less"][0]], decisions=[Reissued(id="d", statement=0, replaces=1)])

    assert (first.verdict, first.contradicts) == ("matched", ())
    assert (second.replaced_by, second.contradicts) == (0, ())


def test_a_copy_may_be_named_in_place_of_the_first() -> None:
    first, second = verify([BOOKS], [FIRST, COPIES["a second download"]], decisions=[Reissued(id="d", statement=1, replaces=0)])

    assert (first.same_as, second.verdict, second.copies) == (1, "matched", (0,))


def test_a_corrected_row_makes_a_copy_of_a_contradiction() -> None:
    misread = OTHERS["another amount"][0]

    _, second = verify(
        [BOOKS], [FIRST, misread], decisions=[Corrected(id="d", statement=1, line=NamedLine(line=1), amount=Decimal("600.00"))]
    )

    assert second.contradicts  # its closing balance was derived from the misread row
    _, second = verify(
        [BOOKS],
        [FIRST, with_lines(*misread.lines, closing="1350.00", holds=None)],
        decisions=[Corrected(id="d", statement=1, line=NamedLine(line=1), amount=Decimal("600.00"))],
    )
    assert (second.same_as, second.contradicts) == (0, ())


def test_a_third_document_is_a_copy_of_the_one_that_it_equals() -> None:
    other = OTHERS["a row less"][0]

    first, second, third = verify([BOOKS], [FIRST, other, other])

    assert (first.copies, second.copies, third.same_as) == ((), (2,), 1)
    assert [each.statement for each in first.contradicts] == [1]


def test_partly_overlapping_days_are_neither() -> None:
    wider = statement(RENT, PAID, period=(FIRST.period_start, FEBRUARY[1]))

    first, second = verify([BOOKS], [FIRST, wider])

    assert (first.copies, first.contradicts, second.same_as, second.contradicts) == ((), (), None, ())
    assert "overlaps" in second.reasons


def test_the_document_that_counts_is_the_first_of_its_days() -> None:
    """The first to arrive overlaps February by a day, since its closing balance is another one; the second touches February."""
    touching = statement(opening="1350.00", period=(day("01-31"), FEBRUARY[1]))

    february, wrong, right = verify([BOOKS], [touching, statement(RENT, PAID, closing="1350.01"), FIRST])

    assert (february.verdict, right.verdict, right.set_aside, wrong.set_aside) == ("matched", "matched", "", "contradicts")


def test_a_statement_of_an_uncertain_account_is_no_copy() -> None:
    unnamed = statement(RENT, PAID, account_hint=None, institution="Other House")

    _, second = verify([BOOKS, books(id="b", name="Reserve", number="9876")], [FIRST, unnamed])

    assert (second.same_as, "account_unconfirmed" in second.reasons) == (None, True)


def test_a_typed_statement_is_no_copy_and_contradicts_nothing() -> None:
    typed = statement(RENT, flags=("typed",), holds=None)

    first, second = verify([BOOKS], [FIRST, typed])

    assert (first.contradicts, second.same_as, second.contradicts) == ((), None, ())


def test_books_started_from_a_copy_do_not_prove_the_first() -> None:
    started = books(*BOOKS.entries, opening_origin=STARTED_FROM + "again")

    (alone,) = verify([started], [FIRST])
    first, _ = verify([started], [FIRST, COPIES["a second download"]])

    assert alone.verdict == "matched"
    assert (first.verdict, first.reasons) == ("partial", ("ledger_from_this_statement",))


def test_a_copy_takes_nothing_from_a_proof_and_adds_nothing_to_it() -> None:
    """A scan of a proved statement lowers nothing; a proved copy of an unproved one raises nothing."""
    unproved = statement(RENT, PAID, holds=None)

    assert [verdict.verdict for verdict in verify([BOOKS], [FIRST, unproved])] == ["matched", "partial"]
    first, copy = verify([BOOKS], [unproved, FIRST])
    assert (first.reasons, copy.same_as) == (("integrity_unproved",), 0)
    assert unproved.integrity == Integrity(holds=None)
