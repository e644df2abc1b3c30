"""Reads of imports; the organization first, except for the queue, which serves them all."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Self

from django.db import models
from django.db.models import Q

if TYPE_CHECKING:
    from finance.models import Organization


class StatementImportQuerySet(models.QuerySet["StatementImport"]):
    def of(self, organization: Organization) -> Self:
        return self.filter(organization=organization)

    def with_verdict(self, verdict: str) -> Self:
        return self.filter(verdict=verdict)

    def free_to_claim(self, now: dt.datetime) -> Self:
        """Waiting, or left behind by a worker whose lease ran out."""
        return self.filter(Q(status="pending") | Q(status="processing", claimed_until__lt=now))
