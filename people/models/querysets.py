"""Reads of memberships, invitations and data keys; the organization first."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Self

from django.db.models import Q

from people.tenancy import OrganizationQuerySet

if TYPE_CHECKING:
    from people.models import DataKey, Invitation, Membership  # noqa: F401  named in base classes


class MembershipQuerySet(OrganizationQuerySet["Membership"]):
    def active(self, now: dt.datetime) -> Self:
        """Those that have not expired."""
        return self.filter(Q(expires_at=None) | Q(expires_at__gt=now))


class InvitationQuerySet(OrganizationQuerySet["Invitation"]):
    def open(self, now: dt.datetime) -> Self:
        """Those that can still be accepted."""
        return self.filter(accepted_at=None, withdrawn_at=None, expires_at__gt=now)


class DataKeyQuerySet(OrganizationQuerySet["DataKey"]):
    pass
