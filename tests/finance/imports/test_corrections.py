"""The list of what has to be corrected in the program of the books: what brings an entry onto it, and what takes it off."""

import datetime as dt
from decimal import Decimal

import pytest
from django.contrib.auth.models import User

from finance.entries import delete, edit, enter, void
from finance.imports.corrections import CorrectionMoved, corrections_of, csv_lines, settle, unsettle
from finance.imports.rows import FileRow
from finance.imports.services import confirm, preview_now, show_file, take_rows, undo
from finance.models import Account
from people.access import NotYours
from people.models import AuditEntry
from people.roles import Role
from reconciliation.posting.publishing import publish
from reconciliation.posting.undoing import undo as undo_posting
from tests.factories import MembershipFactory
from tests.finance.imports.mirroring import AUGUST, entry, file, mirrored
from tests.finance.imports.shown import imported, shown
from tests.read_statements import only, paper, read_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def august(account: Account) -> Account:
    """The account with three entries from a file."""
    imported(account, file())
    return account


def listed(account: Account) -> list[tuple[str, str, str]]:
    """Return what to do, with the entry in the program and here."""
    listed: list[tuple[str, str, str]] = []
    for item in corrections_of(account).open:
        there, here = (f"{side.booked_on} {side.amount} {side.description}" if side else "" for side in (item.before, item.after))
        listed.append((item.task, there, here))
    return listed


def test_nothing_is_listed_until_an_entry_is_corrected(august: Account) -> None:
    assert listed(august) == []


def test_changed_deleted_void_and_added_entries_are_listed_as_the_program_has_them_and_as_they_are(august: Account, owner: User) -> None:
    edit(entry=entry(august, "Rent"), by=owner, amount=Decimal("-950.00"))
    edit(entry=entry(august, "Rent"), by=owner, description="Rent and water", booked_on=dt.date(2026, 8, 2))
    delete(entry=entry(august, "Starhub"), by=owner)
    void(entry=entry(august, "Salary"), by=owner)
    enter(account=august, by=owner, booked_on=dt.date(2026, 8, 12), amount=Decimal("-7.00"), description="By hand")

    assert listed(august) == [
        ("change", "2026-08-01 -900.00 Rent", "2026-08-02 -950.00 Rent and water"),
        ("delete", "2026-08-05 -114.58 Starhub", ""),
        ("add", "", "2026-08-12 -7.00 By hand"),
        ("delete", "2026-08-31 2000.00 Salary", ""),
    ]
    first = corrections_of(august).open[0]
    assert first.to_do == "Change the date, the amount, the description."
    assert first.change
    assert first.change.by == owner


def test_an_entry_that_is_as_it_came_again_needs_no_correction(august: Account, owner: User) -> None:
    edit(entry=entry(august, "Rent"), by=owner, description="Mistyped")
    edit(entry=entry(august, "Mistyped"), by=owner, description="Rent")

    assert listed(august) == []


def test_a_later_file_with_the_corrected_values_takes_the_entry_off_the_list(august: Account, owner: User) -> None:
    edit(entry=entry(august, "Rent"), by=owner, amount=Decimal("-950.00"))
    imported(august, file())  # it still has the old value
    assert listed(august) == [("change", "2026-08-01 -900.00 Rent", "2026-08-01 -950.00 Rent")]

    preview = shown(august, file("2026-08-01,-950.00,Rent\n"))
    assert preview.may_confirm
    assert preview.shows == 1
    confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)
    assert listed(august) == []

    undo(ledger_import=preview.ledger_import, by=None)
    assert listed(august) == [("change", "2026-08-01 -900.00 Rent", "2026-08-01 -950.00 Rent")]


def test_a_later_file_with_another_value_of_the_id_is_what_the_program_has(account: Account, owner: User) -> None:
    rows = "Id,Date,Amount,Text\na,2026-08-01,-900.00,Rent\n"
    imported(account, rows.encode())
    edit(entry=entry(account, "Rent"), by=owner, amount=Decimal("-950.00"))
    imported(account, rows.replace("900", "905").encode())

    assert listed(account) == [("change", "2026-08-01 -905.00 Rent", "2026-08-01 -950.00 Rent")]
    imported(account, rows.replace("900", "950").encode())
    assert listed(account) == []


def test_a_change_in_the_program_alone_is_nothing_to_correct_there(account: Account) -> None:
    rows = "Id,Date,Amount,Text,Status\na,2026-08-01,-900.00,Rent,pending\n"
    imported(account, rows.encode())
    imported(account, rows.replace("pending", "booked").replace("900", "905").encode())
    assert entry(account, "Rent").amount == Decimal("-905.00")
    imported(account, rows.replace("pending", "booked").replace("900", "907").encode())

    assert listed(account) == []


