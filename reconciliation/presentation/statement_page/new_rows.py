"""For new rows a suggested booking and the possible origin.

An origin is a transfer whose other side another account has, or a refund of a payment: three queries a statement, only over accounts
that the member sees."""

import datetime as dt
import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.categories import OF_A_HOUSEHOLD, OF_A_PRACTICE, Suggestion, uses_account_codes
from finance.models import Account, Transaction
from finance.models.coding import KNOWN_IN, LABELS, LONGEST, NONE, Codes
from finance.money import NotAnAmount, to_minor
from finance.payees import payee, payees_agree
from people.formats import listed, written_day
from people.models import Membership
from reconciliation.models import Statement, StatementImport, StatementLine
from reconciliation.posting.entries import suggested

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CodeField:
    """One of the account fields of the page."""

    name: str
    label: str
    value: str
    most: int
    known_in: str


@dataclass(frozen=True, slots=True)
class BookedAs:
    """The suggested booking of a row. `line` is the printed row; `why` is a sentence, empty if nothing was learned yet. If `is_coded` is
    false, the fields are in the words of a household, which has neither tax codes nor customers."""

    line: int
    codes: Codes
    why: str
    is_coded: bool

    @property
    def shown(self) -> str:
        return " · ".join(filter(None, self.codes.as_json().values()))

    @property
    def fields(self) -> list[CodeField]:
        values = self.codes.as_json()
        return [
            CodeField(f"{name}-{self.line}", str(label), values[name], LONGEST[name], KNOWN_IN.get(name, ""))
            for name, label in (LABELS if self.is_coded else OF_A_HOUSEHOLD).items()
            if self.is_coded or name not in OF_A_PRACTICE
        ]


def booked_as(
    statement_import: StatementImport, news: Sequence[Sequence[Json]], membership: Membership | None
) -> list[dict[int, BookedAs]]:
    """Return the suggested bookings of these new rows of each statement, by number. Two queries for all of them."""
    if membership is None or not membership.may("post") or not any(news):
        return [{} for _ in news]
    is_coded = uses_account_codes(statement_import.organization)
    suggestions = iter(suggested(statement_import.organization, [row for new in news for row in new]))
    booked: list[dict[int, BookedAs]] = []
    for new in news:
        booked.append({})
        for line in (row["line"] for row in new):
            suggestion = next(suggestions)
            codes, why = (suggestion.codes, learned_from(suggestion)) if suggestion else (NONE, "")
            booked[-1][line] = BookedAs(line, codes, why, is_coded)
    return booked


def learned_from(suggestion: Suggestion) -> str:
    """Return how many of the payee's last entries agree with the suggestion, and the codes of the other entries."""
    sentence = ngettext(
        "as its last entry, of %(day)s",
        "as %(agreeing)d of its last %(asked)d entries, the latest of %(day)s",
        suggestion.asked,
    ) % {"agreeing": suggestion.agreeing, "asked": suggestion.asked, "day": written_day(suggestion.latest)}
    return _("%(said)s; else %(others)s") % {"said": sentence, "others": listed(suggestion.others)} if suggestion.others else sentence


