"""Who belongs to an organization: change what they may do, or let them go. An organization always keeps an owner."""

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
    """Nobody would own the organization any more."""


@transaction.atomic
def change_member(
    *, membership: Membership, by: User, role: str, expires_at: dt.datetime | None = None, accounts: Iterable[Account] = ()
) -> None:
    """Another role, another end, and for a client the accounts given to them; an owner never expires.

    Only an owner makes owners, or changes one. Raises NotYours, LastOwner.
    """
    held = _held(membership, by)
    if Role.OWNER in {held.role, role}:
        _require_owner(by, held.organization)
    if role != Role.OWNER:
        _keep_an_owner(held)
    before = held.role
    held.role, held.expires_at = role, None if role == Role.OWNER else expires_at
    held.save(update_fields=["role", "expires_at"])
    given = accounts if held.sees_given_accounts_only else ()
    ours = [account for account in given if account.organization_id == held.organization_id]
    held.accounts.set(ours)
    told = {"user": held.user_id, "role": [before, role], "ends": held.expires_at, "accounts": [account.pk for account in ours]}
    record(held.organization, by, Act.CHANGED_MEMBER, held, **told)


@transaction.atomic
def remove_member(*, membership: Membership, by: User) -> None:
    """They see nothing of it from now on; what they did stays under their name. Raises NotYours, LastOwner."""
    held = _held(membership, by)
    if held.role == Role.OWNER:
        _require_owner(by, held.organization)
    _keep_an_owner(held)
    record(held.organization, by, Act.REMOVED_MEMBER, held, user=held.user_id, role=held.role)
    held.delete()


def owns(user: User | None, organization: Organization) -> bool:
    """Whether the user is an owner of the organization."""
    return user is not None and Membership.objects.of(organization).filter(user=user, role=Role.OWNER).exists()


def _held(membership: Membership, by: User) -> Membership:
    """The member as they are now; of two changes of one organization's members one waits."""
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
