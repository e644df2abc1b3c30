"""A file that contradicts itself, and rows that only look like entries, are named and not imported."""

import re
from decimal import Decimal

import pytest

from finance.imports.proof import breaks_of
from finance.imports.rows import ParsedFile, StatedBalance
from finance.imports.untrusted_files import FileRefused
from tests.electronic.writing import camt_of
from tests.finance.imports.reading import TODAY, parsed
from tests.finance.imports.samples import OFX_1
from tests.pipeline.papers import JANUARY

HEAD = "Date,Description,Amount\n2026-01-13,Rent,-12.50\n2026-01-14,Coffee,-3.00\n"


def table(text: str) -> ParsedFile:
    return parsed(text.encode())


def amounts(text: str) -> list[str]:
    return [str(row.amount) for account in table(text).accounts for row in account.rows]


@pytest.mark.parametrize(
    "line",
    [
        "2026-01-31,Total,-15.50", "2026-01-31,Total movimientos,-15.50", "2026-01-31,Summe Ausgaben,15.50",
        "2026-01-31,Closing balance,984.50", "2026-01-31,Saldo final,984.50", "2026-01-31,Balance as of 31 Jan 2026,984.50",
        "2026-01-31,Kontostand am 31.01.2026,984.50", "2026-01-31,Saldo,984.50",
        "2026-01-31,Closing balance,984.50\n2026-01-31,Total,-15.50",
    ],
)  # fmt: skip
def test_a_total_or_a_balance_with_a_day_is_not_an_entry(line: str) -> None:
    read = table(f"{HEAD}{line}\n")

    assert [row.amount for row in read.accounts[0].rows] == [Decimal("-12.50"), Decimal("-3.00")]
    assert len(read.notes) == line.count("\n") + 1


def test_a_balance_at_the_end_is_the_closing_balance() -> None:
    [account] = table(f"{HEAD}2026-01-31,Kontostand am 31.01.2026,984.50\n").accounts
    assert account.closing == StatedBalance(amount=Decimal("984.50"), as_of=TODAY.replace(month=1, day=31))


def test_a_shop_that_is_called_total_is_an_entry() -> None:
    assert amounts(f"{HEAD}2026-01-31,TOTAL,-40.00\n") == ["-12.50", "-3.00", "-40.00"]
    assert amounts(f"{HEAD}2026-01-31,Balance transfer,-40.00\n")[-1] == "-40.00"


@pytest.mark.parametrize("above", ["Currency,USD\n", "Currency: USD\n", "Account,777\nWährung,USD\n", "Currency,$\n"])
def test_the_currency_above_the_header_is_that_of_the_file(above: str) -> None:
    [account] = table(f"{above}\n{HEAD}").accounts
    assert account.currency in {"USD", "$"}


def test_a_currency_of_the_rows_counts_before_that_above_the_header() -> None:
    [account] = table("Currency,USD\n\nDate,Description,Amount,Currency\n2026-01-13,Rent,-12.50,EUR\n").accounts
    assert account.currency == ""


@pytest.mark.parametrize(
    ("above", "number"),
    [
        ("Konto,DE02 1203 0000 0000 2020 51\n", "DE02120300000000202051"),
        ("IBAN: DE02120300000000202051\n", "DE02120300000000202051"),
        ("Account number,12345678,Period,January\n", "12345678"),
        ("Account,Household\n", ""),
        ("Account,12345678\nAccount,87654321\n", ""),
        ("Customer,12345678\n", ""),
    ],
)
def test_the_account_above_the_header_is_that_of_the_file(above: str, number: str) -> None:
    [account] = table(f"{above}\n{HEAD}").accounts
    assert account.number == number


def test_a_debit_of_a_statement_without_any_minus_is_not_taken() -> None:
    unsigned = OFX_1.replace(b">-", b">").replace(b"CHECK<", b"DEBIT<")
    [account] = parsed(unsigned).accounts

    assert [bool(row.problem) for row in account.rows] == [True, False, False]
    assert "same sign" in account.rows[0].problem


