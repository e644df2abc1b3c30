"""A file that is the whole of a period changes nothing that a sign-off rests on."""

import datetime as dt

import pytest
from django.contrib.auth.models import User

from finance.imports.preview import Preview
from finance.imports.services import LedgerMoved, confirm, preview_now, show_file
from finance.models import Account
from finance.models.ledger_import import Choices
from people.roles import Role
from reconciliation.models import StatementImport
from reconciliation.signoff.services import prepare, reopen, sign_off
from tests.factories import MembershipFactory
from tests.read_statements import only
from tests.world import booked

pytestmark = pytest.mark.django_db
FILE = b"Date,Amount,Text,Id\n2026-01-04,-251.00,Rent,t1\n"


@pytest.fixture
def partner(account: Account) -> User:
    return MembershipFactory.create(organization=account.organization, role=Role.REVIEWER).user


def mirrored(account: Account) -> Preview:
    whole = Choices(whole_period=True, first_day=dt.date(2026, 1, 1), last_day=dt.date(2026, 1, 31))
    return preview_now(show_file(account=account, by=None, filename="books.csv", data=FILE, choices=whole))


def outcomes(preview: Preview) -> list[tuple[str, bool]]:
    """Return the entries that the file lacks or has otherwise, and whether they are changed."""
    assert preview.mirror
    return [(change.before.description, not change.obstacle) for change in preview.mirror.changes]


def test_entries_of_a_signed_statement_stay_as_they_are_and_later_ones_become_void(
    account: Account, january: StatementImport, partner: User
) -> None:
    sign_off(statement=only(january), actor=partner)
    booked(account, 25, "-4.00", "Late")
    preview = mirrored(account)

    assert outcomes(preview) == [("Rent", False), ("Client A", False), ("Late", True)]
    assert preview.mirror
    obstacles = {change.obstacle for change in preview.mirror.unchanged}
    assert len(obstacles) == 1
    assert "signed off. Reopen that statement first." in obstacles.pop()


def test_a_prepared_statement_is_protected_too_and_a_reopened_one_is_not(account: Account, january: StatementImport, partner: User) -> None:
    prepare(statement=only(january), actor=partner)
    assert outcomes(mirrored(account)) == [("Rent", False), ("Client A", False)]

    reopen(statement=only(january), actor=partner, reason="Other books")
    assert outcomes(mirrored(account)) == [("Rent", True), ("Client A", True)]


def test_a_sign_off_after_the_preview_stops_its_confirmation(account: Account, january: StatementImport, partner: User) -> None:
    preview = mirrored(account)
    sign_off(statement=only(january), actor=partner)

    with pytest.raises(LedgerMoved):
        confirm(by=None, ledger_import=preview.ledger_import, shown=preview.shown)
    assert account.transactions.posted().count() == 2
