"""Files of banks that go wrong elsewhere: each one has its right outcome here."""

import datetime as dt
import json
from decimal import Decimal
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from finance.entries import EntryFields, edit
from finance.models import Account
from finance.models.ledger import Transaction
from people.models import Membership
from people.roles import Role
from tests.bank_files import BANK_FILES, MARKS, organization_of
from tests.factories import UserFactory

pytestmark = MARKS


def account_of(case: str) -> Account:
    return Account.objects.of(organization_of(case)).get()


def run(account: Account, path: Path, *options: str) -> tuple[dict[str, Any], str]:
    """The report and the remarks of the command line."""
    out, remarks = StringIO(), StringIO()
    named = ("--account", account.name, "--organization", account.organization.slug)
    call_command("import_transactions", str(path), *named, *options, stdout=out, stderr=remarks)
    report: dict[str, Any] = json.loads(out.getvalue())
    return report, remarks.getvalue()


def refusal(account: Account, path: Path, *options: str) -> str:
    with pytest.raises(CommandError) as error:
        run(account, path, *options)
    assert not account.transactions.filter(origin__startswith="import:").exists()
    return str(error.value)


def entries(account: Account) -> list[tuple[str, str, str, str]]:
    rows = account.transactions.order_by("booked_on", "amount_minor")
    return [(str(row.booked_on), str(row.amount), row.description, row.status) for row in rows]


@pytest.mark.parametrize(
    ("case", "name", "expected"),
    [
        ("15-csv-day-forms", "excel.csv", [("2026-01-02", "-1150.00", "Rent"), ("2026-01-13", "2000.00", "Pay")]),
        ("16-csv-amount-forms", "dash.csv", [("2026-01-13", "-99.00", "Miete")]),
        ("16-csv-amount-forms", "plus.csv", [("2026-01-13", "-1150.00", "Miete"), ("2026-01-14", "2000.00", "Gehalt")]),
        ("17-citi-negative-credits", "citi.csv",
         [("2026-01-13", "-12.50", "SHOP"), ("2026-01-14", "50.00", "PAYMENT"), ("2026-01-15", "-7.25", "SHOP")]),
        ("18-side-words", "lt.csv", [("2024-01-01", "-13.44", "A"), ("2024-01-02", "20.00", "B")]),
        ("19-footer-and-balance-rows", "balances.csv", [("2026-02-13", "-10.00", "A"), ("2026-02-14", "-20.00", "B")]),
        ("19-footer-and-balance-rows", "total.csv", [("2026-01-13", "-12.50", "A"), ("2026-01-14", "-3.00", "B")]),
        ("20-encodings", "mbank.csv", [("2026-01-13", "-12.50", "ŻABKA ŁÓDŹ")]),
        ("20-encodings", "ru.csv", [("2026-01-13", "-10.00", "Магазин")]),
        ("26-brazil", "extrato.csv", [("2026-01-13", "-1000.00", "PIX"), ("2026-01-14", "500.00", "TED"), ("2026-01-15", "-500.00", "X")]),
        ("28-ing-payee", "ing.csv", [("2026-01-13", "-10.00", "Albert Heijn 1234 Pasvolgnr: 001")]),
        ("06-revolut-fee-and-balance", "revolut.csv",
         [("2026-01-03", "-10.00", "Shop"), ("2026-01-04", "-50.50", "To USD"), ("2026-01-05", "100.00", "Top-up")]),
        ("14-qif-mixed-separators", "dots.qif", [("2009-02-28", "2.29", "A"), ("2018-01-01", "-9.00", "B")]),
        ("14-qif-mixed-separators", "dash.qif", [("2026-01-31", "-2.00", "C")]),
    ],
)  # fmt: skip
def test_the_file_is_read_without_a_question(case: str, name: str, expected: list[tuple[str, str, str]]) -> None:
    account = account_of(case)

    run(account, BANK_FILES / case / name)

    assert entries(account) == [(*entry, "posted") for entry in expected]


def test_a_pending_entry_is_posted_by_the_next_file() -> None:
    case = "03-pending-then-booked"
    account = account_of(case)

    run(account, BANK_FILES / case / "camt052.xml")
    assert [entry[3] for entry in entries(account)] == ["pending"]
    report, _remarks = run(account, BANK_FILES / case / "camt053.xml")

    assert (report["added"], report["updated"]) == (0, 1)
    assert [entry[1:] for entry in entries(account)] == [("-20.00", "Petrol Invoice", "posted")]


def test_a_hold_is_named_beside_the_booking_of_another_amount() -> None:
    case = "03c-pending-other-amount"
    account = account_of(case)
    run(account, BANK_FILES / case / "camt052.xml")

    report, remarks = run(account, BANK_FILES / case / "camt053.xml")

    assert report["added"] == 1
    assert "a pending entry of another amount may be settled by this row" in remarks


