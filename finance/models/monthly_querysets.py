"""Querysets of monthly sums."""

from __future__ import annotations

from typing import TYPE_CHECKING

from people.tenancy import OrganizationQuerySet

if TYPE_CHECKING:
    from finance.models.monthly_sum import MonthlySum  # noqa: F401  named in a base class


class MonthlySumQuerySet(OrganizationQuerySet["MonthlySum"]):
    organization_path = "account__organization"
