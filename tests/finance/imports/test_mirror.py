"""A file that is the whole of a period: the account says the same after the import, and the same as before after its undo."""

import datetime as dt
from decimal import Decimal

import pytest
from django.contrib.auth.models import User

from finance.balances import book_balance
from finance.entries import delete, edit
from finance.imports.services import LaterWorkStands, LedgerMoved, confirm, preview_now, show_file, undo
from finance.locks import LedgerLocked
from finance.models import Account, EntryChange, Transaction
from finance.models.ledger_import import Choices
from people.models import AuditEntry
from tests.finance.imports.mirroring import AUGUST, SAME, changes, counting, edited_by, entry, file, mirrored, values
from tests.finance.imports.shown import imported, outcomes, shown
from tests.world import booked

pytestmark = pytest.mark.django_db


@pytest.fixture
def edited(account: Account, owner: User) -> Account:
    return edited_by(owner, account)


def test_every_change_is_in_the_preview_and_nothing_is_changed_by_it(edited: Account) -> None:
    before = values(edited)
    preview = mirrored(edited, file())

    assert changes(preview) == [
        ("Rent and water", "changed", "2026-08-01 -900.00 Rent"),
        ("By hand", "void", "2026-08-12 -7.00 By hand"),
        ("Salary", "changed", "2026-08-31 2000.00 Salary"),
    ]
    assert values(edited) == before


def test_the_account_says_the_same_afterwards_and_other_days_are_as_they_were(edited: Account) -> None:
    preview = mirrored(edited, file())
    expected = preview.leads_to()
    report = confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)

    assert (report.added, report.updated, report.voided, report.unchanged) == (0, 2, 1, 0)
    assert counting(edited) == [*SAME, ("2026-09-02", "-3.00", "September")]
    assert entry(edited, "By hand").status == "void"
    assert book_balance(edited) == expected


def test_the_same_file_again_changes_nothing(edited: Account) -> None:
    preview = mirrored(edited, file())
    confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)
    again = mirrored(edited, file())

    assert changes(again) == []
    assert outcomes(again) == ["known", "known", "known"]
    assert not again.may_confirm


def test_undo_restores_all_changed_and_void_entries(edited: Account) -> None:
    before = values(edited)
    preview = mirrored(edited, file(AUGUST + "2026-08-20,-1.00,Stamp\n"))
    confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)
    assert values(edited) != before

    undo(ledger_import=preview.ledger_import, by=None)
    assert values(edited) == before


def test_undo_does_nothing_if_a_changed_entry_was_changed_again(edited: Account, owner: User) -> None:
    preview = mirrored(edited, file())
    confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)
    edit(entry=entry(edited, "By hand"), by=owner, status="posted")
    after = values(edited)

    with pytest.raises(LaterWorkStands, match="By hand"):
        undo(ledger_import=preview.ledger_import, by=None)
    assert values(edited) == after


def test_undo_does_nothing_if_a_changed_entry_was_deleted_since(edited: Account, owner: User) -> None:
    preview = mirrored(edited, file())
    confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)
    delete(entry=entry(edited, "By hand"), by=owner)
    after = values(edited)

    with pytest.raises(LaterWorkStands, match="By hand"):
        undo(ledger_import=preview.ledger_import, by=None)
    assert values(edited) == after


def test_undo_does_nothing_if_a_changed_entry_was_locked_since(edited: Account) -> None:
    preview = mirrored(edited, file())
    confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)
    Account.objects.of(edited.organization).update(locked_until=dt.date(2026, 8, 31))
    after = values(edited)

    with pytest.raises(LedgerLocked):
        undo(ledger_import=preview.ledger_import, by=None)
    assert values(edited) == after


def test_only_exactly_the_changes_that_were_shown_are_confirmed(edited: Account, owner: User) -> None:
    preview = mirrored(edited, file())
    edit(entry=entry(edited, "By hand"), by=owner, description="By hand, corrected")
    before = values(edited)

    with pytest.raises(LedgerMoved):
        confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)
    assert values(edited) == before


