"""Invitations into an organization: a signed link that works once, until it expires. Each change is one transaction."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import TYPE_CHECKING
from uuid import UUID

from django.contrib.auth.models import User
from django.core import signing
from django.db import transaction
from django.utils import timezone

from people.audit.acts import Act
from people.audit.trail import record
from people.models import Membership, Organization
from people.models.invitation import Invitation
from people.rights import require
from people.roles import Role

if TYPE_CHECKING:
    from finance.models import Account

LASTS = dt.timedelta(days=7)
SALT = "finance.invitation"


class NotInvited(ValueError):
    """The invitation was used, withdrawn or has expired, or the user is a member already (`code` member)."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


@transaction.atomic
def invite(*, organization: Organization, by: User, role: str, email: str = "", accounts: Iterable[Account] = ()) -> Invitation:
    """Create an invitation with this role; `accounts` are those that a client may see. Raises NotYours."""
    require(by, organization, "manage_members")
    if role not in set(Role) - {Role.OWNER}:
        raise ValueError(role)
    invitation = Invitation.objects.create(
        organization=organization, role=role, email=email, invited_by=by, expires_at=timezone.now() + LASTS
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
    """Return the signed token of the invitation's link."""
    return signing.dumps(str(invitation.pk), salt=SALT)


def invitation_of(token: str) -> Invitation | None:
    """Return the invitation of a token in whatever state; None if the signature is invalid."""
    try:
        key = UUID(signing.loads(token, salt=SALT))
    except (signing.BadSignature, ValueError):
        return None
    invitations = Invitation.objects.across_organizations("the signed link names it").select_related("organization", "invited_by")
    return invitations.filter(pk=key).first()


def why_not(invitation: Invitation) -> str:
    """Return used, withdrawn or expired; empty if the invitation is open."""
    if invitation.accepted_at:
        return "used"
    if invitation.withdrawn_at:
        return "withdrawn"
    return "expired" if invitation.expires_at <= timezone.now() else ""


@transaction.atomic
def accept(*, invitation: Invitation, user: User) -> Membership:
    """Join the organization once; concurrent requests are serialized. Raises NotInvited."""
    locked = Invitation.objects.of(invitation.organization).select_for_update().get(pk=invitation.pk)
    refused = why_not(locked)
    if not refused and Membership.objects.of(locked.organization).filter(user=user).exists():
        refused = "member"
    if refused:
        raise NotInvited(refused)
    membership = locked.organization.memberships.create(user=user, role=locked.role)
    membership.accounts.set(locked.accounts.all())
    locked.accepted_by, locked.accepted_at = user, timezone.now()
    locked.save(update_fields=["accepted_by", "accepted_at"])
    record(locked.organization, user, Act.JOINED, membership, invitation=locked.pk, role=locked.role)
    return membership


@transaction.atomic
def accept_as_newcomer(*, invitation: Invitation, username: str, password: str) -> User:
    """Create a login and join the organization. Raises NotInvited, and then creates no login."""
    user = User.objects.create_user(username, email=invitation.email, password=password)
    accept(invitation=invitation, user=user)
    return user