def test_the_change_by_an_import_is_what_the_program_has_when_a_member_corrects_the_entry(account: Account, owner: User) -> None:
    rows = "Id,Date,Amount,Text,Status\na,2026-08-01,-900.00,Rent,pending\n"
    imported(account, rows.encode())
    imported(account, rows.replace("pending", "booked").replace("900", "905").encode())
    edit(entry=entry(account, "Rent"), by=owner, amount=Decimal("-950.00"))

    assert listed(account) == [("change", "2026-08-01 -905.00 Rent", "2026-08-01 -950.00 Rent")]


def test_an_entry_that_was_added_here_leaves_the_list_once_the_program_has_it(august: Account, owner: User) -> None:
    enter(account=august, by=owner, booked_on=dt.date(2026, 8, 12), amount=Decimal("-7.00"), description="Stamps")
    imported(august, file(AUGUST + "2026-08-12,-7.00,Post office\n"))
    assert listed(august) == []

    delete(entry=entry(august, "Stamps"), by=owner)
    assert listed(august) == [("delete", "2026-08-12 -7.00 Stamps", "")]


def test_a_payment_of_another_day_is_not_taken_for_the_added_entry(august: Account, owner: User) -> None:
    enter(account=august, by=owner, booked_on=dt.date(2026, 8, 12), amount=Decimal("-7.00"), description="Stamps")
    imported(august, file(AUGUST + "2026-08-13,-7.00,Stamps\n"))

    assert listed(august) == [("add", "", "2026-08-12 -7.00 Stamps")]


def test_an_entry_that_is_added_although_it_is_probably_there_shows_nothing(august: Account, owner: User) -> None:
    enter(account=august, by=owner, booked_on=dt.date(2026, 8, 12), amount=Decimal("-7.00"), description="Stamps")
    preview = shown(august, file("2026-08-12,-7.00,Post office\n"))
    confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown, also=[preview.judged[0].row.place])

    assert listed(august) == [("add", "", "2026-08-12 -7.00 Stamps")]


def test_the_whole_of_a_period_shows_that_the_program_has_deleted_the_entries_too(august: Account, owner: User) -> None:
    delete(entry=entry(august, "Starhub"), by=owner)
    void(entry=entry(august, "Salary"), by=owner)
    preview = mirrored(august, file("2026-08-01,-900.00,Rent\n2026-08-30,-1.00,Stamp\n"))
    assert len(listed(august)) == 2
    confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)
    assert [item[1] for item in listed(august)] == ["2026-08-31 2000.00 Salary"]  # the file ends before it

    whole = mirrored(august, file("2026-08-01,-900.00,Rent\n2026-08-30,-1.00,Stamp\n2026-08-31,-1.00,Fee\n"))
    confirm(by=None, ledger_import=whole.ledger_import, shown=whole.shown)
    assert listed(august) == []


def test_a_row_that_cannot_be_read_may_be_a_deleted_entry(august: Account, owner: User) -> None:
    delete(entry=entry(august, "Starhub"), by=owner)
    preview = mirrored(august, file("2026-08-01,-900.00,Rent\n2026-08-05,?,Starhub\n2026-08-31,2000.00,Salary\n2026-08-31,1.00,Interest\n"))
    confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)

    assert listed(august) == [("delete", "2026-08-05 -114.58 Starhub", "")]


def test_a_mirror_that_gives_an_entry_the_program_s_values_back_leaves_nothing_to_correct(august: Account, owner: User) -> None:
    edit(entry=entry(august, "Rent"), by=owner, amount=Decimal("-950.00"))
    preview = mirrored(august, file())
    confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)

    assert listed(august) == []


def test_a_deleted_entry_that_a_file_adds_again_is_not_listed(august: Account, owner: User) -> None:
    delete(entry=entry(august, "Starhub"), by=owner)
    imported(august, file())

    assert listed(august) == []


def test_entries_of_an_undone_import_are_not_listed(august: Account) -> None:
    undo(ledger_import=august.ledger_imports.get(), by=None)

    assert listed(august) == []


def test_books_from_a_bank_s_own_file_have_no_program_to_correct(august: Account, owner: User) -> None:
    august.ledger_imports.update(format="camt")
    edit(entry=entry(august, "Rent"), by=owner, amount=Decimal("-950.00"))

    assert listed(august) == []


def test_rows_of_a_connection_take_entries_off_the_list(august: Account, owner: User) -> None:
    def row(amount: str) -> FileRow:
        return FileRow(place=1, booked_on=dt.date(2026, 9, 1), amount=Decimal(amount), description="Rent", external_id="p:1")

    take_rows(account=august, by=None, way="program", named="Program", rows=[row("-900.00")])
    edit(entry=august.transactions.get(external_id="p:1"), by=owner, amount=Decimal("-950.00"))
    assert len(listed(august)) == 1

    take_rows(account=august, by=None, way="program", named="Program", rows=[row("-950.00")])
    assert listed(august) == []


