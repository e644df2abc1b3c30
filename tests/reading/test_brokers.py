"""Statements of brokers: the cash is read and proved, tables of holdings and trades are listed with their sums and left out."""

from decimal import Decimal

import pytest

from reconciliation.printed.statement import PrintedStatement
from tests.reading.making.brokers import WORDS, make
from tests.reading.making.brokers_judged import broker_trial
from tests.reading.making.scene import Scene
from tests.reading.scenes import empty_page, statement

SEEDS = range(7000, 7030)
HOLDINGS = (("ACME Corp", "110", "25.40", "2,794.00"), ("Beta Fund", "12.5", "80.00", "1,000.00"))
TRADES = (
    ("01/10/2025", "01/12/2025", "Buy ACME Corp", "10", "25.00", "250.00"),
    ("01/11/2025", "01/13/2025", "Sell Beta", "5", "50.00", "250.00"),
)


def broker(
    *, holdings: tuple[tuple[str, ...], ...] = (), total: str = "", trades: tuple[tuple[str, ...], ...] = (), running: bool = True
) -> Scene:
    """Return cash from 1,000.00 to 1,257.50 by three rows, below these tables."""
    made = empty_page()
    for text in (
        "Example Brokerage",
        "Brokerage Account Statement",
        "Account number: 4410-2288",
        "Statement period 01/01/2025 to 01/31/2025",
    ):
        made.cells((50, text))
    if holdings:
        made.cells((50, "Security"), (-300, "Quantity"), (-400, "Price"), (-540, "Market value"))
        for row in holdings:
            made.cells(*zip((50.0, -300.0, -400.0, -540.0), row, strict=True))
        if total:
            made.cells((50, "Total market value"), (-540, total))
    if trades:
        heads = ("Trade date", "Settlement date", "Security", "Quantity", "Price", "Amount")
        for row in (heads, *trades):
            made.cells(*zip((50.0, 125.0, 200.0, -340.0, -430.0, -540.0), row, strict=True))
    made.cells((50, "Cash activity"), step=18)
    made.cells((50, "Opening cash balance"), (-540, "1,000.00"))
    rows = (("01/05/2025", "Deposit", "500.00", "1,500.00"), ("01/28/2025", "Account fee", "-242.50", "1,257.50"))
    for row in (("Date", "Description", "Amount", "Balance"), *rows):
        made.cells(*list(zip((50.0, 110.0, -450.0, -540.0), row, strict=True))[: 4 if running else 3])
    made.cells((50, "Closing cash balance"), (-540, "1,257.50"))
    return made


def listed(read: PrintedStatement) -> dict[str, tuple[str, ...]]:
    return {fact.code: fact.figures for fact in read.integrity.confirmed if fact.code.endswith("_listed")}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_cash_of_a_made_broker_is_right_and_is_not_proved_without_a_row(seed: int) -> None:
    trial = broker_trial(seed)

    assert (trial.right, trial.listed, trial.false) == (True, True, False)


def test_made_brokers_have_every_country_and_section() -> None:
    brokers = [make(seed) for seed in range(100)]

    assert {broker.country for broker in brokers} == WORDS.keys()
    assert set().union(*(broker.order for broker in brokers)) == {"cash", "holdings", "trades"}


def test_holdings_are_listed_with_their_sums_and_the_cash_is_proved() -> None:
    read = statement(broker(holdings=HOLDINGS, total="3,794.00"))

    assert (read.integrity.holds, len(read.lines)) == (True, 2)
    assert listed(read) == {"holdings_listed": ("2", "2", "3,794.00", "3,794.00")}


def test_a_row_that_is_not_quantity_times_price_is_counted_and_does_not_touch_the_cash() -> None:
    read = statement(broker(holdings=(*HOLDINGS, ("Gamma Bond", "3", "10.00", "31.00")), total="3,825.00"))

    assert (read.integrity.holds, listed(read)) == (True, {"holdings_listed": ("3", "2", "3,794.00", "3,825.00")})


