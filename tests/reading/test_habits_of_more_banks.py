"""Formats of months, sides, periods and sums of further banks, including those that are not the rows'."""

import datetime as dt

import pytest

from reconciliation.reading.vocabulary.phrases import direction
from tests.reading.drawing import DAY, FIGURE, TEXT, account
from tests.reading.making.scene import Scene
from tests.reading.scenes import page, proved, statement

GROSS, FEE, NET = -330.0, -400.0, -480.0
SIDE, SIDE_FIGURE = 250.0, -480.0
HEADINGS = ((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Amount"))


def test_months_in_french_may_have_three_letters() -> None:
    result = statement(
        page(
            ((DAY, "Relevé de compte"),),
            ((DAY, "Période du relevé : du 1er août 2024 au 31 décembre 2024"),),
            ((DAY, "Date"), (TEXT, "Description"), (FIGURE, "Montant")),
            ((DAY, "2 AOÛ"), (TEXT, "Dépanneur"), (FIGURE, "-20,00")),
            ((DAY, "3 DÉC"), (TEXT, "Dépanneur"), (FIGURE, "-30,00")),
        )
    )

    assert [line.date for line in result.lines] == [dt.date(2024, 8, 2), dt.date(2024, 12, 3)]


def test_one_heading_of_both_sides_beside_descriptions_names_signed_amounts() -> None:
    made = account(headed=False, before=[("Date", "Description", "Debit / Credit")])

    assert proved(made)


def test_the_total_of_debits_is_no_closing_balance() -> None:
    result = statement(
        page(
            ((DAY, "Hesap ekstresi"),),
            ((DAY, "Ekstre dönemi: 01.03.2024 - 31.03.2024"),),
            ((DAY, "Tarih"), (TEXT, "Aciklama"), (FIGURE, "Tutar"), (-520, "Bakiye")),
            ((TEXT, "Devir bakiyesi"), (-520, "100,00")),
            ((DAY, "03.03.2024"), (TEXT, "Market"), (FIGURE, "-30,00"), (-520, "70,00")),
            ((DAY, "09.03.2024"), (TEXT, "Gelen EFT"), (FIGURE, "80,00"), (-520, "150,00")),
            ((TEXT, "Toplam Borç"), (FIGURE, "30,00")),
            ((TEXT, "Toplam Alacak"), (FIGURE, "80,00")),
        )
    )

    assert result.closing_balance == 150


def test_an_order_is_no_side() -> None:
    assert direction("checks in serial number order") == -1


@pytest.mark.parametrize("named", ["Previous balance", "Balance of last month"])
def test_words_of_another_cell_say_nothing_of_a_period(named: str) -> None:
    result = statement(
        page(
            ((DAY, "Checking account statement"),),
            ((DAY, f"{named} 02/29/24"), (-220, "100.00"), (SIDE, "Statement dates"), (SIDE_FIGURE, "3/01/24 thru 3/31/24")),
            ((DAY, "Current balance 03/29/24"), (-220, "150.00")),
            HEADINGS,
            ((DAY, "3/05"), (TEXT, "Deposit"), (FIGURE, "50.00")),
        )
    )

    assert (result.period_start, result.period_end) == (dt.date(2024, 3, 1), dt.date(2024, 3, 31))


def test_two_days_below_the_name_of_a_period_and_balances_below_theirs_are_named() -> None:
    result = statement(
        page(
            ((DAY, "Resumen de caja de ahorro"),),
            ((DAY, "Período de movimientos"), (SIDE, "Saldos")),
            ((DAY, "01/03/2024   31/03/2024"), (SIDE, "Inicial"), (-480, "$1.000,00")),
            ((SIDE, "Final"), (-480, "$1.050,00")),
            ((DAY, "Fecha"), (TEXT, "Descripción"), (FIGURE, "Importe")),
            ((DAY, "05/03/24"), (TEXT, "Compra"), (FIGURE, "-30,00")),
            ((DAY, "09/03/24"), (TEXT, "Haberes"), (FIGURE, "80,00")),
        )
    )

    assert result.integrity.holds
    assert (result.period_start, result.period_end) == (dt.date(2024, 3, 1), dt.date(2024, 3, 31))


def wallet(received: str, fees: str) -> Scene:
    """1,000.00 to 1,082.00 by two rows net of 8.00 of fees."""
    return page(
        ((DAY, "Account statement"),),
        ((DAY, "Period: 04/01/2024 to 04/30/2024"),),
        ((DAY, "Beginning balance"), (NET, "1,000.00")),
        ((DAY, "Payments received"), (NET, received)),
        ((DAY, "Withdrawals"), (NET, "-30.00")),
        ((DAY, "Fees"), (NET, fees)),
        ((DAY, "Ending balance"), (NET, "1,082.00")),
        ((DAY, "Date"), (TEXT, "Description"), (GROSS, "Gross"), (FEE, "Fee"), (NET, "Net")),
        ((DAY, "04/02/2024"), (TEXT, "Payment"), (GROSS, "120.00"), (FEE, "-8.00"), (NET, "112.00")),
        ((DAY, "04/06/2024"), (TEXT, "Withdrawal"), (GROSS, "-30.00"), (FEE, "0.00"), (NET, "-30.00")),
    )


def test_sums_before_fees_may_match_rows_net_of_fees() -> None:
    assert proved(wallet("120.00", "-8.00"))
    assert not proved(wallet("130.00", "-8.00"))


def invested(last: str) -> Scene:
    lines = (
        ("Beginning account value", "9,000.00"),
        ("Additions", "700.00"),
        ("Change in value", "-100.00"),
        ("Ending account value", last),
    )
    return account(before=[(name, "", figure) for name, figure in lines])


def test_sums_between_two_values_of_other_assets_are_no_sums_of_the_rows() -> None:
    assert proved(invested("9,600.00"))
    assert not proved(invested("9,650.00"))
