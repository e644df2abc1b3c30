"""Organizations and their members: founded, closed, invited by a signed link that works once until it expires, changed and removed.

An organization always has an owner. Each change is one transaction.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import TYPE_CHECKING
from uuid import UUID

from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.core import signing
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.text import slugify

from people.access import NotYours, require
from people.audit import Act, record
from people.models import Invitation, Membership, Organization
from people.roles import Role


class OwnerExists(RuntimeError):
    """The first user exists already: all others are invited."""


@transaction.atomic
def found_organization(*, name: str, owner: User) -> Organization:
    """Create an organization with its owner. Its short name for addresses is numbered if it is taken."""
    base = slugify(name)[:70] or "organization"
    taken = set(Organization.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    numbered = (f"{base}-{number}" for number in range(2, len(taken) + 3))
    slug = next(slug for slug in (base, *numbered) if slug not in taken)
    organization = Organization.objects.create(name=name, slug=slug)
    organization.memberships.create(user=owner, role=Role.OWNER)
    record(organization, owner, Act.FOUNDED, organization)
    return organization


@transaction.atomic
def found_first_organization(*, name: str, username: str, password: str) -> User:
    """Create the owner of a new installation, who also administers it. Raises `OwnerExists` if any user exists.

    Organizations that commands created before become theirs: a single one is renamed; with none or several a new one is created.
    Concurrent requests lock the same row first, so they create one owner.
    """
    ContentType.objects.select_for_update().get(pk=ContentType.objects.get_for_model(User).pk)
    if User.objects.exists():
        raise OwnerExists
    owner = User.objects.create_superuser(username=username, password=password)
    taken = list(Organization.objects.filter(memberships=None))
    for organization in taken:
        membership = organization.memberships.create(user=owner, role=Role.OWNER)
        record(organization, owner, Act.JOINED, membership, role=Role.OWNER)
    if len(taken) == 1:
        taken[0].name = name  # not its short name, which commands use
        taken[0].save(update_fields=["name"])
        record(taken[0], owner, Act.SET, taken[0], changed=["name"])
    else:
        found_organization(name=name, owner=owner)
    return owner


@transaction.atomic
def close_organization(*, organization: Organization, by: User) -> None:
    """Make the organization read-only and take it out of menus, counts and lists; nothing is deleted. Raises NotYours."""
    _set_closed(organization, by, timezone.now(), Act.CLOSED_ORGANIZATION)


@transaction.atomic
def reopen_organization(*, organization: Organization, by: User) -> None:
    """Undo `close_organization`. Raises NotYours."""
    _set_closed(organization, by, None, Act.REOPENED_ORGANIZATION)


def _set_closed(organization: Organization, by: User, closed_at: dt.datetime | None, act: Act) -> None:
    """Close or reopen, and record it once: the second of two requests changes nothing."""
    require(by, organization, "close")
    if Organization.objects.filter(pk=organization.pk, closed_at__isnull=closed_at is not None).update(closed_at=closed_at):
        record(organization, by, act, organization)


if TYPE_CHECKING:
    from finance.models import Account


class LastOwner(ValueError):
    """The organization, which is the argument, would have no owner left."""


@transaction.atomic
def change_member(
    *, membership: Membership, by: User, role: str, expires_at: dt.datetime | None = None, accounts: Iterable[Account] = ()
) -> None:
    """Change the role, the end and a client's accounts of a member; owners never expire.

    Only an owner makes owners or changes one. Raises NotYours, LastOwner.
    """
    member = _locked_membership(membership, by)
    if Role.OWNER in {member.role, role}:
        _require_owner(by, member.organization)
    if role != Role.OWNER:
        _keep_an_owner(member)
    before = member.role
    member.role, member.expires_at = role, None if role == Role.OWNER else expires_at
    member.save(update_fields=["role", "expires_at"])
    given = accounts if member.sees_given_accounts_only else ()
    own_accounts = [account for account in given if account.organization_id == member.organization_id]
    member.accounts.set(own_accounts)
    details = {
        "user": member.user_id,
        "role": [before, role],
        "ends": member.expires_at,
        "accounts": [account.pk for account in own_accounts],
    }
    record(member.organization, by, Act.CHANGED_MEMBER, member, **details)


@transaction.atomic
def remove_member(*, membership: Membership, by: User) -> None:
    """Remove a member; their past acts keep their name. Raises NotYours, LastOwner."""
    member = _locked_membership(membership, by)
    if member.role == Role.OWNER:
        _require_owner(by, member.organization)
    _keep_an_owner(member)
    record(member.organization, by, Act.REMOVED_MEMBER, member, user=member.user_id, role=member.role)
    member.delete()


def _locked_membership(membership: Membership, by: User) -> Membership:
    """Return the current membership, locked: changes of one organization's members are serialized."""
    require(by, membership.organization, "manage_members")
    Organization.objects.select_for_update().get(pk=membership.organization_id)
    return Membership.objects.of(membership.organization).select_related("organization").get(pk=membership.pk)


