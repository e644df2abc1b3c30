"""Changes and removal of members. An organization always has an owner."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.contrib.auth.models import User
from django.db import transaction

from people.audit.acts import Act
from people.audit.trail import record
from people.models import Membership, Organization
from people.rights import NotYours, require
from people.roles import Role

if TYPE_CHECKING:
    from finance.models import Account


class LastOwner(ValueError):
    """The organization would have no owner left."""


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


def owns(user: User | None, organization: Organization) -> bool:
    """True if the user is an owner of the organization."""
    return user is not None and Membership.objects.of(organization).filter(user=user, role=Role.OWNER).exists()


def _locked_membership(membership: Membership, by: User) -> Membership:
    """Return the current membership, locked: changes of one organization's members are serialized."""
    require(by, membership.organization, "manage_members")
    Organization.objects.select_for_update().get(pk=membership.organization_id)
    return Membership.objects.of(membership.organization).select_related("organization").get(pk=membership.pk)


def _require_owner(by: User, organization: Organization) -> None:
    if not owns(by, organization):
        raise NotYours


def _keep_an_owner(leaving: Membership) -> None:
    others = Membership.objects.of(leaving.organization).filter(role=Role.OWNER, user__is_active=True).exclude(pk=leaving.pk)
    if leaving.role == Role.OWNER and not others.exists():
        raise LastOwner
