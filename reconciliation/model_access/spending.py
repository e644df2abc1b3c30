"""Spending on models, by day of an organization and by run of an import: reserved before a request, settled after it, counted in the
metrics, and bounded by the length of an answer."""

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Any, Literal

from django.conf import settings
from django.db.models import F
from django.utils import timezone

from assistant.contract import Delta, Provider
from assistant.costs import BudgetSpent, Price, SpendingLedger, limit_from_text, price_from_text, price_of
from assistant.events import RequestRepeated, RunEvent, RunFailed, StepFinished, StepStarted, ToolCompleted, ToolFailed, ToolQueued
from assistant.observing import of_tool
from people.models import Organization
from reconciliation.metrics import CALLS, COST, FIRST_PIECES, REFUSALS, RETRIES, TOKENS, TOOLS, WAITS
from reconciliation.model_access.endpoints import is_local, own_address
from reconciliation.models import Spending, StatementImport
from reconciliation.models.querysets import ImportQueue
from reconciliation.queue.claims import Claim

NANO = 1_000_000_000
BOUNDS = (
    "set PROVIDER_PRICE to what a million tokens cost (input/cached/output in US dollars), "
    "or PROVIDER_MAX_INPUT_TOKENS or PROVIDER_MAX_OUTPUT_TOKENS to a ceiling"
)
"""The advice for a remote model without a listed price."""


class DailyLedger:
    """The budget of an organization's day (UTC), shared by all workers: each call is one conditional update of one row, so that no two
    workers spend the same dollar. Reservations of a dead worker stay counted."""

    def __init__(self, organization: Organization, limit: Decimal | None) -> None:
        self._organization = organization
        self._limit = limit
        self._day = timezone.now().date()

    def reserve(self, amount: Decimal) -> None:
        """Reserve an amount. Raises BudgetSpent if less is left of the day's limit."""
        self._day = timezone.now().date()
        days = Spending.objects.of(self._organization)
        days.get_or_create(organization=self._organization, day=self._day)
        today, units = days.filter(day=self._day), _up(amount)
        within = today if self._limit is None else today.filter(nanodollars__lte=_down(self._limit) - units)
        if not within.update(nanodollars=F("nanodollars") + units):
            raise BudgetSpent("the organization has spent what it may in a day")

    def settle(self, *, reserved: Decimal, spent: Decimal) -> None:
        """Settle on the day of the reservation."""
        today = Spending.objects.of(self._organization).filter(day=self._day)
        today.update(nanodollars=F("nanodollars") + _up(spent) - _up(reserved))


class RunLedger:
    """The budget of all attempts at one run, counted on the import's row. Reservations of a dead worker stay counted; a worker that lost
    its claim spends nothing."""

    def __init__(self, claimed: Claim, limit: Decimal | None) -> None:
        self._claimed = claimed
        self._limit = limit

    def reserve(self, amount: Decimal) -> None:
        """Reserve an amount. Raises BudgetSpent if less is left of the run's limit, and ClaimLost."""
        self._claimed.renew()
        units = _up(amount)
        within = self._row() if self._limit is None else self._row().filter(nanodollars__lte=_down(self._limit) - units)
        if not within.update(nanodollars=F("nanodollars") + units):
            raise BudgetSpent("the run would cost more than it may")

    def settle(self, *, reserved: Decimal, spent: Decimal) -> None:
        self._row().update(nanodollars=F("nanodollars") + _up(spent) - _up(reserved))

    @property
    def spent(self) -> Decimal:
        """US dollars spent and reserved."""
        return Decimal(self._row().values_list("nanodollars", flat=True).first() or 0).scaleb(-9)

    def _row(self) -> ImportQueue:
        return StatementImport.queue.filter(pk=self._claimed.statement_import.pk, claim_token=self._claimed.token)


class Ledgers:
    """Several ledgers at once: a refusal of one releases the reservations in the others."""

    def __init__(self, *ledgers: SpendingLedger) -> None:
        self._ledgers = ledgers

    def reserve(self, amount: Decimal) -> None:
        """Reserve in all of them. Raises BudgetSpent, and their other errors."""
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
    """Return the limit of one run, at most that of a day."""
    limits = [
        limit for text in (settings.PROVIDER_RUN_LIMIT, settings.PROVIDER_DAILY_LIMIT) if (limit := limit_from_text(text)) is not None
    ]
    return min(limits, default=None)


