"""A later page of a card without its first page still gives the year and the kind."""

import pytest

from reconciliation.printed.statement import Integrity, Reading
from reconciliation.reading.reader import read
from tests.reading.scenes import PLAIN_HEAD, proofs, scene, text_page

ROWS = (("11/11", "Payment Thank You", "-2,000.00"), ("11/21", "Hotel", "604.47"), ("12/02", "Airport", "164.17"))


def page(*lines: str, rows: tuple[tuple[str, str, str], ...] = ROWS, above: str = "") -> Reading:
    made = scene("Account activity", kind="Your messages")
    made.cells((40, "You are over your credit line by $3,135.94"))
    if above:
        made.cells((40, above))
    made.cells(*PLAIN_HEAD)
    for day, text, amount in rows:
        made.cells((40, day), (120, text), (-470, amount))
    for line in lines:
        made.cells((40, line))
    return read(made.sheet.document())


CHARGED = ("2021 totals year-to-date", "Total fees charged in 2021", "Total interest charged in 2021")


def test_charges_of_the_year_to_date_show_a_card() -> None:
    (statement,) = page(*CHARGED).statements

    assert statement.account_kind == "credit_card"
    assert [str(line.amount) for line in statement.lines] == ["2000.00", "-604.47", "-164.17"]


def test_the_only_year_that_is_printed_is_the_year_of_days_without_one() -> None:
    (statement,) = page(*CHARGED).statements

    assert [str(line.date) for line in statement.lines] == ["2021-11-11", "2021-11-21", "2021-12-02"]
    assert not statement.integrity.holds


@pytest.mark.parametrize(("line", "proof"), [("© 2022 First Example Bank", None), ("Rev. 2022", None), ("May 2022", True)])
def test_a_year_alone_proves_days_only_beside_their_month(line: str, proof: bool | None) -> None:
    made = text_page("First Example Bank", "Checking account statement", line)
    made.cells((50, "Opening balance"), (-430, "100.00"))
    made.cells((50, "Date"), (110, "Description"), (-430, "Amount"), (-520, "Balance"))
    made.cells((50, "2 May"), (110, "Payroll"), (-430, "20.00"), (-520, "120.00"))
    made.cells((50, "Closing balance"), (-430, "120.00"))

    assert proofs(made) == [proof]


def test_two_printed_years_give_the_days_no_year() -> None:
    (statement,) = page(*CHARGED, "As agreed in 2019").statements

    assert {line.date for line in statement.lines} == {None}


def test_days_on_both_sides_of_the_turn_of_the_year_have_no_year() -> None:
    (statement,) = page(*CHARGED, rows=(*ROWS, ("01/03", "Bookshop", "9.00"))).statements

    assert {line.date for line in statement.lines} == {None}


def with_net(
    *rows: tuple[str, str, str], net: str = "1,231.36", name: str = "Transactions this cycle (card 1111)", above: str = ""
) -> Integrity:
    (statement,) = page(f"{name} ${net}", *CHARGED, rows=rows, above=above).statements
    return statement.integrity


def test_rows_that_come_to_their_printed_net_follow_where_no_balance_is_printed() -> None:
    integrity = with_net(*ROWS, net="1,231.36")

    assert integrity.holds is None
    assert integrity.rows_follow
    assert {fact.code for fact in integrity.unconfirmed} == {"no_opening", "no_closing", "opening_unnamed", "closing_unnamed"}


@pytest.mark.parametrize("net", ["1,231.35", "2,768.64", "0.00"])
def test_rows_do_not_follow_beside_another_net(net: str) -> None:
    integrity = with_net(*ROWS, net=net)

    assert not integrity.holds
    assert not integrity.rows_follow


def test_a_row_without_a_figure_keeps_the_rows_from_following() -> None:
    assert not with_net(*ROWS, ("12/03", "Lost figure", "")).rows_follow


def test_a_net_that_names_no_card_does_not_tell_the_sides() -> None:
    integrity = with_net(*ROWS, name="Transactions this cycle")

    assert not integrity.rows_follow
    assert "orientation" in {fact.code for fact in integrity.unconfirmed}


def test_the_end_of_a_sentence_is_no_heading_of_a_section() -> None:
    integrity = with_net(*ROWS, above="payment for that month will be zero.")

    assert integrity.rows_follow
