"""Reads of the ledger; the organization first."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Self

from django.db import models

if TYPE_CHECKING:
    from finance.models import Organization


class AccountQuerySet(models.QuerySet["Account"]):
    def of(self, organization: Organization) -> Self:
        return self.filter(organization=organization)


class TransactionQuerySet(models.QuerySet["Transaction"]):
    def of(self, organization: Organization) -> Self:
        return self.filter(account__organization=organization).select_related("account")

    def booked_between(self, first: dt.date, last: dt.date) -> Self:
        """Both ends included, as a printed statement does."""
        return self.filter(booked_on__range=(first, last))
