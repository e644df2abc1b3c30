"""Actual's exports, imported into an account: from a real server of it, and archives that no Actual writes."""

import datetime as dt
import zipfile
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from finance.imports.reading import recognized_format
from finance.imports.rows import FileAccount, FileRow
from finance.imports.services import confirm, preview_now, show_file
from finance.imports.untrusted_files import FileRefused
from finance.models import Account
from tests.connectors.actual_server.serving import actual_server, add, own_client
from tests.factories import OrganizationFactory
from tests.finance.imports.actual_budget.making import BUDGET, ROWS, TABLES, archive, zipped
from tests.finance.imports.reading import account_named, parsed


def part(data: bytes) -> FileAccount:
    return account_named(data, "Checking")


def said(rows: tuple[FileRow, ...]) -> list[tuple[str, str, str, str]]:
    return [(str(row.booked_on), str(row.amount), row.description, row.external_id) for row in rows if not row.problem]


def test_every_account_is_offered_on_budget_and_off_but_none_that_was_deleted() -> None:
    assert recognized_format(BUDGET) == "actual"
    assert [each.name for each in parsed(BUDGET).accounts] == ["Checking", "House"]


def test_an_entry_is_one_row_with_its_id_even_if_it_is_split() -> None:
    assert said(part(BUDGET).rows) == [
        ("2026-01-05", "-250.00", "Rent January", "actual:t1"),
        ("2026-01-06", "-5.00", "House", "actual:t2"),
        ("2026-01-07", "-30.00", "Rent", "actual:t4"),
    ]
    assert said(account_named(BUDGET, "House").rows) == [("2026-01-06", "5.00", "Checking", "actual:t3")]


def test_the_opening_balance_is_told_and_counted_once() -> None:
    found = part(BUDGET)

    assert found.opening
    assert (found.opening.amount, found.opening.as_of) == (Decimal(1000), dt.date(2025, 12, 30))
    assert [row.amount for row in found.rows if row.problem] == [Decimal(1000)]


@pytest.mark.parametrize(
    "wrong", [{"amount": None}, {"amount": "1.50"}, {"amount": 10**18}, {"date": None}, {"date": 20260230}, {"date": -1}]
)
def test_an_unreadable_row_is_shown_with_its_problem(wrong: dict[str, Any]) -> None:
    found = part(archive(rows=({"id": "x", "acct": "a", "amount": -1, "date": 20260105} | wrong,)))

    assert [bool(row.problem) for row in found.rows] == [True]


@pytest.mark.django_db
@pytest.mark.parametrize("currency", ["EUR", "JPY", "KWD"])
def test_hundredths_become_amounts_of_any_currency_once(currency: str) -> None:
    account = Account.objects.create(organization=OrganizationFactory.create(name="Ours", slug="ours"), name="Checking", currency=currency)
    for expected in (3, 0):
        shown = show_file(account=account, by=None, filename="budget.zip", data=BUDGET)
        preview = preview_now(shown)
        assert len(preview.of("new")) == expected
        if expected:
            confirm(ledger_import=shown, by=None, shown=preview.shown)
    assert sum(entry.amount for entry in account.transactions.all()) == Decimal(-285)


def test_two_accounts_of_one_name_are_told_apart() -> None:
    found = parsed(archive(tables=TABLES.replace("'House'", "'Checking'")))

    assert [each.name for each in found.accounts] == ["Checking", "Checking (2)"]


def test_a_budget_of_an_older_release_is_read() -> None:
    older = TABLES.replace("  cleared INTEGER DEFAULT 1, parent_id TEXT, reconciled INTEGER DEFAULT 0);", "  cleared INTEGER DEFAULT 1);")
    rows = tuple({name: value for name, value in row.items() if name != "parent_id"} for row in ROWS)

    assert len(said(part(archive(tables=older, rows=rows)).rows)) == 3


WRONG: dict[str, Callable[[], bytes]] = {
    "of another program": lambda: zipped({"book.xml": b"<a/>"}),
    "another database": lambda: zipped({"db.sqlite": b""}),
    "no table": lambda: archive(tables="CREATE TABLE transactions (id TEXT, acct TEXT);", rows=()),
    "no entry": lambda: archive(rows=()),
    "a view": lambda: archive(tables=TABLES.replace("CREATE TABLE payee_mapping (id TEXT PRIMARY KEY, targetId TEXT);", "").replace(
        "INSERT INTO payee_mapping VALUES ('p', 'p'), ('q', 'p'), ('to-b', 'to-b'), ('to-a', 'to-a');",
        "CREATE VIEW payee_mapping AS SELECT id, name AS targetId FROM payees;")),
    "packed oddly": lambda: archive(packed=zipfile.ZIP_LZMA),
    "cut off": lambda: BUDGET[: len(BUDGET) // 2],
    "a long list": lambda: zipped({f"{number}": b"" for number in range(2000)} | {"db.sqlite": b"SQLite format 3\0"}),
    "a bomb": lambda: zipped({"db.sqlite": b"SQLite format 3\0" + b"\0" * 100_000_001}),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_a_file_that_actual_could_not_have_written_is_refused(what: str) -> None:
    with pytest.raises(FileRefused):
        parsed(WRONG[what]())


def test_a_trigger_of_an_uploaded_database_is_not_run() -> None:
    trap = "CREATE TRIGGER trap AFTER INSERT ON accounts BEGIN DELETE FROM transactions; END;"

    assert len(part(archive(tables=TABLES + trap)).rows) == 4


@pytest.mark.actual
def test_a_budget_exported_by_actual_is_read() -> None:
    parts = [{"amount": -1000, "notes": "bread"}, {"amount": -2000}]
    with actual_server() as server:
        server.new_budget("Home")
        with server.opened("Home") as client:
            rent = add(client, "Checking", "2026-01-05", "-250.00", "Rent", notes="January").id
            add(client, "Checking", "2026-01-06", "-1.00", "Mistake").delete()
            add(client, "House", "2026-01-07", "5.00", "Gift")
            client.commit()
        shop = {"date": "2026-01-08", "amount": -3000, "payee_name": "Shop", "subtransactions": parts}
        seen, data = own_client(server, "Home", Checking=[shop])

    assert [each.name for each in parsed(data).accounts] == ["Checking", "House"]
    assert said(part(data).rows) == [
        ("2026-01-05", "-250.00", "Rent January", f"actual:{rent}"),
        ("2026-01-08", "-30.00", "Shop", f"actual:{seen['Checking'][0]['id']}"),
    ]
