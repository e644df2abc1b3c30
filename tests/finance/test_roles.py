"""Who may do what, as a table."""

import datetime as dt

import pytest

from finance.models import Membership
from finance.roles import ACTIONS, ALLOWED, Action, Role

READS = {"read"}
AUDITS = {"read", "export"}
PREPARES = AUDITS | {"upload", "decide", "post", "undo"}
REVIEWS = PREPARES | {"sign_off", "reopen"}
ADMINISTERS = REVIEWS | {"manage_accounts", "import_ledger", "manage_members", "manage_settings"}
OWNS = ADMINISTERS | {"manage_providers", "erase"}

TABLE = {
    Role.VIEWER: READS,
    Role.AUDITOR: AUDITS,
    Role.CLIENT: {"read", "upload"},
    Role.PREPARER: PREPARES,
    Role.REVIEWER: REVIEWS,
    Role.ADMIN: ADMINISTERS,
    Role.OWNER: OWNS,
}


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("action", ACTIONS)
def test_a_role_may_what_the_table_says(role: Role, action: Action) -> None:
    assert Membership(role=role).may(action) == (action in TABLE[role])


def test_every_role_is_in_the_table_and_owners_may_everything() -> None:
    assert set(ALLOWED) == set(Role)
    assert set(ACTIONS) == OWNS


def test_an_unknown_role_may_nothing() -> None:
    assert not any(Membership(role="superhero").may(action) for action in ACTIONS)


def test_rights_end_when_a_membership_expires() -> None:
    ends = dt.datetime(2026, 3, 1, tzinfo=dt.UTC)
    auditor = Membership(role=Role.AUDITOR, expires_at=ends)

    assert auditor.may("export", now=ends - dt.timedelta(seconds=1))
    assert not auditor.may("read", now=ends)
