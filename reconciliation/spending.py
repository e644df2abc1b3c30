"""What an organization spends on models: one row a day, counted before a request leaves and put right after."""

from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

from django.conf import settings
from django.db.models import F
from django.utils import timezone

from assistant.contract import Provider
from assistant.costs import BudgetSpent, Price
from assistant.prices import limit_said, price_of, price_said
from finance.models import Organization
from reconciliation.models import Spending
from reconciliation.querysets import SpendingQuerySet

NANO = 1_000_000_000


class DailyLedger:
    """The organization's day (UTC), shared by all its workers: each call is one conditional update of one row, so that no two of them
    spend the same dollar. What was reserved by a worker that died stays counted."""

    def __init__(self, organization: Organization, limit: Decimal | None) -> None:
        self._organization = organization
        self._limit = limit
        self._day = timezone.now().date()

    def reserve(self, amount: Decimal) -> None:
        """Raises BudgetSpent where so much is not left of the day's limit."""
        self._day = timezone.now().date()
        ours = Spending.objects.of(self._organization)
        ours.get_or_create(organization=self._organization, day=self._day)
        today, units = ours.filter(day=self._day), _up(amount)
        within = today if self._limit is None else today.filter(nanodollars__lte=_down(self._limit) - units)
        if not within.update(nanodollars=F("nanodollars") + units):
            raise BudgetSpent("the organization has spent what it may in a day")

    def settle(self, *, reserved: Decimal, spent: Decimal) -> None:
        """On the day of the reservation."""
        self._rows().update(nanodollars=F("nanodollars") + _up(spent) - _up(reserved))

    def _rows(self) -> SpendingQuerySet:
        return Spending.objects.of(self._organization).filter(day=self._day)


def run_limit() -> Decimal | None:
    """What one run may spend: no more than a day may."""
    limits = [limit for text in (settings.PROVIDER_RUN_LIMIT, settings.PROVIDER_DAILY_LIMIT) if (limit := limit_said(text)) is not None]
    return min(limits, default=None)


def daily_ledger(organization: Organization) -> DailyLedger:
    return DailyLedger(organization, limit_said(settings.PROVIDER_DAILY_LIMIT))


def price(provider: Provider) -> Price | None:
    """The listed price of its model, else the one that the settings give."""
    listed = price_of(provider.name, provider.model)
    return listed or (price_said(settings.PROVIDER_PRICE) if settings.PROVIDER_PRICE else None)


def _up(amount: Decimal) -> int:
    return int((amount * NANO).to_integral_value(ROUND_CEILING))


def _down(amount: Decimal) -> int:
    return int((amount * NANO).to_integral_value(ROUND_FLOOR))
