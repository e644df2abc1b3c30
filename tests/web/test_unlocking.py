"""The page of a locked document: the request for its password and its messages."""

import datetime as dt

import pytest
from django.utils import timezone

from people.models import Membership
from people.roles import Role
from reconciliation.models import StatementImport
from reconciliation.uploads.password_protected import MOST_TRIES
from tests.addresses import reverse
from tests.factories import MembershipFactory
from tests.web.stored import stored_import
from tests.world import browser_of

pytestmark = pytest.mark.django_db


def locked_import(owner: Membership, code: str = "encrypted", **changes: object) -> StatementImport:
    error = {"code": code, "params": {}}
    return stored_import(owner, status=StatementImport.Status.FAILED, reconciliation=None, error=error, **changes)


def page(membership: Membership, statement_import: StatementImport) -> str:
    return browser_of(membership).get(reverse("import_detail", args=[statement_import.pk])).content.decode()


def test_the_page_asks_for_the_password() -> None:
    ours = MembershipFactory.create()

    shown = page(ours, locked_import(ours))

    assert "This PDF is locked with a password." in shown
    assert '<input id="password" name="password" type="password"' in shown
    assert "Re-check against" not in shown


def test_after_a_wrong_one_it_asks_again() -> None:
    ours = MembershipFactory.create()

    shown = page(ours, locked_import(ours, "wrong_password"))

    assert "The password does not open this PDF." in shown
    assert 'type="password"' in shown


def test_the_list_shows_that_a_locked_import_needs_its_password() -> None:
    ours = MembershipFactory.create()
    locked_import(ours)

    assert "Needs its password" in browser_of(ours).get(reverse("imports")).content.decode()


@pytest.mark.parametrize("role", [Role.VIEWER, Role.AUDITOR])
def test_a_role_that_may_not_upload_is_not_asked_for_the_password(role: Role) -> None:
    owner = MembershipFactory.create()
    reader, waiting = MembershipFactory.create(role=role, organization=owner.organization), locked_import(owner)

    assert 'type="password"' not in page(reader, waiting)
    assert browser_of(reader).post(reverse("unlock", args=[waiting.pk]), {"password": "guess"}).status_code == 403


def test_another_organizations_document_is_not_there() -> None:
    waiting = locked_import(MembershipFactory.create())

    assert browser_of(MembershipFactory.create()).post(reverse("unlock", args=[waiting.pk]), {"password": "guess"}).status_code == 404


@pytest.mark.parametrize("password", ["", "x" * 201])
def test_an_impossible_password_is_not_tried(password: str) -> None:
    ours = MembershipFactory.create()
    waiting = locked_import(ours)

    browser_of(ours).post(reverse("unlock", args=[waiting.pk]), {"password": password})

    waiting.refresh_from_db()
    assert waiting.password_tries == 0


def test_too_many_tries_are_answered_with_the_time_to_wait() -> None:
    ours = MembershipFactory.create()
    waiting = locked_import(ours, password_tries=MOST_TRIES, password_tries_since=timezone.now() - dt.timedelta(minutes=1))

    response = browser_of(ours).post(reverse("unlock", args=[waiting.pk]), {"password": "guess"}, follow=True)

    assert "Too many attempts. Try again in 15 minutes." in response.content.decode()