def test_an_entry_that_comes_after_the_preview_is_not_void_without_a_new_one(edited: Account) -> None:
    preview = mirrored(edited, file())
    booked(edited, 14, "-2.00", "Late", month=8)

    with pytest.raises(LedgerMoved):
        confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)
    assert entry(edited, "Late").status == "posted"


def test_changes_of_a_period_are_in_the_history_of_the_entries_and_in_the_audit_trail(edited: Account, owner: User) -> None:
    preview = mirrored(edited, file())
    confirm(by=owner, ledger_import=preview.ledger_import, shown=preview.shown)

    of = EntryChange.objects.of(edited.organization).filter(by=owner, entry=entry(edited, "By hand").pk)
    assert [(change.before["status"], (change.after or {})["status"]) for change in of] == [("posted", "void")]
    details = AuditEntry.objects.of(edited.organization).filter(subject_id=str(preview.ledger_import.pk)).latest("at").details
    assert (details["period"], details["changed"], details["voided"]) == ("2026-08-01..2026-08-31", 2, 1)


# Unchanged ---------------------------------------------------------------------------------------------


def test_entries_in_closed_days_stay_as_they_are_with_the_reason(edited: Account) -> None:
    edited.locked_until = dt.date(2026, 8, 10)
    edited.save()
    preview = mirrored(edited, file())

    assert [(name, kind) for name, kind, _after in changes(preview)] == [
        ("Rent and water", "unchanged"), ("By hand", "void"), ("Salary", "changed"),
    ]  # fmt: skip
    assert preview.mirror
    assert "locked up to 10 Aug 2026" in preview.mirror.unchanged[0].obstacle
    expected = preview.leads_to()
    report = confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)
    assert (report.updated, report.voided, report.unchanged) == (1, 1, 1)
    assert entry(edited, "Rent and water").amount == Decimal("-950.00")
    assert book_balance(edited) == expected


def test_not_even_the_text_of_an_entry_of_a_locked_statement_is_changed(account: Account, owner: User) -> None:
    imported(account, file())
    edit(entry=entry(account, "Rent"), by=owner, description="Rent, flat 2")
    account.transactions.update(locked_by="2026-08-01..2026-08-31")
    preview = mirrored(account, file("2026-08-01,-900.00,Rent\n2026-08-31,2000.00,Salary\n"))

    assert [(name, kind) for name, kind, _after in changes(preview)] == [("Rent, flat 2", "unchanged"), ("Starhub", "unchanged")]
    assert preview.mirror
    assert all("Reopen that statement first." in change.obstacle for change in preview.mirror.unchanged)
    assert not preview.may_confirm


def test_an_entry_brought_forward_stays_unchanged(account: Account) -> None:
    booked(account, 10, "-5.00", "Old cheque", month=8, is_brought_forward=True)

    assert changes(mirrored(account, file())) == [("Old cheque", "unchanged", "2026-08-10 -5.00 Old cheque")]


def test_nothing_becomes_void_while_a_row_of_the_period_cannot_be_read(edited: Account) -> None:
    preview = mirrored(edited, file(AUGUST + "2026-08-12,seven,By hand\n"))

    assert ("By hand", "unchanged", "2026-08-12 -7.00 By hand") in changes(preview)
    assert preview.mirror
    assert "cannot be read" in preview.mirror.unchanged[0].obstacle


def test_entries_that_count_in_no_balance_are_not_missed(account: Account) -> None:
    booked(account, 10, "-5.00", "Voided", month=8, status="void")
    booked(account, 11, "-5.00", "Left out", month=8, is_excluded=True)

    assert changes(mirrored(account, file())) == []


def test_texts_that_the_file_leaves_empty_stay(account: Account, owner: User) -> None:
    imported(account, file())
    edit(entry=entry(account, "Rent"), by=owner, reference="RF18", amount=Decimal("-901.00"))
    preview = mirrored(account, file())
    confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)

    rent = entry(account, "Rent")
    assert (rent.amount, rent.reference) == (Decimal("-900.00"), "RF18")


