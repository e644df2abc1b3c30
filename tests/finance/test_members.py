"""Membership of an organization: who belongs to it, who may change that, and how people join."""

import datetime as dt
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.utils import timezone

from finance.models import Account
from people.access import NotYours
from people.members import LastOwner, NotInvited, accept, change_member, found_organization, invitation_of, invite, remove_member, token_of
from people.models import Invitation, Membership, Organization
from people.roles import Role
from tests.addresses import reverse
from tests.factories import MembershipFactory, UserFactory

pytestmark = pytest.mark.django_db
LOGIN = {"username": "newcomer", "password": "correct horse battery"}


@pytest.fixture
def invitation(organization: Organization, owner: User) -> Invitation:
    return invite(organization=organization, by=owner, role=Role.REVIEWER, email="new@example.org")


def link(invitation: Invitation) -> str:
    return reverse("invitation", args=[token_of(invitation)])


def membership_of(user: User) -> Membership:
    return user.memberships.across_organizations("a test").get()


def test_the_last_owner_neither_goes_nor_becomes_less(organization: Organization, owner: User) -> None:
    mine = organization.memberships.get(user=owner)

    with pytest.raises(LastOwner):
        change_member(membership=mine, by=owner, role=Role.ADMIN)
    with pytest.raises(LastOwner):
        remove_member(membership=mine, by=owner)

    assert organization.memberships.get(user=owner).role == Role.OWNER


def test_one_of_two_owners_may_be_removed(organization: Organization, owner: User) -> None:
    second = MembershipFactory.create(organization=organization, role=Role.OWNER).user

    remove_member(membership=organization.memberships.get(user=owner), by=owner)

    assert [each.user for each in organization.memberships.all()] == [second]


def test_an_administrator_neither_makes_nor_changes_an_owner(organization: Organization, owner: User) -> None:
    admin, viewer = (
        MembershipFactory.create(organization=organization, role=Role.ADMIN).user,
        MembershipFactory.create(organization=organization, role=Role.VIEWER).user,
    )
    MembershipFactory.create(organization=organization, role=Role.OWNER)

    with pytest.raises(NotYours):
        change_member(membership=organization.memberships.get(user=admin), by=admin, role=Role.OWNER)
    with pytest.raises(NotYours):
        remove_member(membership=organization.memberships.get(user=owner), by=admin)
    change_member(membership=organization.memberships.get(user=viewer), by=admin, role=Role.PREPARER)

    assert organization.memberships.get(user=viewer).role == Role.PREPARER


def test_only_a_client_is_given_accounts_and_only_of_the_organization(
    organization: Organization, owner: User, account: Account, their_account: Account
) -> None:
    client = organization.memberships.get(user=MembershipFactory.create(organization=organization, role=Role.CLIENT).user)

    change_member(membership=client, by=owner, role=Role.CLIENT, accounts=[account, their_account])
    assert list(client.accounts.all()) == [account]

    change_member(membership=client, by=owner, role=Role.VIEWER, accounts=[account])
    assert not client.accounts.exists()


@pytest.mark.parametrize("role", [Role.VIEWER, Role.AUDITOR, Role.CLIENT, Role.PREPARER, Role.REVIEWER])
def test_members_and_settings_are_the_administrators_work(client: Client, organization: Organization, role: Role) -> None:
    client.force_login(MembershipFactory.create(organization=organization, role=role).user)

    assert [client.get(reverse(name)).status_code for name in ("members", "organization_settings")] == [403, 403]
    assert client.post(reverse("members"), {"role": Role.ADMIN}).status_code == 403
    assert not Invitation.objects.of(organization).exists()


def test_another_organizations_members_do_not_exist(signed_in: Client, their_account: Account) -> None:
    theirs = their_account.organization
    invited = invite(organization=theirs, by=theirs.memberships.get().user, role=Role.VIEWER)

    answers = [
        signed_in.get(reverse("member", args=[theirs.memberships.get().pk])),
        signed_in.post(reverse("member_remove", args=[theirs.memberships.get().pk])),
        signed_in.post(reverse("invitation_withdraw", args=[invited.pk])),
    ]

    assert [answer.status_code for answer in answers] == [404, 404, 404]


def test_a_new_person_makes_a_login_and_joins_with_the_role_that_was_given(client: Client, invitation: Invitation) -> None:
    assert "Household" in client.get(link(invitation)).content.decode()

    client.post(link(invitation), LOGIN)

    joined = User.objects.get(username="newcomer")
    assert (joined.email, membership_of(joined).role) == ("new@example.org", Role.REVIEWER)
    assert client.get(reverse("accounts")).status_code == 200


def test_an_invited_person_with_a_login_joins_and_starts_at_once(client: Client, invitation: Invitation) -> None:
    somebody = UserFactory.create(username="somebody")
    found_organization(name="Elsewhere", owner=somebody)
    client.force_login(somebody)

    client.post(link(invitation))

    assert "Household" in client.get(reverse("accounts")).content.decode()
    assert somebody.memberships.across_organizations("a test").count() == 2


def test_a_link_works_once(client: Client, invitation: Invitation) -> None:
    client.post(link(invitation), LOGIN)
    second = Client().post(link(invitation), LOGIN | {"username": "another"})

    assert second.status_code == 410
    assert not User.objects.filter(username="another").exists()


def test_an_expired_or_withdrawn_or_forged_link_is_refused(signed_in: Client, invitation: Invitation, owner: User) -> None:
    expired = invite(organization=invitation.organization, by=owner, role=Role.VIEWER)
    Invitation.objects.of(invitation.organization).filter(pk=expired.pk).update(expires_at=timezone.now() - dt.timedelta(seconds=1))
    signed_in.post(reverse("invitation_withdraw", args=[invitation.pk]))

    assert [Client().post(link(each), LOGIN).status_code for each in (expired, invitation)] == [410, 410]
    assert Client().get(reverse("invitation", args=[str(invitation.pk)])).status_code == 404
    assert invitation_of(token_of(invitation) + "x") is None
    assert not User.objects.filter(username="newcomer").exists()


def test_a_member_does_not_use_up_an_invitation(invitation: Invitation, owner: User) -> None:
    with pytest.raises(NotInvited):
        accept(invitation=invitation, user=owner)

    assert Invitation.objects.of(invitation.organization).open(timezone.now()).exists()


def test_an_invitation_cannot_grant_ownership(signed_in: Client, organization: Organization) -> None:
    signed_in.post(reverse("members"), {"role": Role.OWNER})

    assert not Invitation.objects.of(organization).exists()


def test_a_taken_name_is_reported_and_uses_up_nothing(client: Client, invitation: Invitation) -> None:
    page = client.post(link(invitation), LOGIN | {"username": "OWNER"}).content.decode()

    assert "This user name is taken" in page
    assert Invitation.objects.of(invitation.organization).open(timezone.now()).exists()


def test_without_a_mail_server_the_link_is_there_to_be_copied(signed_in: Client) -> None:
    page = signed_in.post(reverse("members"), {"role": Role.VIEWER, "email": "a@example.org"}, follow=True).content.decode()

    assert "http://testserver/invitations/" in page
    assert mail.outbox == []


def test_with_a_mail_server_the_link_is_sent(signed_in: Client, settings: Any) -> None:
    settings.EMAIL_URL = "smtp://mail.example.org"

    signed_in.post(reverse("members"), {"role": Role.VIEWER, "email": "a@example.org"})

    assert mail.outbox[0].to == ["a@example.org"]
    assert "http://testserver/invitations/" in str(mail.outbox[0].body)
