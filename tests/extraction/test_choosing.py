"""Of two readings the one that explains more is chosen, and a proof is never given up."""

from decimal import Decimal

from reconciliation.extraction.extraction import adds_up, counts_more
from reconciliation.printed.statement import Integrity, PrintedLine, PrintedStatement, Reading


def statement(*rows: tuple[str, str | None], holds: bool | None = None, difference: str = "0") -> PrintedStatement:
    """Rows of an amount and a balance, from an opening of 100.00."""
    lines = (PrintedLine(date=None, description="", amount=Decimal(one), balance=Decimal(left) if left else None) for one, left in rows)
    integrity = Integrity(holds=holds, difference=Decimal(difference))
    return PrintedStatement(opening_balance=Decimal(100), lines=tuple(lines), integrity=integrity)


def reading(*statements: PrintedStatement) -> Reading:
    return Reading(document_type="bank_statement", pages=1, statements=statements)


PROVED, OTHER, UNREAD = statement(("5", "105"), holds=True), statement(("7", "107"), holds=True), statement()


def test_a_proof_that_is_lost_is_made_good_by_no_other() -> None:
    assert not counts_more(reading(OTHER, statement(("1", None), holds=True)), reading(PROVED, UNREAD))


def test_one_more_proof_beside_those_that_were_there_counts() -> None:
    assert counts_more(reading(PROVED, OTHER), reading(PROVED, UNREAD))


def test_first_rows_count_and_further_rows_that_reach_no_balance_do_not() -> None:
    wrong = statement(("5", None), ("6", None), difference="3")

    assert counts_more(reading(wrong), reading(UNREAD))
    assert not counts_more(reading(wrong), reading(statement(("5", None), difference="3")))


def test_rows_whose_sum_is_right_and_whose_balances_do_not_follow_do_not_add_up() -> None:
    assert adds_up(statement(("5", "105"), ("-5", "100")))
    assert not adds_up(statement(("5", "101"), ("-5", "100")))