@pytest.mark.parametrize(("running", "holds"), [(True, True), (False, None)])
def test_trades_that_are_no_rows_and_cancel_out_need_a_balance_beside_every_row(running: bool, holds: bool | None) -> None:
    read = statement(broker(trades=TRADES, running=running))

    assert (read.integrity.holds, len(read.lines)) == (holds, 2)
    assert listed(read) == {"trades_listed": ("2", "2", "500.00", "\u2013")}


@pytest.mark.parametrize("closing", ["", "121.00", "131.00"])
def test_rows_with_quantity_and_price_are_kept_if_the_account_has_no_others(closing: str) -> None:
    made = empty_page()
    for text in ("Example Fuel Cards", "Card Statement", "Account number: 4410-2288", "Statement period 01/01/2025 to 01/31/2025"):
        made.cells((50, text))
    rows = (("01/05/2025", "Harbour Filling Station", "40", "1.50", "60.00"), ("01/19/2025", "Hill Service", "25", "2.44", "61.00"))
    for row in (("Date", "Description", "Quantity", "Price", "Amount"), *rows):
        made.cells(*zip((50.0, 125.0, -340.0, -430.0, -540.0), row, strict=True))
    if closing:
        made.cells((50, "Previous balance"), (-540, "0.00"))
        made.cells((50, "New balance"), (-540, closing))

    read = statement(made)

    assert sorted(abs(line.amount) for line in read.lines if line.amount) == [Decimal("60.00"), Decimal("61.00")]
    assert (read.integrity.holds is True) <= (closing == "121.00")


def test_holdings_in_a_currency_without_decimals_are_listed() -> None:
    made = empty_page()
    for text in ("Example Brokerage", "Account statement", "Account number: 4410-2288", "Statement period 01/01/2025 to 01/31/2025"):
        made.cells((50, text))
    made.cells((50, "Security"), (-300, "Quantity"), (-400, "Price"), (-540, "Value"))
    made.cells((50, "ACME Corp"), (-300, "110"), (-400, "JPY 2,540"), (-540, "JPY 279,400"))
    made.cells((50, "Opening balance"), (-540, "JPY 10,000"))
    made.cells((50, "Date"), (110, "Description"), (-450, "Amount"), (-540, "Balance"))
    made.cells((50, "01/05/2025"), (110, "Deposit"), (-450, "JPY 5,000"), (-540, "JPY 15,000"))
    made.cells((50, "01/06/2025"), (110, "Deposit"), (-450, "JPY 1,000"), (-540, "JPY 16,000"))
    made.cells((50, "Closing balance"), (-540, "JPY 16,000"))
    read = statement(made)

    assert (read.currency, [str(row.amount) for row in read.lines]) == ("JPY", ["5000", "1000"])
    assert listed(read) == {"holdings_listed": ("1", "1", "279,400", "\u2013")}


def test_rows_with_quantity_and_price_are_those_of_the_account_if_its_balances_follow_from_them() -> None:
    made = empty_page()
    for text in ("Example Wallet", "Wallet statement", "Account number: 4410-2288", "Statement period 01/01/2025 to 01/31/2025"):
        made.cells((50, text))
    made.cells((50, "Opening balance"), (-540, "1,000.00"))
    made.cells((50, "Closing balance"), (-540, "570.00"), step=20)
    places = (50.0, 125.0, -340.0, -430.0, -540.0)
    rows = (("01/10/2025", "Purchase Alder", "10", "25.00", "-250.00"), ("01/11/2025", "Purchase Birch", "6", "30.00", "-180.00"))
    for row in (("Date", "Description", "Quantity", "Price", "Amount"), *rows):
        made.cells(*zip(places, row, strict=True))
    read = statement(made)

    assert [str(row.amount) for row in read.lines] == ["-250.00", "-180.00"]
    assert (str(read.integrity.difference), listed(read)) == ("0.00", {})
