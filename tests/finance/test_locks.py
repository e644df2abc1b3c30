"""Closed days and cleared entries: no way into the ledger passes them."""

import datetime as dt
import re
from decimal import Decimal
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client

from finance.accounts import StartingRow, start_account
from finance.balances import book_balance
from finance.forms.account import AccountForm
from finance.imports.services import preview_now, show_file
from finance.ledger_writer import write_entries
from finance.loading import BooksRefused, load_ledger
from finance.locks import CLEARED, CLOSED, NEEDS_A_DATE, LedgerLocked, needs_a_date
from finance.models import Account, EntryChange, Transaction
from people.models import Organization
from tests.addresses import reverse
from tests.world import booked

pytestmark = pytest.mark.django_db
JANUARY = dt.date(2026, 1, 31)
CLEARED_BY = "2026-01-01..2026-01-31"


@pytest.fixture
def closed(account: Account) -> Account:
    """January is closed."""
    account.locked_until = JANUARY
    account.save()
    return account


def unsaved(account: Account, day: dt.date, **columns: object) -> Transaction:
    return Transaction(account=account, booked_on=day, amount_minor=-10_00, **columns)


def codes(locked: "pytest.ExceptionInfo[LedgerLocked]") -> list[str]:
    return [lock.code for lock in locked.value.locks]


def cleared(account: Account) -> Transaction:
    return booked(account, 5, "-10.00", month=2, locked_by=CLEARED_BY, description="Rent")


def stored(entry: Transaction) -> Transaction:
    return entry.account.transactions.get(pk=entry.pk)


def test_a_late_entry_needs_a_date_and_the_message_says_what_to_do(closed: Account) -> None:
    with pytest.raises(LedgerLocked) as locked:
        write_entries(by=None, added=[unsaved(closed, JANUARY, description="Rent")])

    assert codes(locked) == [NEEDS_A_DATE]
    assert "31 Jan 2026, Rent: needs a date after 31 Jan 2026" in str(locked.value)
    assert not closed.transactions.exists()


def test_the_day_after_the_lock_is_open(closed: Account) -> None:
    write_entries(by=None, added=[unsaved(closed, JANUARY + dt.timedelta(days=1))])

    assert closed.transactions.count() == 1


def test_one_late_entry_keeps_all_others_out(closed: Account) -> None:
    with pytest.raises(LedgerLocked):
        write_entries(by=None, added=[unsaved(closed, dt.date(2026, 2, 3)), unsaved(closed, JANUARY)])

    assert not closed.transactions.exists()


def test_an_organization_closes_all_its_accounts(account: Account, organization: Organization) -> None:
    organization.locked_until = JANUARY
    organization.save()

    assert needs_a_date(unsaved(Account.objects.of(organization).get(pk=account.pk), JANUARY))


def test_a_lock_that_was_set_meanwhile_counts(account: Account, organization: Organization) -> None:
    Account.objects.of(organization).update(locked_until=JANUARY)

    with pytest.raises(LedgerLocked):
        write_entries(by=None, added=[unsaved(account, JANUARY)])


def test_entries_that_count_in_no_balance_may_be_in_closed_days(closed: Account) -> None:
    waiting = unsaved(closed, JANUARY, status="pending")
    write_entries(by=None, added=[waiting])

    waiting.status = "posted"
    with pytest.raises(LedgerLocked) as locked:
        write_entries(by=None, changed=[waiting])
    assert codes(locked) == [NEEDS_A_DATE]


def test_nothing_that_counts_is_changed_or_removed_in_closed_days(closed: Account) -> None:
    entry = booked(closed, 5, "-10.00")

    entry.amount_minor = -11_00
    with pytest.raises(LedgerLocked) as changing:
        write_entries(by=None, changed=[entry])
    with pytest.raises(LedgerLocked) as removing:
        write_entries(by=None, removed=[entry])

    assert (codes(changing), codes(removing)) == ([CLOSED], [CLOSED])
    assert stored(entry).amount_minor == -10_00


def test_nothing_moves_into_closed_days(closed: Account) -> None:
    entry = booked(closed, 5, "-10.00", month=2)

    entry.booked_on = JANUARY
    with pytest.raises(LedgerLocked) as locked:
        write_entries(by=None, changed=[entry])

    assert codes(locked) == [NEEDS_A_DATE]


@pytest.mark.parametrize(
    ("column", "value"),
    [("amount_minor", -11_00), ("booked_on", dt.date(2026, 2, 6)), ("status", "void"), ("is_excluded", True), ("is_brought_forward", True)],
)
def test_the_printed_values_of_a_cleared_entry_cannot_be_changed(account: Account, column: str, value: object) -> None:
    entry = cleared(account)

    setattr(entry, column, value)
    with pytest.raises(LedgerLocked) as locked:
        write_entries(by=None, changed=[entry])

    assert codes(locked) == [CLEARED]
    assert "the locked statement 1 Jan 2026 to 31 Jan 2026" in str(locked.value)
    assert getattr(stored(entry), column) != value


def test_a_cleared_entry_stays_in_its_account(account: Account, organization: Organization) -> None:
    entry = cleared(account)

    entry.account = organization.accounts.create(name="Savings", currency="EUR")
    with pytest.raises(LedgerLocked):
        write_entries(by=None, changed=[entry])


def test_texts_of_a_cleared_entry_stay_free(account: Account) -> None:
    entry = cleared(account)

    entry.description, entry.reference, entry.number = "Rent of January", "R-1", "101"
    write_entries(by=None, changed=[entry])

    assert stored(entry).description == "Rent of January"


def test_a_cleared_entry_is_not_removed(account: Account) -> None:
    with pytest.raises(LedgerLocked) as locked:
        write_entries(by=None, removed=[cleared(account)])

    assert codes(locked) == [CLEARED]