@pytest.mark.parametrize(("name", "row", "pending"), [("paypal.csv", 5, ["-9.00"]), ("turnover.csv", 4, ["-5.00"])])
def test_status_and_currency_count_beside_an_amount_of_an_unknown_heading(name: str, row: int, pending: list[str]) -> None:
    case = "04-status-and-currency-dropped"
    account = account_of(case)

    assert f"Row {row}: is in USD; the account is in EUR." in refusal(account, BANK_FILES / case / name)
    report, _remarks = run(account, BANK_FILES / case / name, "--leave-out")

    assert report["refused"] == 1
    assert [str(entry.amount) for entry in account.transactions.filter(status="pending")] == pending
    if name == "paypal.csv":
        assert [(str(entry.amount), entry.external_id) for entry in account.transactions.order_by("booked_on")] == [
            ("-20.00", "T1"), ("96.80", "T2"), ("-9.00", "T3"),
        ]  # fmt: skip


def test_the_sign_of_another_currency_refuses_the_row() -> None:
    case = "05-foreign-symbol-in-cell"
    account = account_of(case)

    told = refusal(account, BANK_FILES / case / "card.csv")
    run(account, BANK_FILES / case / "card.csv", "--leave-out")

    assert [line for line in told.splitlines() if line.startswith("Row")] == [
        f"Row {row}: is in {sign}; the account is in EUR." for row, sign in ((2, "$"), (4, "¥"), (5, "£"))
    ]
    assert [entry[1] for entry in entries(account)] == ["-5.00"]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("other-account.ofx", "The file is for account 12345678. This account has the number 87654321."),
        ("short.sta", "its closing balance is €80.00"),
    ],
)
def test_the_command_line_stops_at_each_warning_of_the_page(name: str, told: str) -> None:
    case = "07-cli-hides-warnings"
    account = account_of(case)

    problem = refusal(account, BANK_FILES / case / name)
    report, remarks = run(account, BANK_FILES / case / name, "--force")

    assert told in problem
    assert "--force" in problem
    assert told in remarks
    assert any(told in warning for warning in report["warnings"])
    assert "they differ by" in remarks
    assert "difference" in report


def test_the_part_of_the_accounts_number_is_taken_and_another_is_asked_for() -> None:
    case = "08-csv-several-accounts"
    account = account_of(case)

    run(account, BANK_FILES / case / "bank.csv")
    told = refusal_of_questions(account, BANK_FILES / case / "revolut.csv")
    run(account, BANK_FILES / case / "revolut.csv", "--part", "Savings")

    assert [line.strip() for line in told.splitlines() if "--part" in line] == ["--part Current", "--part Savings"]
    assert [entry[1] for entry in entries(account)] == ["-10.00", "10.00"]


def refusal_of_questions(account: Account, path: Path) -> str:
    with pytest.raises(CommandError) as error:
        run(account, path)
    return str(error.value)


@pytest.mark.parametrize("change", [{"description": "Amazon"}, {"booked_on": dt.date(2026, 1, 12)}], ids=["text", "day"])
def test_an_entry_that_was_edited_is_not_imported_again(change: EntryFields) -> None:
    case = "09-edited-then-imported-again"
    account = account_of(case)
    run(account, BANK_FILES / case / "jan.csv")
    entry = account.transactions.get(amount_minor=-2000)
    person = UserFactory.create()
    Membership.objects.create(organization=account.organization, user=person, role=Role.OWNER)
    edit(entry=entry, by=person, **change)

    report, _remarks = run(account, BANK_FILES / case / "jan.csv")

    assert (report["added"], report["known"]) == (0, 3)
    assert sum(entry.amount for entry in account.transactions.all()) == Decimal("-27.00")


def test_a_reversal_in_the_debit_column_is_asked_about() -> None:
    case = "17-citi-negative-credits"
    account = account_of(case)

    told = refusal(account, BANK_FILES / case / "reversal.csv")
    run(account, BANK_FILES / case / "reversal.csv", "--minus", "reversal")

    assert "--minus reversal" in told
    assert [entry[1] for entry in entries(account)] == ["-10.00", "10.00", "5.00"]


def test_a_pending_row_without_a_booking_day_has_the_day_it_began() -> None:
    case = "19-footer-and-balance-rows"
    account = account_of(case)

    run(account, BANK_FILES / case / "pending.csv")

    assert [(entry[0], entry[3]) for entry in entries(account)] == [("2026-03-03", "posted"), ("2026-03-04", "pending")]


def test_the_same_payment_of_another_source_a_day_later_is_probably_there() -> None:
    case = "22-one-day-apart"
    account = account_of(case)
    run(account, BANK_FILES / case / "bank.csv")

    report, remarks = run(account, BANK_FILES / case / "bank.ofx")

    assert (report["added"], report["probable"]) == (0, 1)
    assert "--also 1" in remarks
    assert Transaction.objects.of(account.organization).count() == 1
