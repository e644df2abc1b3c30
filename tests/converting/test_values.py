"""Ids, values that are not printed, and several statements in one file."""

import csv
import io
import re
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from reconciliation.converting.forms import FORMS, OF_PROGRAMS
from reconciliation.converting.source import ConvertedStatement, CurrencyUnknown, NotConvertible, ids_of
from reconciliation.printed.statement import Integrity, PrintedStatement
from reconciliation.reports.statement_files import to_convert
from tests.converting.statements import NOW, line, printed_rows, read_again, rows_of, statement_of, written


def accounts_of(*statements: ConvertedStatement) -> list[str]:
    return re.findall(r"<ACCTID>([^<]*)", written("ofx", *statements).decode())


TWINS = statement_of(line("-3.50"), line("-3.50"), line("-3.50", day=4))
NAMELESS = statement_of(line("-3.50"), institution=None, account_hint=None, account_kind=None)


def test_equal_rows_have_ids_of_their_own_and_a_second_conversion_has_the_same() -> None:
    assert len(set(ids_of(TWINS))) == 3
    assert ids_of(TWINS) == ids_of(statement_of(*TWINS.lines))


def test_a_row_has_the_same_id_in_an_overlapping_statement() -> None:
    assert ids_of(statement_of(line("9.00", "Before", 2), *TWINS.lines))[1:] == ids_of(TWINS)


def test_a_row_of_another_account_or_balance_has_another_id() -> None:
    rows = [statement_of(line("-3.50")), statement_of(line("-3.50"), account_hint="99"), statement_of(line("-3.50", balance=Decimal(1)))]
    assert len({row_id for row in rows for row_id in ids_of(row)}) == 3


@pytest.mark.parametrize("form", sorted(FORMS.keys() - {"xlsx", "camt053", "ofx", "qbo"}))
def test_a_second_conversion_has_the_same_bytes(form: str) -> None:
    assert written(form, TWINS) == written(form, TWINS)


def test_values_that_are_not_printed_are_left_empty() -> None:
    unknown = statement_of(line("-3.50", day=None), currency=None, account_hint=None)
    [row] = csv.DictReader(io.StringIO(written("csv", unknown).decode()))

    assert row == {"date": "", "description": "Coffee", "amount": "-3.50", "balance": "", "currency": "", "account": "", "page": "1"}


@pytest.mark.parametrize("form", sorted(FORMS.keys() - {"csv", "xlsx", "json", "qif"}))
def test_a_form_that_names_the_currency_refuses_an_unknown_one(form: str) -> None:
    with pytest.raises(CurrencyUnknown):
        written(form, statement_of(line("-3.50"), currency=None))


@pytest.mark.parametrize("form", sorted(FORMS.keys() - {"csv", "xlsx", "json", "camt053"}))
def test_a_form_that_names_the_day_refuses_a_row_without_one(form: str) -> None:
    with pytest.raises(NotConvertible, match="Row 1"):
        written(form, statement_of(line("-3.50", day=None)))


@pytest.mark.parametrize(
    ("form", "balances"), [("mt940", {"opening_balance": None}), ("camt053", {"opening_balance": None, "closing_balance": None})]
)
def test_a_form_that_needs_a_balance_refuses_a_statement_without_it(form: str, balances: dict[str, Any]) -> None:
    with pytest.raises(NotConvertible, match="balance"):
        written(form, statement_of(line("-3.50"), **balances))


def test_a_balance_that_is_not_printed_is_not_in_ofx() -> None:
    assert b"LEDGERBAL" not in written("ofx", statement_of(line("-3.50"), closing_balance=None))


@pytest.mark.parametrize("form", sorted({*FORMS, *OF_PROGRAMS} - {"datev"}))
def test_a_statement_without_rows_and_names_is_written(form: str) -> None:
    empty = statement_of(institution=None, account_hint=None, account_kind=None)
    assert {**FORMS, **OF_PROGRAMS}[form].write([empty, NAMELESS], NOW)


