"""A page that lost its front: no period, no balances; what it still says of its year and its kind."""

from reconciliation.reading.reader import read
from reconciliation.reading.statement import Reading
from tests.reading.scenes import PLAIN_HEAD, scene

ROWS = (("11/11", "Payment Thank You", "-2,000.00"), ("11/21", "Hotel", "604.47"), ("12/02", "Airport", "164.17"))


def page(*lines: str, rows: tuple[tuple[str, str, str], ...] = ROWS) -> Reading:
    made = scene("Account activity", kind="Your messages")
    made.cells((40, "You are over your credit line by $3,135.94"))
    made.cells(*PLAIN_HEAD)
    for day, text, amount in rows:
        made.cells((40, day), (120, text), (-470, amount))
    for line in lines:
        made.cells((40, line))
    return read(made.sheet.document())


CHARGED = ("2021 totals year-to-date", "Total fees charged in 2021", "Total interest charged in 2021")


def test_the_charges_of_the_year_so_far_tell_a_card() -> None:
    (statement,) = page(*CHARGED).statements

    assert statement.account_kind == "credit_card"
    assert [str(line.amount) for line in statement.lines] == ["2000.00", "-604.47", "-164.17"]


def test_the_only_year_that_is_printed_is_the_year_of_days_without_one() -> None:
    (statement,) = page(*CHARGED).statements

    assert [str(line.date) for line in statement.lines] == ["2021-11-11", "2021-11-21", "2021-12-02"]
    assert not statement.integrity.holds


def test_two_years_tell_of_none() -> None:
    (statement,) = page(*CHARGED, "As agreed in 2019").statements

    assert {line.date for line in statement.lines} == {None}


def test_days_on_both_sides_of_the_turn_of_the_year_have_no_year() -> None:
    (statement,) = page(*CHARGED, rows=(*ROWS, ("01/03", "Bookshop", "9.00"))).statements

    assert {line.date for line in statement.lines} == {None}