def _require_owner(by: User, organization: Organization) -> None:
    if not Membership.objects.of(organization).filter(user=by, role=Role.OWNER).exists():
        raise NotYours


def _keep_an_owner(leaving: Membership) -> None:
    others = Membership.objects.of(leaving.organization).filter(role=Role.OWNER, user__is_active=True).exclude(pk=leaving.pk)
    if leaving.role == Role.OWNER and not others.exists():
        raise LastOwner(leaving.organization)


LASTS = dt.timedelta(days=7)
SALT = "finance.invitation"


class NotInvited(ValueError):
    """The invitation was used, withdrawn or has expired, its organization is closed, or the user is a member already (`code` member)."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


@transaction.atomic
def invite(
    *, organization: Organization, by: User, role: str, email: str = "", accounts: Iterable[Account] = (), letter: UUID | None = None
) -> Invitation:
    """Create an invitation with this role; `accounts` are those that a client may see. Raises NotYours."""
    require(by, organization, "manage_members")
    if role not in set(Role) - {Role.OWNER}:
        raise ValueError(role)
    invitation = Invitation.objects.create(
        organization=organization, role=role, email=email, invited_by=by, expires_at=timezone.now() + LASTS, letter=letter
    )
    invitation.accounts.set(account for account in accounts if account.organization_id == organization.pk)
    record(organization, by, Act.INVITED, invitation, role=role, email=email)
    return invitation


@transaction.atomic
def withdraw_invitation(*, invitation: Invitation, by: User) -> None:
    """Withdraw an open invitation. Raises NotYours."""
    require(by, invitation.organization, "manage_members")
    waiting = Invitation.objects.of(invitation.organization).open(timezone.now()).filter(pk=invitation.pk)
    if waiting.update(withdrawn_at=timezone.now()):
        record(invitation.organization, by, Act.UNINVITED, invitation)


def token_of(invitation: Invitation) -> str:
    """Return the signed token of the invitation's link, which all invitations of one letter share."""
    return signing.dumps(str(invitation.letter or invitation.pk), salt=SALT)


def invitation_of(token: str) -> Invitation | None:
    """Return an invitation of a token, an open one if there is any; None if the signature is invalid."""
    try:
        key = UUID(signing.loads(token, salt=SALT))
    except (signing.BadSignature, ValueError):
        return None
    invitations = Invitation.objects.across_organizations("the signed link names it").select_related("organization", "invited_by")
    every = list(invitations.filter(Q(pk=key, letter=None) | Q(letter=key)).order_by("organization__name", "organization"))
    return next((invitation for invitation in every if not why_not(invitation)), every[0] if every else None)


def joined_by(invitation: Invitation) -> list[Organization]:
    """Return the organizations that the invitation's link still joins, by name."""
    open_ones = Invitation.objects.of_one_link(invitation).open(timezone.now()).select_related("organization")
    in_order = open_ones.filter(organization__closed_at=None).order_by("organization__name", "organization")
    return [membership.organization for membership in in_order]


def why_not(invitation: Invitation) -> str:
    """Return used, withdrawn, closed or expired; empty if the invitation is open."""
    if invitation.accepted_at:
        return "used"
    if invitation.withdrawn_at:
        return "withdrawn"
    if invitation.organization.closed_at:
        return "closed"
    return "expired" if invitation.expires_at <= timezone.now() else ""


@transaction.atomic
def accept(*, invitation: Invitation, user: User) -> list[Membership]:
    """Join every open organization of the invitation's link to which the user does not belong yet; that uses up the link.

    Concurrent requests are serialized. Raises NotInvited if there is none.
    """
    rows = Invitation.objects.of_one_link(invitation).select_related("organization").order_by("organization_id")
    held = list(rows.select_for_update(of=("self", "organization")))
    waiting = [row for row in held if not why_not(row)]
    memberships = []
    for row in waiting:
        if Membership.objects.of(row.organization).filter(user=user).exists():
            continue
        membership = row.organization.memberships.create(user=user, role=row.role)
        membership.accounts.set(row.accounts.all())
        record(row.organization, user, Act.JOINED, membership, invitation=row.pk, role=row.role)
        memberships.append(membership)
    if not memberships:
        raise NotInvited("member" if waiting else why_not(held[0]))
    for row in waiting:
        row.accepted_by, row.accepted_at = user, timezone.now()
        row.save(update_fields=["accepted_by", "accepted_at"])
    return memberships


@transaction.atomic
def accept_as_newcomer(*, invitation: Invitation, username: str, password: str) -> User:
    """Create a login and join. Raises NotInvited, and then creates no login."""
    user = User.objects.create_user(username, email=invitation.email, password=password)
    accept(invitation=invitation, user=user)
    return user
