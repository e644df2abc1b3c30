"""The table of rights by role."""

import datetime as dt
from typing import Any

import pytest
from django.test import RequestFactory
from django.urls import URLResolver, get_resolver

from people.models import Membership, Organization
from people.roles import ACTIONS, ALLOWED, Action, Role

READS = {"read", "read_books"}
EXPORTS = READS | {"export"}
AUDITS = EXPORTS | {"read_audit"}
PREPARES = EXPORTS | {"upload", "decide", "post", "undo", "import_ledger"}
REVIEWS = PREPARES | {"sign_off", "reopen"}
ADMINISTERS = REVIEWS | {"manage_accounts", "manage_members", "manage_settings"}
OWNS = ADMINISTERS | {"read_audit", "manage_providers", "erase", "close"}

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
def test_rights_of_roles_match_the_table(role: Role, action: Action) -> None:
    assert Membership(role=role, organization=Organization()).may(action) == (action in TABLE[role])


def test_every_role_is_in_the_table_and_owners_may_everything() -> None:
    assert set(ALLOWED) == set(Role)
    assert set(ACTIONS) == OWNS


def test_an_unknown_role_may_nothing() -> None:
    assert not any(Membership(role="superhero").may(action) for action in ACTIONS)


def test_rights_end_when_a_membership_expires() -> None:
    ends = dt.datetime(2026, 3, 1, tzinfo=dt.UTC)
    auditor = Membership(role=Role.AUDITOR, organization=Organization(), expires_at=ends)

    assert auditor.may("export", now=ends - dt.timedelta(seconds=1))
    assert not auditor.may("read", now=ends)


OF_NOBODY = {"no_operation"}
"""Views that answer 404 to every person."""
OF_ONES_OWN = {
    "answers", "ask_for_missing", "clients", "clients_report", "clients_together", "find_client", "first_run", "invitation", "old_accounts",
    "old_connections", "old_enquiries", "old_ledger_imports", "old_statements", "password_change", "password_forgotten",
    "password_new", "practice_clients", "practice_letter_withdraw", "practice_letters", "practice_staff", "preferences",
    "recovery_codes", "review_queue", "second_factor", "second_factor_remove", "security", "sessions_end", "sign_in", "sign_in_code",
    "sign_out", "start",
}  # fmt: skip
"""Views of a login, the same for every role."""
OF_ONES_OWN_VIEW = {"notice_seen", "token_revoke"}
"""Views that change a person's own view or own links, and need only the permission to read."""


def views() -> dict[str, Any]:
    found: dict[str, Any] = {}
    waiting = list(get_resolver().url_patterns)
    while waiting:
        pattern = waiting.pop()
        if isinstance(pattern, URLResolver):
            waiting += [] if pattern.namespace else pattern.url_patterns
        else:
            found[str(pattern.name)] = pattern.callback
    return found


def test_every_view_declares_the_permission_that_it_needs() -> None:
    undeclared = {name for name, view in views().items() if getattr(view, "action", None) not in ACTIONS}

    assert undeclared == OF_ONES_OWN | OF_NOBODY


def only_posts(view: Any) -> bool:
    try:
        return bool(view(RequestFactory().get("/")).status_code == 405)
    except (AttributeError, TypeError):  # it went on to look who asks, or for which row
        return False


def test_a_view_that_only_posts_needs_more_than_the_permission_to_read() -> None:
    changing = {name for name, view in views().items() if getattr(view, "action", None) == "read" and only_posts(view)}

    assert changing == OF_ONES_OWN_VIEW