def test_a_credit_of_a_statement_of_minuses_is_not_taken() -> None:
    turned = OFX_1.replace(b"+1000,00", b"-1000,00").replace(b"<TRNTYPE>DEP", b"<TRNTYPE>CREDIT")
    [account] = parsed(turned).accounts

    assert [bool(row.problem) for row in account.rows] == [False, False, True]


@pytest.mark.parametrize(
    "heading",
    ["Amount in cents", "Betrag in Cent", "Betrag in TEUR", "Amount (000s)", "Umsatz in Tsd. EUR", "Amount in thousands", "Betrag T€"],
)
def test_an_amount_in_another_unit_than_the_currency_is_not_taken(heading: str) -> None:
    read = table(HEAD.replace("Amount", heading))

    assert read.questions or all(row.problem for row in read.accounts[0].rows)


@pytest.mark.parametrize("heading", ["Amount", "Amount (EUR)", "Betrag in EUR", "Amount in EUR", "Umsatz"])
def test_an_amount_in_the_currency_is_taken(heading: str) -> None:
    assert [row.problem for row in table(HEAD.replace("Amount", heading)).accounts[0].rows] == ["", ""]


def test_a_debit_that_comes_back_is_taken_beside_amounts_with_a_minus() -> None:
    [account] = parsed(OFX_1.replace(b"<TRNTYPE>DEP", b"<TRNTYPE>DEBIT")).accounts
    assert [row.problem for row in account.rows] == ["", "", ""]


def test_two_amounts_of_a_qif_entry_that_differ_are_not_taken() -> None:
    [account] = parsed(b"!Type:Bank\nD13/01/2026\nU-12.50\nT-12.60\nPShop\n^\nD14/01/2026\nU-3.00\nT-3.00\nPTea\n^\n").accounts
    assert ["differ" in row.problem for row in account.rows] == [True, False]


def test_camt_balances_in_two_currencies_are_refused() -> None:
    balances = re.sub(r'(CLBD.{0,60}?Ccy=")EUR', r"\g<1>USD", camt_of(JANUARY).decode(), flags=re.DOTALL)

    with pytest.raises(FileRefused, match="EUR, USD"):
        parsed(balances.encode())


def test_balances_in_two_currencies_are_refused() -> None:
    message = b":20:1\n:25:777\n:28C:1\n:60F:C260101EUR100,00\n:61:2601130113D12,50NMSC\n:62F:C260131USD87,50\n-\n"

    with pytest.raises(FileRefused, match="EUR, USD"):
        parsed(message)


def test_a_balance_that_nothing_moves_proves_no_column() -> None:
    """The fourth column stays the same where the second is empty: it is money in, not a balance."""
    rows = [
        f"A,{out},15/01/2026,{into}\n" for out, into in (("1234.56", ""), *[("", "0.05")] * 3, ("3.50", ""), ("3.50", ""), ("1.25", ""))
    ]
    read = table(f"Tgb,Edc,Zaq,Rfv\n{''.join(rows)}")

    assert "columns" in read.questions


def test_balances_that_follow_only_against_the_order_of_days_do_not_follow() -> None:
    rows = ("08,-1000.00,13163.03", "09,100.00,13263.03", "09,100.00,13363.03", "11,-100.00,13263.03", "11,-100.00,14163.03")
    [account] = table("Date,Amount,Balance\n" + "".join(f"2026-01-{row}\n" for row in rows)).accounts

    assert [broken.place for broken in breaks_of(account, either_sign=False)] == [6]


def test_balances_of_one_day_follow_in_any_order() -> None:
    rows = ("08,-10.00,90.00", "09,30.00,125.00", "09,5.00,95.00", "11,-100.00,25.00")
    [account] = table("Date,Amount,Balance\n" + "".join(f"2026-01-{row}\n" for row in rows)).accounts

    assert breaks_of(account, either_sign=False) == ()
