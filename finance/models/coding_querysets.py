"""Querysets of codes."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Self

from django.db.models import F, Window
from django.db.models.functions import RowNumber

from people.tenancy import OrganizationQuerySet

if TYPE_CHECKING:
    from finance.models.coding import Coding  # noqa: F401  named in a base class


class CodingQuerySet(OrganizationQuerySet["Coding"]):
    def vouched_for(self) -> Self:
        """Return codes given by a person or by the books; learned codes teach nothing."""
        return self.exclude(given_by="learned")

    def saying_more_than_payees(self) -> Self:
        """Return the codes for which `Codes.say_more_than_payee` is True."""
        return self.exclude(nominal="", tax_code="", party="")

    def latest_of_each(self, keys: Collection[str], most: int) -> Self:
        """Return up to `most` codes of each key, latest entry first."""
        latest = [F("entry__booked_on").desc(), F("given_at").desc(), F("entry_id").desc()]
        place = Window(RowNumber(), partition_by=[F("key")], order_by=latest)
        return self.filter(key__in=keys).annotate(place=place).filter(place__lte=most).order_by("place")
