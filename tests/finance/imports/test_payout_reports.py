"""Reports of nine payment processors are read by what their columns prove."""

import datetime as dt
from decimal import Decimal

import pytest

from finance.imports.payouts import ReportedPayout, read_payouts
from finance.imports.untrusted_files import FileRefused
from finance.models.ledger_import import Target
from tests.finance.imports.payout_reports import ADYEN, AMAZON, GOCARDLESS, PAYPAL, REPORTS, STRIPE

TODAY = dt.date(2026, 2, 1)


def read(report: str, currency: str = "EUR") -> tuple[ReportedPayout, ...]:
    return read_payouts(report.encode(), Target(currency=currency, kind="checking", today=TODAY), "dmy").payouts


@pytest.mark.parametrize("name", sorted(REPORTS))
def test_the_first_payout_of_each_report_is_read_with_its_parts(name: str) -> None:
    first, *_others = read(REPORTS[name], "USD" if name == "square" else "EUR")

    assert first.net == Decimal("48.10")
    assert sum(part.fee for part in first.parts) == Decimal("1.90")
    assert sorted(part.gross for part in first.parts if part.gross) == [Decimal("20.00"), Decimal("30.00")]
    assert first.holds


def test_refunds_and_several_payouts_are_told_apart() -> None:
    first, second = read(STRIPE)

    assert (first.reference, first.paid_on, second.reference) == ("po_1", dt.date(2026, 1, 6), "po_2")
    assert [(part.gross, part.fee) for part in second.parts] == [(Decimal("-5.00"), 0), (Decimal("75.00"), Decimal("1.30"))]


@pytest.mark.parametrize("report", [PAYPAL, ADYEN, AMAZON])
def test_a_row_of_the_withdrawal_states_the_total_and_is_no_payment(report: str) -> None:
    (payout,) = read(report)

    assert (payout.stated, len(payout.parts)) == (Decimal("48.10"), 2)


@pytest.mark.parametrize(
    ("old", "new"),
    [("20.00,0.80,0.10,19.10", "20.00,0.80,0.10,19.11"), ("20.00,0.80,0.10,19.10", "20.01,0.80,0.10,19.10")],
)
def test_one_cent_that_contradicts_refuses_the_report(old: str, new: str) -> None:
    with pytest.raises(FileRefused):
        read(GOCARDLESS.replace(old, new))


def test_rows_of_another_currency_and_pending_ones_are_left_out_and_named() -> None:
    report = read_payouts(STRIPE.replace("eur,75.00", "usd,75.00").encode(), Target(currency="EUR", kind="checking", today=TODAY), "dmy")

    assert [len(payout.parts) for payout in report.payouts] == [2, 1]
    assert report.notes == ("Rows with usd were left out: 1.",)


def test_the_same_payout_in_another_order_is_the_same() -> None:
    head, first, second = GOCARDLESS.splitlines()

    assert read(GOCARDLESS)[0].digest == read("\n".join([head, second, first]))[0].digest
