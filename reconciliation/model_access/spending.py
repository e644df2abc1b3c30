"""What is spent on models, by day of an organization and by run of an import: counted before a request leaves and put right after."""

from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

from django.conf import settings
from django.db.models import F
from django.utils import timezone

from assistant.contract import Provider
from assistant.costs import BudgetSpent, Price, SpendingLedger
from assistant.prices import limit_from_text, price_from_text, price_of
from people.models import Organization
from reconciliation.model_access.endpoints import is_local
from reconciliation.models import Spending, StatementImport
from reconciliation.models.querysets import ImportQueue, SpendingQuerySet
from reconciliation.queue.claims import Claim

NANO = 1_000_000_000
BOUNDS = (
    "set PROVIDER_PRICE to what a million tokens cost (input/cached/output in US dollars), "
    "or PROVIDER_MAX_INPUT_TOKENS or PROVIDER_MAX_OUTPUT_TOKENS to a ceiling"
)
"""What a model elsewhere needs whose price no list says."""


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


class RunLedger:
    """What all attempts at one run of an import may spend together, counted on its row. What was reserved by a worker that died stays
    counted; one that lost its claim spends nothing more."""

    def __init__(self, claimed: Claim, limit: Decimal | None) -> None:
        self._claimed = claimed
        self._limit = limit

    def reserve(self, amount: Decimal) -> None:
        """Raises BudgetSpent where so much is not left of the run's limit, and ClaimLost."""
        self._claimed.renew()
        units = _up(amount)
        within = self._row() if self._limit is None else self._row().filter(nanodollars__lte=_down(self._limit) - units)
        if not within.update(nanodollars=F("nanodollars") + units):
            raise BudgetSpent("the run would cost more than it may")

    def settle(self, *, reserved: Decimal, spent: Decimal) -> None:
        self._row().update(nanodollars=F("nanodollars") + _up(spent) - _up(reserved))

    @property
    def spent(self) -> Decimal:
        """US dollars, what is reserved included."""
        return Decimal(self._row().values_list("nanodollars", flat=True).first() or 0).scaleb(-9)

    def _row(self) -> ImportQueue:
        return StatementImport.queue.filter(pk=self._claimed.statement_import.pk, claim_token=self._claimed.token)


class Ledgers:
    """Several that must all have it: nothing stays reserved in one where another refuses."""

    def __init__(self, *ledgers: SpendingLedger) -> None:
        self._ledgers = ledgers

    def reserve(self, amount: Decimal) -> None:
        """Raises BudgetSpent, and what else they raise."""
        reserved: list[SpendingLedger] = []
        try:
            for ledger in self._ledgers:
                ledger.reserve(amount)
                reserved.append(ledger)
        except BudgetSpent:
            _settle(reserved, reserved=amount, spent=Decimal(0))
            raise

    def settle(self, *, reserved: Decimal, spent: Decimal) -> None:
        _settle(self._ledgers, reserved=reserved, spent=spent)


def run_limit() -> Decimal | None:
    """What one run may spend: no more than a day may."""
    limits = [
        limit for text in (settings.PROVIDER_RUN_LIMIT, settings.PROVIDER_DAILY_LIMIT) if (limit := limit_from_text(text)) is not None
    ]
    return min(limits, default=None)


def daily_ledger(organization: Organization) -> DailyLedger:
    return DailyLedger(organization, limit_from_text(settings.PROVIDER_DAILY_LIMIT))


def price(provider: Provider) -> Price | None:
    """The listed price of its model, else the one that the settings give."""
    return _price(provider.name, provider.model)


def is_bounded(provider: str, model: str, *, at: str) -> bool:
    """Whether it is known what the model costs, or how many tokens it may use; one of this machine may use what it likes."""
    ceilings = settings.PROVIDER_MAX_INPUT_TOKENS or settings.PROVIDER_MAX_OUTPUT_TOKENS
    return bool(ceilings) or is_local(at) or _price(provider, model) is not None


def _price(provider: str, model: str) -> Price | None:
    return price_of(provider, model) or (price_from_text(settings.PROVIDER_PRICE) if settings.PROVIDER_PRICE else None)


def _settle(ledgers: Sequence[SpendingLedger], *, reserved: Decimal, spent: Decimal) -> None:
    for ledger in ledgers:
        ledger.settle(reserved=reserved, spent=spent)


def _up(amount: Decimal) -> int:
    return int((amount * NANO).to_integral_value(ROUND_CEILING))


def _down(amount: Decimal) -> int:
    return int((amount * NANO).to_integral_value(ROUND_FLOOR))
