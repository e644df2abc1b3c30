"""Queries for connections, their accounts and arrivals."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Self

from django.db.models import Q

from people.tenancy import OrganizationQuerySet

if TYPE_CHECKING:
    from connectors.models import AccountThere, Arrival, Connection  # noqa: F401  named in the bases below


class ConnectionQuerySet(OrganizationQuerySet["Connection"]):
    def due(self, now: dt.datetime) -> Self:
        """Return connections that are switched on, due, and without a current run."""
        return self.filter(Q(held_until=None) | Q(held_until__lt=now), enabled=True, due_at__lte=now)


class AccountThereQuerySet(OrganizationQuerySet["AccountThere"]):
    organization_path = "connection__organization"

    def unplaced(self) -> Self:
        """Return accounts that are neither assigned nor left out."""
        return self.filter(account=None, left_out=False)


class ArrivalQuerySet(OrganizationQuerySet["Arrival"]):
    organization_path = "connection__organization"