def daily_ledger(organization: Organization) -> DailyLedger:
    return DailyLedger(organization, limit_from_text(settings.PROVIDER_DAILY_LIMIT))


def price(provider: Provider) -> Price | None:
    """Return the listed price of the provider's model, else the one in the settings."""
    return _price(provider.name, provider.model)


def is_bounded(provider: str, model: str, *, at: str) -> bool:
    """True if the model's price is known, its tokens are limited, or it is local."""
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


def counted(provider: Provider) -> Callable[[RunEvent], None]:
    """Return an observer of a loop that counts and times its calls. A fallback's turns count as those of the provider that it replaced. A
    turn ends with its first call of a tool, or with its step; one that calls tools without a word has no first piece."""
    begun: float | None = None
    is_timed = False

    def observe(event: RunEvent) -> None:
        nonlocal begun, is_timed
        if isinstance(event, StepStarted):
            begun, is_timed = time.monotonic(), False
        elif isinstance(event, Delta) and begun is not None and not is_timed:
            is_timed = True
            FIRST_PIECES.labels(provider.name).observe(time.monotonic() - begun)
        elif isinstance(event, ToolQueued | StepFinished) and begun is not None:
            WAITS.labels(provider.name).observe(time.monotonic() - begun)
            begun = None
        if isinstance(event, RequestRepeated):
            REFUSALS.labels(provider.name, event.error.reason).inc()
            RETRIES.labels(provider.name, "another" if event.elsewhere else "same").inc()
        elif isinstance(event, RunFailed):
            CALLS.labels(provider.name, event.error.code).inc()
            REFUSALS.labels(provider.name, event.error.reason).inc()
        elif isinstance(event, StepFinished):
            turn, listed = event.step.turn, price(provider)
            CALLS.labels(provider.name, turn.finish_reason).inc()
            TOKENS.labels(provider.name, "input").inc(turn.usage.input_tokens or 0)
            TOKENS.labels(provider.name, "output").inc(turn.usage.output_tokens or 0)
            if cost := listed.cost(turn.usage) if listed else None:
                COST.labels(provider.name).inc(float(cost))

    return observe


def tools_counted(known: Collection[str], outside: Collection[str] = ()) -> Callable[[RunEvent], None]:
    """Return an observer of a loop that counts the calls of its `known` tools; any other name is free text of the model. Those of other
    programs, `outside`, are counted under one name: their names are an organization's own."""

    def observe(event: RunEvent) -> None:
        if isinstance(event, ToolCompleted | ToolFailed):
            name = "outside" if event.call.name in outside else of_tool(event.call, known)
            TOOLS.labels(name, "failed" if isinstance(event, ToolFailed) else "completed").inc()

    return observe


Purpose = Literal["proposes", "reads", "chats"]
LONGEST: dict[Purpose, int] = {"proposes": 32_768, "reads": 16_384, "chats": 16_384}
"""Tokens, including reasoning: several times the length of a long statement's rows, of a few pages, or of an explanation."""
UNLISTED = 8_192
"""Limit of a model without a listed one: some models refuse a higher limit."""


def length(providers: Sequence[Provider], purpose: Purpose, left: int | None, *, at: str) -> Mapping[str, Any]:
    """Return the option that limits the output, valid for every provider; the first is at the address `at`. `left` is the number of output
    tokens that the settings leave. Without a limit in the settings free local models may write as much as they can."""
    listed = [price_of(provider.name, provider.model) for provider in providers]
    if left is not None:
        return {"max_output_tokens": min([max(1, left), *(model_price.longest_output for model_price in listed if model_price)])}
    first, *others = providers
    if _is_free(first, at) and all(_is_free(provider, own_address(provider.name)) for provider in others):
        return {}
    lengths = [model_price.longest_output if model_price else UNLISTED for model_price in listed]
    return {"max_output_tokens": min(LONGEST[purpose], *lengths)}


def _is_free(provider: Provider, address: str) -> bool:
    listed = price(provider)
    return is_local(address) and not (listed and listed.output)