# The period ---------------------------------------------------------------------------------------


def test_without_days_the_period_is_that_of_the_rows(account: Account) -> None:
    preview = mirrored(account, file())

    assert preview.mirror
    assert preview.mirror.period == (dt.date(2026, 8, 1), dt.date(2026, 8, 31))


def test_only_entries_of_the_chosen_days_become_void(edited: Account) -> None:
    def names(first: tuple[int, int], last: tuple[int, int]) -> list[str]:
        whole = Choices(whole_period=True, first_day=dt.date(2026, *first), last_day=dt.date(2026, *last))
        return [name for name, kind, _after in changes(mirrored(edited, file(), whole)) if kind == "void"]

    assert names((8, 1), (8, 11)) == []
    assert names((8, 12), (8, 12)) == ["By hand"]
    assert names((8, 1), (9, 2)) == ["By hand", "September"]


def test_an_entry_that_was_moved_to_another_month_comes_back(account: Account, owner: User) -> None:
    imported(account, file())
    edit(entry=entry(account, "Starhub"), by=owner, booked_on=dt.date(2026, 10, 1))

    assert changes(mirrored(account, file())) == [("Starhub", "changed", "2026-08-05 -114.58 Starhub")]


def test_a_corrected_row_changes_the_entry_of_its_id_and_without_an_id_replaces_the_earlier_entry(account: Account) -> None:
    corrected = "2026-08-05,-114.85,Starhub"
    imported(account, file())
    preview = mirrored(account, file(AUGUST.replace("2026-08-05,-114.58,Starhub", corrected)))
    assert outcomes(preview) == ["known", "new", "known"]
    assert changes(preview) == [("Starhub", "void", "2026-08-05 -114.58 Starhub")]

    with_ids = Account.objects.create(organization=account.organization, name="Ids", currency="EUR")
    head, row = "Date,Amount,Text,Id\n", "2026-08-05,-114.58,Starhub,a\n"
    imported(with_ids, file(row, head))
    assert changes(mirrored(with_ids, file(f"{corrected},a\n", head))) == [("Starhub", "changed", "2026-08-05 -114.85 Starhub")]


def test_a_row_that_is_probably_an_entry_of_the_period_is_that_entry(account: Account) -> None:
    booked(account, 4, "-114.58", "Starhub, by card", month=8)
    preview = mirrored(account, file())

    assert outcomes(preview) == ["new", "updated", "new"]
    confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)
    assert counting(account) == SAME


def test_a_pending_entry_of_another_amount_is_void_beside_the_row_that_settles_it(account: Account) -> None:
    booked(account, 4, "-100.00", "Starhub", month=8, status="pending")
    preview = mirrored(account, file())
    confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)

    assert counting(account) == SAME
    assert [row.amount for row in account.transactions.filter(status="void")] == [Decimal("-100.00")]


def test_the_choice_is_of_this_file_alone(edited: Account) -> None:
    preview = mirrored(edited, file())
    confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)

    assert shown(edited, file()).mirror is None


def test_the_choice_of_a_period_leaves_the_remembered_reading(account: Account) -> None:
    data = b"Date,Amount\n02/08/2026,-1.00\n"
    waiting = show_file(account=account, by=None, filename="a.csv", data=data, choices=Choices(date_order="dmy"))
    confirm(by=None, ledger_import=waiting, shown=preview_now(waiting).shown)

    preview = mirrored(account, data)
    assert (preview.questions, preview.ledger_import.chosen.date_order) == ((), "dmy")


def test_entries_of_other_accounts_are_not_touched(edited: Account, their_account: Account) -> None:
    beside = Account.objects.create(organization=edited.organization, name="Beside", currency="EUR")
    rows = [booked(account, 12, "-7.00", "Other", month=8) for account in (beside, their_account)]
    preview = mirrored(edited, file())
    confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)

    assert [Transaction.objects.of(row.account.organization).get(pk=row.pk).status for row in rows] == ["posted", "posted"]