def test_the_entry_of_a_cleared_reversal_cannot_be_deleted(account: Account) -> None:
    wrong = booked(account, 4, "10.00")
    reversal = cleared(account)
    reversal.reversal_of = wrong
    reversal.save()

    with pytest.raises(LedgerLocked):
        write_entries(by=None, removed=[wrong])


def test_every_change_records_the_earlier_values_and_the_person(account: Account, owner: User) -> None:
    entry = booked(account, 5, "-10.00", description="Rent")

    entry.amount_minor = -11_00
    write_entries(by=owner, changed=[entry])
    write_entries(by=owner, removed=[entry])

    first, second = EntryChange.objects.of(account.organization)
    assert (first.before["amount_minor"], (first.after or {})["amount_minor"], first.by) == (-10_00, -11_00, owner)
    assert (second.entry, second.before["amount_minor"], second.after) == (entry.pk, -11_00, None)


def test_a_new_row_in_closed_days_is_refused_and_an_entry_of_closed_days_is_known(closed: Account) -> None:
    booked(closed, 30, "-5.00", description="There")
    rows = b"2026-01-29,-5.00,Late\n2026-01-30,-5.00,There\n2026-02-02,-6.00,Fine\n"

    shown = show_file(account=closed, by=None, filename="f", data=b"Date,Amount,Description\n" + rows)
    judged = preview_now(shown).judged

    assert [row.outcome for row in judged] == ["refused", "known", "new"]
    assert "needs a date after 31 Jan 2026" in judged[0].reason


def books(account: Account, *rows: dict[str, str], **columns: object) -> dict[str, object]:
    ours = {"name": account.name, "currency": "EUR", "opening_balance": "100.00", "opening_date": "2026-01-01", "number": account.number}
    return {"organizations": [{"slug": account.organization.slug, "accounts": [{**ours, **columns, "transactions": list(rows)}]}]}


def test_books_from_json_pass_the_same_locks(closed: Account) -> None:
    known = booked(closed, 5, "-10.00", external_id="t1")

    with pytest.raises(BooksRefused, match="the account is locked up to 31 Jan 2026"):
        load_ledger(books=books(closed, {"id": "t1", "date": "2026-01-05", "amount": "-11.00"}), update=True)
    with pytest.raises(BooksRefused, match="needs a date after 31 Jan 2026"):
        load_ledger(books=books(closed, {"id": "t2", "date": "2026-01-05", "amount": "-11.00"}))

    assert [row.amount_minor for row in closed.transactions.all()] == [known.amount_minor]


def test_an_account_is_not_started_in_closed_days(organization: Organization) -> None:
    organization.locked_until = JANUARY
    organization.save()
    row = StartingRow(booked_on=JANUARY, amount=Decimal(-10))

    with pytest.raises(LedgerLocked):
        start_account(
            organization=organization, name="Late", kind="checking", currency="EUR", opening_balance=None,
            opening_date=JANUARY, rows=[row], origin="statement:1",
        )  # fmt: skip


def test_the_opening_of_a_closed_account_stays(closed: Account) -> None:
    assert book_balance(closed) == 100
    values = {"name": "Checking", "kind": "checking", "currency": "EUR", "opening_balance": "101.00", "opening_date": "2026-01-01"}

    form = AccountForm(values | {"locked_until": "2026-01-31"}, instance=closed, organization=closed.organization)

    assert "The opening balance is locked" in str(form.errors)
    with pytest.raises(BooksRefused, match="its opening balance is locked"):
        load_ledger(books=books(closed, opening_balance="101.00"), update=True)


def test_the_admin_passes_the_same_locks(closed: Account, client: Client) -> None:
    entry = booked(closed, 5, "-10.00", description="Rent")
    client.force_login(User.objects.create_superuser("admin"))
    values = {"account": closed.pk, "booked_on": "2026-01-05", "amount": "-11.00", "status": "posted"}

    changed = client.post(reverse("admin:finance_transaction_change", args=[entry.pk]), values)
    removed = client.post(reverse("admin:finance_transaction_delete", args=[entry.pk]), {"post": "yes"})
    in_bulk = client.post(
        reverse("admin:finance_transaction_changelist"), {"action": "delete_selected", "_selected_action": [entry.pk], "post": "yes"}
    )
    with_account = client.post(reverse("admin:finance_account_delete", args=[closed.pk]), {"post": "yes"})

    for response in (changed, removed, in_bulk, with_account):
        assert b"the account is locked up to 31 Jan 2026" in response.content
    assert stored(entry).amount_minor == -10_00


def test_the_admin_remembers_who_changed_what(account: Account, client: Client) -> None:
    entry = booked(account, 5, "-10.00", description="Rent")
    admin = User.objects.create_superuser("admin")
    client.force_login(admin)

    client.post(
        reverse("admin:finance_transaction_change", args=[entry.pk]),
        {"account": account.pk, "booked_on": "2026-01-05", "amount": "-11.00", "status": "posted"},
    )

    [change] = EntryChange.objects.of(account.organization)
    assert (change.by, stored(entry).amount_minor) == (admin, -11_00)


def test_one_module_alone_writes_entries() -> None:
    """A write of rows that bypasses this module would bypass the locks."""
    writes = re.compile(r"\btransactions\.(create|bulk_|update|delete|get_or)|\bTransaction\.objects\.(create|bulk_|update|get_or)")
    project = Path(__file__).parents[2]

    found = [
        str(path.relative_to(project))
        for package in ("finance", "reconciliation", "config")
        for path in (project / package).rglob("*.py")
        if "migrations" not in path.parts and writes.search(path.read_text())
    ]

    assert found == []