@pytest.mark.parametrize("form", ["camt053", "mt940", "ofx", "qbo", "qif"])
def test_accounts_of_one_file_stay_apart(form: str) -> None:
    card = statement_of(line("-9.00", "Fuel"), account_hint="7702", account_kind="credit_card", currency="EUR")
    accounts = read_again(written(form, TWINS, card)).accounts

    assert sorted(len(rows_of(account.rows)) for account in accounts) == [1, 3]


@pytest.mark.parametrize("currency", ["JPY", "KWD"])
@pytest.mark.parametrize("form", sorted(FORMS.keys() - {"xlsx", "json", "hledger", "qif"}))  # the import asks which mark these have
def test_amounts_have_the_decimals_of_their_currency(form: str, currency: str) -> None:
    amount = {"JPY": "-1200", "KWD": "-1.250"}[currency]
    found = read_again(written(form, statement_of(line(amount), currency=currency)), currency=currency)

    assert Decimal(amount) in [row.amount for account in found.accounts for row in account.rows]


def test_a_named_currency_is_used_only_where_the_printed_sign_allows_it() -> None:
    printed = PrintedStatement(currency_sign="$", integrity=Integrity(holds=True))

    assert to_convert(printed, currency="CAD").printed.currency == "CAD"
    assert to_convert(printed, currency="EUR").printed.currency is None
    assert to_convert(PrintedStatement(currency="EUR"), currency="CAD").printed.currency == "EUR"


def test_a_reading_that_does_not_hold_has_a_reason_even_without_facts() -> None:
    assert len(to_convert(PrintedStatement()).reasons) == 1


def test_rows_of_several_files_name_their_file() -> None:
    january, june = (replace(statement_of(line("5.00")), file=f"/home/ada/{name}.pdf") for name in ("january", "june"))

    assert [row["file"] for row in csv.DictReader(written("csv", january, june).decode().splitlines())] == ["january.pdf", "june.pdf"]
    assert "file" not in written("csv", january).decode().splitlines()[0]
    [account] = read_again(written("csv", january, june)).accounts
    assert rows_of(account.rows) == [*printed_rows(january), *printed_rows(june)]


def test_files_without_an_account_number_are_accounts_of_their_own() -> None:
    first, second = (replace(statement_of(line("5.00"), account_hint=""), file=name) for name in ("a.pdf", "b.pdf"))

    assert accounts_of(first, first, second) == ["unknown a", "unknown a", "unknown b"]
    assert accounts_of(second, first) == ["unknown b", "unknown a"]
    assert accounts_of(first) == ["unknown a"]


def test_files_of_one_name_in_two_folders_are_accounts_and_files_of_their_own() -> None:
    both = [replace(statement_of(line("5.00"), account_hint=""), file=f"/home/ada/{year}/june.pdf") for year in (2025, 2026)]

    assert accounts_of(*both) == ["unknown 2025/june", "unknown 2026/june"]
    assert [row["file"] for row in csv.DictReader(written("csv", *both).decode().splitlines())] == ["2025/june.pdf", "2026/june.pdf"]


def test_a_long_name_of_a_file_is_cut_and_stays_apart_from_others() -> None:
    names = [f"statement of the current account {month}.pdf" for month in ("june", "july")]
    found = accounts_of(*(replace(statement_of(line("5.00"), account_hint=""), file=name) for name in names))

    assert len(set(found)) == 2
    assert {len(name) for name in found} == {22}


@pytest.mark.parametrize(
    ("form", "head"), [("mt940", {"opening_balance": None}), ("camt053", {"opening_balance": None, "closing_balance": None})]
)
def test_a_missing_balance_names_its_file(form: str, head: dict[str, Any]) -> None:
    with pytest.raises(NotConvertible, match=r"^june\.pdf: "):
        written(form, replace(statement_of(line("5.00"), **head), file="/home/ada/june.pdf"))


def test_a_missing_currency_names_its_file() -> None:
    with pytest.raises(NotConvertible, match=r"^june\.pdf: "):
        written("ofx", replace(statement_of(line("5.00"), currency=None), file="/home/ada/june.pdf"))
