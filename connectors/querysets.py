"""Reads of connections and of what came by them."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Self

from django.db.models import Q

from people.tenancy import OrganizationQuerySet

if TYPE_CHECKING:
    from connectors.models import AccountThere, Arrival, Connection  # noqa: F401  named in the bases below


class ConnectionQuerySet(OrganizationQuerySet["Connection"]):
    def due(self, now: dt.datetime) -> Self:
        """Switched on, their time has come, and nobody is at them."""
        return self.filter(Q(held_until=None) | Q(held_until__lt=now), enabled=True, due_at__lte=now)


class AccountThereQuerySet(OrganizationQuerySet["AccountThere"]):
    organization_path = "connection__organization"

    def unplaced(self) -> Self:
        """Neither an account here nor left out."""
        return self.filter(account=None, left_out=False)


class ArrivalQuerySet(OrganizationQuerySet["Arrival"]):
    organization_path = "connection__organization"