def test_a_row_of_a_statement_that_was_added_is_listed_with_its_row_and_leaves_with_its_undo(august: Account, owner: User) -> None:
    document = read_in(august.organization, paper([(3, "-9.00", "KIOSK 17")], opening="100.00", number="12345678"))
    publish(statement=only(document), actor=owner)
    (item,) = corrections_of(august).open

    assert (item.task, item.why) == ("add", "It was added here from a statement.")
    assert item.row
    assert (item.row.amount, item.row.page, item.row.statement_import) == (Decimal("-9.00"), 1, document.pk)
    undo_posting(statement_import=document, actor=owner)
    assert listed(august) == []


def test_a_member_marks_an_entry_as_done_and_takes_it_back(august: Account, owner: User) -> None:
    edit(entry=entry(august, "Rent"), by=owner, amount=Decimal("-950.00"))
    (item,) = corrections_of(august).open
    settle(account=august, entry=item.entry, by=owner, mark=item.mark)
    after = corrections_of(august)
    assert (after.open, [done.entry for done in after.settled]) == ((), [item.entry])

    unsettle(account=august, entry=item.entry, by=owner)
    assert len(listed(august)) == 1
    acts = AuditEntry.objects.of(august.organization).order_by("number").values_list("act", flat=True)
    assert list(acts)[-2:] == ["settled_correction", "unsettled_correction"]


def test_only_what_was_shown_is_marked_as_done(august: Account, owner: User) -> None:
    edit(entry=entry(august, "Rent"), by=owner, amount=Decimal("-950.00"))
    (item,) = corrections_of(august).open
    edit(entry=entry(august, "Rent"), by=owner, amount=Decimal("-960.00"))

    with pytest.raises(CorrectionMoved):
        settle(account=august, entry=item.entry, by=owner, mark=item.mark)
    with pytest.raises(CorrectionMoved):
        unsettle(account=august, entry=item.entry, by=owner)
    assert len(listed(august)) == 1


def test_an_entry_that_is_changed_after_it_was_done_is_listed_from_the_value_that_was_done(august: Account, owner: User) -> None:
    edit(entry=entry(august, "Rent"), by=owner, amount=Decimal("-950.00"))
    (item,) = corrections_of(august).open
    settle(account=august, entry=item.entry, by=owner, mark=item.mark)
    edit(entry=entry(august, "Rent"), by=owner, amount=Decimal("-960.00"))

    assert listed(august) == [("change", "2026-08-01 -950.00 Rent", "2026-08-01 -960.00 Rent")]


def test_a_later_file_that_still_has_the_old_value_brings_a_done_entry_back(august: Account, owner: User) -> None:
    edit(entry=entry(august, "Rent"), by=owner, amount=Decimal("-950.00"))
    (item,) = corrections_of(august).open
    settle(account=august, entry=item.entry, by=owner, mark=item.mark)
    imported(august, file(AUGUST + "2026-09-01,-1.00,Fee\n"))

    assert listed(august) == [("change", "2026-08-01 -900.00 Rent", "2026-08-01 -950.00 Rent")]


def test_only_members_who_import_mark_entries_as_done(august: Account, owner: User) -> None:
    viewer = MembershipFactory.create(organization=august.organization, role=Role.VIEWER).user
    edit(entry=entry(august, "Rent"), by=owner, amount=Decimal("-950.00"))
    (item,) = corrections_of(august).open

    with pytest.raises(NotYours):
        settle(account=august, entry=item.entry, by=viewer, mark=item.mark)


def test_the_csv_has_both_sides_and_no_formula(august: Account, owner: User) -> None:
    edit(entry=entry(august, "Rent"), by=owner, amount=Decimal("-950.00"), description="=1+1")
    head, line = csv_lines(corrections_of(august).open)

    assert head.startswith("to_do,entry,external_id,date_there,amount_there")
    assert "2026-08-01,-900.00,Rent,2026-08-01,-950.00,'=1+1" in line


def test_another_account_s_entries_are_not_listed(august: Account, their_account: Account, owner: User) -> None:
    edit(entry=entry(august, "Rent"), by=owner, amount=Decimal("-950.00"))
    waiting = show_file(account=their_account, by=None, filename="f.csv", data=file("2026-08-01,-950.00,Rent\n"))
    confirm(by=None, ledger_import=waiting, shown=preview_now(waiting).shown)

    assert listed(their_account) == []
    assert len(listed(august)) == 1
