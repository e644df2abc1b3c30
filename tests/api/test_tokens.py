"""A token may use in its organization exactly the operations that its scopes and its member's role allow."""

import datetime as dt

import pytest
from django.test import Client
from django.utils import timezone

from api.access import Scope
from api.models import Token
from api.tokens import LONGEST, BadToken, make_token, recognized, revoke_token
from people.access import NotYours
from people.models import AuditEntry
from people.roles import Role
from tests.api.programs import Program
from tests.factories import MembershipFactory, OrganizationFactory

pytestmark = pytest.mark.django_db


def test_a_token_says_whom_it_acts_for() -> None:
    ours = OrganizationFactory.create()
    program = Program(MembershipFactory.create(organization=ours, user__username="someone"), Scope.READ, Scope.UPLOAD)

    said = program.get("/me").json()

    assert said["organization"] == str(ours.pk)
    assert said["member"] == "someone"
    assert said["scopes"] == ["read", "upload"]


@pytest.mark.parametrize("shown", ["", "Bearer", "Bearer tieout_wrong", "Basic dXNlcjpwYXNz", "Bearer " + "x" * 5000])
def test_without_a_valid_token_nothing_is_shown(shown: str) -> None:
    answer = Client().get("/api/v1/accounts", headers={"Authorization": shown})

    assert answer.status_code == 401
    assert answer["Content-Type"] == "application/problem+json"
    assert answer["WWW-Authenticate"] == "Bearer"
    assert answer.json()["code"] == "no_token"


def test_a_session_opens_nothing_under_api() -> None:
    member = MembershipFactory.create(organization__name="Ours")
    browser = Client()
    browser.force_login(member.user)

    assert browser.get("/api/v1/accounts").status_code == 401


def test_the_table_holds_no_token() -> None:
    program = Program(MembershipFactory.create(organization__name="Ours"))

    assert program.secret not in str(list(Token.objects.of(program.membership.organization).values_list()))


@pytest.mark.parametrize("ended", ["revoked", "expired", "left", "switched off", "membership over"])
def test_an_ended_token_opens_nothing(ended: str) -> None:
    member = MembershipFactory.create(organization__name="Ours")
    program = Program(member)
    past = timezone.now() - dt.timedelta(seconds=1)
    if ended == "revoked":
        revoke_token(token=program.token, by=member.user)
    elif ended == "expired":
        Token.objects.of(member.organization).update(expires_at=past)
    elif ended == "left":
        member.delete()
    elif ended == "switched off":
        member.user.is_active = False
        member.user.save()
    else:
        member.expires_at = past
        member.save()

    assert program.get("/me").status_code == 401
    assert recognized(program.secret) is None


def test_a_scope_that_was_not_given_is_refused_by_name() -> None:
    answer = Program(MembershipFactory.create(organization__name="Ours"), Scope.READ).post("/accounts", {"name": "New", "currency": "EUR"})

    assert answer.status_code == 403
    assert answer.json()["code"] == "out_of_scope"
    assert answer.json()["needs"] == "manage_accounts"


def test_a_scope_does_not_exceed_the_role() -> None:
    answer = Program(MembershipFactory.create(organization__name="Ours", role=Role.VIEWER)).post(
        "/accounts", {"name": "New", "currency": "EUR"}
    )

    assert answer.status_code == 403
    assert answer.json()["code"] == "role"


@pytest.mark.parametrize(
    ("name", "scopes", "days", "code"),
    [
        (" ", ["read"], 1, "no_name"),
        ("a", [], 1, "no_scope"),
        ("a", ["everything"], 1, "unknown_scope"),
        ("a", ["read"], 0, "too_long"),
        ("a", ["read"], LONGEST + 1, "too_long"),
    ],
)
def test_a_token_is_made_for_something_and_for_a_time(name: str, scopes: list[str], days: int, code: str) -> None:
    member = MembershipFactory.create(organization__name="Ours")

    with pytest.raises(BadToken) as refused:
        make_token(membership=member, by=member.user, name=name, scopes=scopes, days=days)

    assert refused.value.code == code


def test_a_token_cannot_be_created_for_another_person() -> None:
    ours = OrganizationFactory.create()
    member, other = MembershipFactory.create(organization=ours), MembershipFactory.create(organization=ours, user__username="other")

    with pytest.raises(NotYours):
        make_token(membership=member, by=other.user, name="theirs", scopes=["read"], days=1)


def test_an_admin_revokes_tokens_of_others_and_a_preparer_only_their_own() -> None:
    ours = OrganizationFactory.create()
    clerk, admin = (
        MembershipFactory.create(organization=ours, role=Role.PREPARER, user__username="clerk"),
        MembershipFactory.create(organization=ours, role=Role.ADMIN, user__username="admin"),
    )
    of_admin, of_clerk = Program(admin), Program(clerk)

    with pytest.raises(NotYours):
        revoke_token(token=of_admin.token, by=clerk.user)
    revoke_token(token=of_clerk.token, by=admin.user)

    assert of_admin.get("/me").status_code == 200
    assert of_clerk.get("/me").status_code == 401


def test_creating_and_revoking_are_in_the_audit_log_without_the_token() -> None:
    member = MembershipFactory.create(organization__name="Ours")
    program = Program(member)
    revoke_token(token=program.token, by=member.user)

    kept = list(AuditEntry.objects.of(member.organization).values_list("act", flat=True))
    assert sorted(kept) == ["made_token", "revoked_token"]
    assert program.secret not in str(list(AuditEntry.objects.of(member.organization).values_list()))
