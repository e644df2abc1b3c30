"""An import adds exactly the shown and confirmed rows, once, and can be undone as a whole."""

import datetime as dt
from decimal import Decimal

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from finance.imports.services import (
    LaterWorkStands,
    LedgerMoved,
    NotShown,
    choose,
    confirm,
    discard,
    preview_now,
    undo,
)
from finance.imports.untrusted_files import FileRefused
from finance.locks import LedgerLocked
from finance.models import Account, LedgerImport
from finance.models.ledger_import import Choices
from tests.finance.imports.samples import OFX_1, OFX_2
from tests.finance.imports.shown import COFFEES, imported, outcomes, shown
from tests.world import booked

pytestmark = pytest.mark.django_db


def test_a_file_of_another_account_is_warned_about(account: Account) -> None:
    assert shown(account, OFX_1).warnings == []

    assert "The file is for account 0087654321" in shown(account, OFX_1.replace(b"0012345678", b"0087654321")).warnings[0]
    assert "The file is in USD" in shown(account, OFX_1.replace(b"<CURDEF>EUR", b"<CURDEF>USD")).warnings[0]
    assert any("another kind" in warning for warning in shown(account, OFX_2).warnings)


def test_a_file_of_several_accounts_gives_the_account_of_the_same_number_or_asks(account: Account) -> None:
    begin, end = OFX_1.index(b"<STMTTRNRS>"), OFX_1.index(b"</STMTTRNRS>") + 12
    second = OFX_1[begin:end].replace(b"0012345678", b"0099999999").replace(b"-200.00", b"-1.00")
    both = OFX_1[:end] + second + OFX_1[end:]

    assert shown(account, both).questions == ()
    assert shown(account, both).judged[0].row.amount == Decimal("-200.00")
    account.number = ""
    account.save()
    preview = shown(account, both)
    assert preview.questions == ("account",)
    with pytest.raises(LedgerMoved):
        confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)


def test_only_the_shown_rows_are_imported(account: Account) -> None:
    preview = shown(account, OFX_1)
    booked(account, 4, "-200.00")

    with pytest.raises(LedgerMoved):
        confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)

    assert account.transactions.count() == 1
    again = preview_now(preview.ledger_import)
    assert confirm(by=None, ledger_import=preview.ledger_import, shown=again.shown).added == 2


def test_a_file_with_an_open_question_cannot_be_imported(account: Account) -> None:
    preview = shown(account, b"Date,Amount\n02/01/2026,-1.00\n")

    assert preview.questions == ("date_order",)
    with pytest.raises(LedgerMoved):
        confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)


def test_the_answers_to_a_file_are_remembered_for_the_next_file_of_its_kind(account: Account) -> None:
    preview = shown(account, b"Date,Amount\n02/01/2026,-1.00\n")
    choose(ledger_import=preview.ledger_import, choices=Choices(date_order="dmy"))
    waiting = LedgerImport.objects.of(account.organization).get()
    confirm(by=None, ledger_import=waiting, shown=preview_now(waiting).shown)

    later = shown(account, b"Date,Amount\n03/01/2026,-1.00\n")
    assert later.questions == ()
    assert later.judged[0].row.booked_on == dt.date(2026, 1, 3)
    assert shown(account, b"Date,Amount,Text\n03/01/2026,-1.00,x\n").questions == ("date_order",)


def test_a_file_is_imported_once(account: Account) -> None:
    preview = shown(account, OFX_1)
    confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)

    with pytest.raises(NotShown):
        confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)
    with pytest.raises(NotShown):
        discard(ledger_import=preview.ledger_import)
    assert account.transactions.count() == 3


def test_a_file_that_is_no_ledger_leaves_nothing(account: Account) -> None:
    with pytest.raises(FileRefused):
        shown(account, b"%PDF-1.7\x00\x81")

    assert not LedgerImport.objects.of(account.organization).exists()


def test_rows_of_closed_days_are_refused_by_name(account: Account) -> None:
    account.locked_until = dt.date(2026, 1, 4)
    account.save()

    preview = shown(account, OFX_1)

    assert outcomes(preview) == ["refused", "new", "new"]
    assert "needs a date after 4 Jan 2026" in preview.judged[0].reason


def test_a_file_that_nobody_confirms_does_not_wait_for_ever(account: Account) -> None:
    old, kept = shown(account, OFX_1).ledger_import, shown(account, OFX_1).ledger_import
    account.ledger_imports.filter(pk=old.pk).update(created_at=timezone.now() - dt.timedelta(days=8))

    last = shown(account, COFFEES).ledger_import

    assert set(account.ledger_imports.all()) == {kept, last}


def test_undo_takes_exactly_its_rows_and_the_file_can_come_again(account: Account, owner: User) -> None:
    kept = booked(account, 4, "-200.00", description="by hand")
    preview = shown(account, OFX_1)
    confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown, also={1})

    assert undo(by=None, ledger_import=preview.ledger_import) == 3
    assert list(account.transactions.all()) == [kept]
    with pytest.raises(NotShown):
        undo(by=None, ledger_import=preview.ledger_import)
    assert imported(account, OFX_1).added == 2


@pytest.mark.parametrize("change", [{"amount_minor": 1}, {"description": "mine"}, {"status": "void"}, {"is_excluded": True}])
def test_a_row_that_was_changed_since_is_named_and_nothing_undone(account: Account, change: dict[str, object]) -> None:
    preview = shown(account, OFX_1)
    confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)
    account.transactions.filter(external_id="00003").update(**change)

    with pytest.raises(LaterWorkStands) as stands:
        undo(by=None, ledger_import=preview.ledger_import)

    assert [row.external_id for row in stands.value.rows] == ["00003"]
    assert account.transactions.count() == 3


def test_a_row_of_closed_days_is_not_taken_away(account: Account) -> None:
    preview = shown(account, OFX_1)
    confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)
    account.locked_until = dt.date(2026, 1, 4)
    account.save()

    with pytest.raises(LedgerLocked):
        undo(by=None, ledger_import=preview.ledger_import)
    assert account.transactions.count() == 3
