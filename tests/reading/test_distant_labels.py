"""Unlabelled balances, and labels far from the beginning of their line."""

import datetime as dt

import pytest

from tests.reading.drawing import DAY, FIGURE, TEXT
from tests.reading.making.scene import Scene
from tests.reading.scenes import empty_page, page, proved, statement


def unnumbered(rows_on_last: int) -> Scene:
    """Rows with a balance beside each on a full page and on a second one; an opening is named and no closing."""
    made = empty_page()
    made.cells((DAY, "Checking account statement"))
    made.cells((DAY, "Balance as on 1 Apr 2023"), (TEXT + 80, "1,000.00"))
    made.cells((DAY, "Account statement from 1 Apr 2023 to 30 Jun 2023"))
    balance = 1000
    for place, count in enumerate((20, rows_on_last)):
        made.cells((DAY, "Date"), (TEXT, "Description"), (-330, "Debit"), (-430, "Credit"), (-530, "Balance"))
        for index in range(count):
            balance += -10 if index % 2 else 15
            side = -330 if index % 2 else -430
            made.cells(
                (DAY, f"{index + 1:02} May 2023"), (TEXT, "Transfer"), (side, "10.00" if index % 2 else "15.00"), (-530, f"{balance:,}.00")
            )
        if not place:
            made.sheet.next_page()
    return made


@pytest.mark.parametrize("rows_on_last", [8, 20])
def test_rows_of_pages_without_numbers_do_not_tell_where_they_end(rows_on_last: int) -> None:
    assert not proved(unnumbered(rows_on_last))


def test_a_balance_brought_forward_between_rows_from_the_newest_to_the_oldest_is_no_opening() -> None:
    made = empty_page()
    made.cells((DAY, "Checking account statement"))
    made.cells((DAY, "Closing balance"), (FIGURE, "1,060.00"))
    balance = 1060
    for first in (28, 18):
        made.cells((DAY, "Date"), (TEXT, "Description"), (-330, "Debit"), (-430, "Credit"), (-530, "Balance"))
        if first < 28:
            made.cells((TEXT, "Balance brought forward"), (-530, f"{balance:,}.00"))
        for day in range(first, first - 8, -2):
            made.cells((DAY, f"{day} May 2023"), (TEXT, "Transfer"), (-430, "15.00"), (-530, f"{balance:,}.00"))
            balance -= 15
        made.cells((TEXT, "Balance carried forward"), (-530, f"{balance:,}.00"))
        made.sheet.next_page()
    result = statement(made)

    assert len(result.lines) == 8
    assert result.integrity.holds is None


def test_a_balance_is_named_by_the_cell_beside_it_and_not_by_earlier_text() -> None:
    result = statement(
        page(
            ((DAY, "Account type"), (TEXT, "Savings account of a branch"), (300, "Opening Balance"), (-470, "1,000.00")),
            ((DAY, "Currency"), (TEXT, "Nigerian naira of today"), (300, "Closing Balance"), (-470, "1,150.00")),
            ((DAY, "Date"), (TEXT, "Description"), (-330, "Debit"), (-430, "Credit"), (-530, "Balance")),
            ((DAY, "01-Aug-2023"), (TEXT, "Payroll"), (-430, "200.01"), (-530, "1,200.00")),
            ((DAY, "04-Aug-2023"), (TEXT, "Grocery"), (-330, "50.00"), (-530, "1,150.00")),
        )
    )

    assert str(result.opening_balance) == "1000.00"
    assert not result.integrity.holds


def test_days_of_two_numbers_are_known_by_the_month_that_the_head_names() -> None:
    result = statement(
        page(
            ((DAY, "EXTRACTO CUENTA DE AHORROS"),),
            ((DAY, "INFORME DEL MES: AGOSTO /2024"),),
            ((DAY, "Saldo Anterior"), (FIGURE, "$ 1,000.00")),
            ((DAY, "Nuevo Saldo"), (FIGURE, "$ 1,150.00")),
            ((DAY, "Fecha"), (-180, "Valor"), (220, "Clase de Movimiento")),
            ((DAY, "05 08"), (-180, "$ 200.00+"), (220, "Abono De Nomina")),
            ((DAY, "23 08"), (-180, "$ 50.00-"), (220, "Retiro En Cajero")),
        )
    )

    assert [line.date for line in result.lines] == [dt.date(2024, 8, 5), dt.date(2024, 8, 23)]
    assert (result.period_start, result.period_end) == (dt.date(2024, 8, 1), dt.date(2024, 8, 31))


@pytest.mark.parametrize(("label", "is_proved"), [("Total", True), ("Page total", False), ("Subtotal", False)])
def test_the_sums_of_a_page_do_not_tell_where_the_rows_end(label: str, *, is_proved: bool) -> None:
    made = page(
        ((DAY, "Checking account statement"),),
        ((DAY, "Account statement from 1 Apr 2023 to 30 Jun 2023"),),
        ((DAY, "Opening balance"), (TEXT + 80, "1,000.00")),
        ((DAY, "Date"), (TEXT, "Description"), (-330, "Debit"), (-430, "Credit"), (-530, "Balance")),
        ((DAY, "02 May 2023"), (TEXT, "Payroll"), (-430, "200.00"), (-530, "1,200.00")),
        ((DAY, "04 May 2023"), (TEXT, "Grocery"), (-330, "50.00"), (-530, "1,150.00")),
        ((TEXT, label), (-330, "50.00"), (-430, "200.00")),
    )

    assert proved(made) is is_proved
    assert statement(made).integrity.holds or statement(made).integrity.rows_follow
