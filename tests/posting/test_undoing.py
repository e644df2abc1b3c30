"""Undo removes posted entries exactly, unless later work depends on them."""

import datetime as dt
from decimal import Decimal

import pytest

from finance import entries
from finance.locks import LedgerLocked
from finance.models import Account
from finance.models.ledger import snapshot
from people.roles import Role
from reconciliation.models import Posting, StatementImport
from reconciliation.posting import LaterWork
from reconciliation.posting.publishing import publish
from reconciliation.posting.undoing import undo
from tests.factories import MembershipFactory
from tests.read_statements import answer, contents, only, standing, verdict

pytestmark = pytest.mark.django_db


@pytest.fixture
def january(january: StatementImport) -> StatementImport:
    """Both new rows were added to the books."""
    publish(statement=only(january), actor=None)
    return january


def test_undone_rows_are_gone_and_the_statement_says_so(account: Account, january: StatementImport) -> None:
    undo(statement_import=january, actor=None)

    assert contents(account) == [(dt.date(2026, 1, 14), Decimal("-300.00"), "Acme", "posted")]
    assert verdict(january) == "mismatched"
    assert [row["line"] for row in answer(january)["new"]] == [1, 2]  # type: ignore[attr-defined]


def test_undone_postings_stay_on_record(account: Account, january: StatementImport) -> None:
    bookkeeper = MembershipFactory.create(organization=account.organization, role=Role.PREPARER).user

    undo(statement_import=january, actor=bookkeeper)

    postings = Posting.objects.of(account.organization)
    assert [(posting.undone_by, posting.undone_at is None, posting.transaction) for posting in postings] == [(bookkeeper, False, None)] * 2


def test_undone_rows_can_be_posted_again(account: Account, january: StatementImport) -> None:
    before = contents(account)
    undo(statement_import=january, actor=None)

    publish(statement=only(january), actor=None)

    assert contents(account) == before
    assert verdict(january) == "matched"
    assert len(standing(january)) == 2


def test_undoing_twice_changes_nothing_more(account: Account, january: StatementImport) -> None:
    assert len(undo(statement_import=january, actor=None)) == 2
    before = contents(account)

    assert undo(statement_import=january, actor=None) == ()
    assert contents(account) == before


def test_one_row_can_be_undone_alone(account: Account, january: StatementImport) -> None:
    fee = standing(january)[0]

    undo(statement_import=january, actor=None, postings=[fee.pk])

    assert [amount for _, amount, _, _ in contents(account)] == [Decimal("-300.00"), Decimal("3.10")]


def test_an_edited_entry_is_not_undone_and_who_edited_it_is_named(account: Account, january: StatementImport) -> None:
    bookkeeper = MembershipFactory.create(organization=account.organization, role=Role.PREPARER).user
    entry = standing(january)[0].transaction
    assert entry is not None
    entries.edit(entry=entry, by=bookkeeper, amount=Decimal("-13.00"))
    before = [snapshot(row) for row in account.transactions.all()]

    with pytest.raises(LaterWork) as refused:
        undo(statement_import=january, actor=None)

    [obstacle] = refused.value.obstacles
    assert (obstacle.code, obstacle.by) == ("edited", str(bookkeeper))
    assert [snapshot(row) for row in account.transactions.all()] == before
    assert len(standing(january)) == 2


def test_a_deleted_entry_can_be_posted_again(account: Account, january: StatementImport) -> None:
    bookkeeper = MembershipFactory.create(organization=account.organization, role=Role.PREPARER).user
    entry = standing(january)[0].transaction
    assert entry is not None
    entries.delete(entry=entry, by=bookkeeper)

    published = publish(statement=only(january), actor=None, lines=[1])

    assert len(published.postings) == 1
    assert verdict(january) == "matched"


def test_entries_in_closed_days_cannot_be_undone(account: Account, january: StatementImport) -> None:
    account.locked_until = dt.date(2026, 1, 31)
    account.save()
    before = contents(account)

    with pytest.raises(LedgerLocked):
        undo(statement_import=january, actor=None)

    assert contents(account) == before
    assert len(standing(january)) == 2