MOST_ROWS = 500
MOST_CANDIDATES = 5_000
TRANSFER_DAYS = 5
"""Days that lie between the two sides of a transfer: three banking days and a weekend."""
REFUND_DAYS = 180
REFUNDING = re.compile(
    r"\b(?:refund|reversal|erstattung|r(?:ü|ue)ckerstattung|gutschrift|remboursement|reembolso|rimborso)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Origin:
    """The entry or printed row that explains another; `account` is the name of its account."""

    kind: Literal["transfer_entry", "transfer_row", "refund"]
    account: str
    date: dt.date
    description: str


@dataclass(frozen=True, slots=True)
class _NewRow:
    line: int
    date: dt.date
    amount: Decimal
    description: str


@dataclass(frozen=True, slots=True)
class _Candidate:
    date: dt.date
    amount: Decimal
    description: str
    account: Account


def origins_of(
    statement: Statement, verdict: Json, membership: Membership | None, shown: Container[int] | None = None
) -> Mapping[int, Origin]:
    """Return the origin of each row, or of the rows that are `shown`. A row with several possible origins has none, and so do rows of one
    amount that might have the same one."""
    unexplained = [row for row in verdict["new"] if row["date"] and not row["repeats"] and not row.get("undone_by")]
    if shown is not None:
        amounts = {row["amount"] for row in unexplained if row["line"] in shown}
        unexplained = [row for row in unexplained if row["amount"] in amounts]
    rows = [
        _NewRow(row["line"], dt.date.fromisoformat(row["date"]), Decimal(row["amount"]), row["description"])
        for row in unexplained[:MOST_ROWS]
    ]
    if not rows or membership is None or statement.account is None:
        return {}
    # entries of these amounts with either sign: of this account for half a year before, of others near the rows' days
    first, last = min(row.date for row in rows), max(row.date for row in rows)
    near = dt.timedelta(days=TRANSFER_DAYS)
    here = Q(account=statement.account, booked_on__range=(first - dt.timedelta(days=REFUND_DAYS), last + 2 * near))
    there = Q(account__currency=statement.account.currency, booked_on__range=(first - near, last + near))
    wanted: set[int] = set()
    for row in rows:
        with suppress(NotAnAmount):  # it has more decimals than the account's currency
            units = to_minor(row.amount, statement.account.currency)
            wanted |= {units, -units}
    matching = (
        Transaction.objects.visible_to(membership).posted().filter(here | there, amount_minor__in=wanted).order_by("-booked_on", "pk")
    )
    candidates = [_Candidate(entry.booked_on, entry.amount, entry.description, entry.account) for entry in matching[:MOST_CANDIDATES]]
    own = [candidate for candidate in candidates if candidate.account == statement.account]
    others = [candidate for candidate in candidates if candidate.account != statement.account]
    refunds: dict[int, Origin] = {}
    for row in rows:
        name = payee(REFUNDING.sub(" ", row.description))
        if row.amount <= 0 or not name:
            continue
        # The latest earlier payment of the same amount to the same payee.
        paid = (entry for entry in own if entry.amount == -row.amount and 0 <= (row.date - entry.date).days <= REFUND_DAYS)
        payment = next((entry for entry in paid if payees_agree(payee(entry.description), name)), None)
        if payment:
            refunds[row.line] = Origin("refund", str(payment.account), payment.date, payment.description)
    booked = _transfers([row for row in rows if row.line not in refunds], _unexplained(others, own), "transfer_entry")
    left = [row for row in rows if row.line not in refunds and row.line not in booked]
    printed = _transfers(left, _unexplained(_printed_elsewhere(left, statement, statement.account, membership), own), "transfer_row")
    return {**printed, **booked, **refunds}


def _printed_elsewhere(rows: Sequence[_NewRow], statement: Statement, account: Account, membership: Membership) -> list[_Candidate]:
    """Return rows of other accounts' statements with the opposite amounts near these days."""
    if not rows:
        return []
    near = dt.timedelta(days=TRANSFER_DAYS)
    days = (min(row.date for row in rows) - near, max(row.date for row in rows) + near)
    units = [row.amount.scaleb(statement.decimals) for row in rows]
    opposite = {-int(amount) for amount in units if amount == amount.to_integral_value()}
    lines = StatementLine.objects.of(membership.organization).filter(
        statement__account__in=Account.objects.visible_to(membership).filter(currency=account.currency).exclude(pk=account.pk),
        statement__decimals=statement.decimals,
        date__range=days,
        amount_minor__in=opposite,
    )
    printed = lines.select_related("statement__account").order_by("-date", "pk")[:MOST_CANDIDATES]
    return [
        _Candidate(line.date, line.amount, line.description, line.statement.account)
        for line in printed
        if line.date and line.statement.account
    ]


def _unexplained(others: Iterable[_Candidate], own: Sequence[_Candidate]) -> list[_Candidate]:
    """Leave out the ones whose other side this account already has in its books."""
    return [other for other in others if not any(_are_two_sides(other.date, other.amount, entry) for entry in own)]


def _transfers(rows: Sequence[_NewRow], others: Sequence[_Candidate], kind: Literal["transfer_entry", "transfer_row"]) -> dict[int, Origin]:
    """Return the pairs in which a row has one possible other side that no other row could have."""
    sides = {row.line: [place for place, other in enumerate(others) if _are_two_sides(row.date, row.amount, other)] for row in rows}
    claims = Counter(place for places in sides.values() for place in places)
    alone = {line: others[places[0]] for line, places in sides.items() if len(places) == 1 and claims[places[0]] == 1}
    return {line: Origin(kind, str(other.account), other.date, other.description) for line, other in alone.items()}


def _are_two_sides(date: dt.date, amount: Decimal, other: _Candidate) -> bool:
    return amount == -other.amount and abs((date - other.date).days) <= TRANSFER_DAYS
