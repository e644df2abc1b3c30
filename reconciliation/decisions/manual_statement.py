"""A reconciliation without a document: typed balances and ticked entries go to the same engine, but are never proof. Also its defaults
(start, entries to tick) and the sum of the ticks.

The ticks become the printed rows, the typed balances the printed ones. Because nothing is printed, the reading is unproved for
good (`typed`), proves nothing for another statement, and is replaced by a document of the same days."""

import datetime as dt
import hashlib
import json
from calendar import monthrange
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from finance.models import Account, Transaction
from finance.money import to_minor
from people.access import require
from reconciliation.decisions.deciding import name_account, said_by_entry, uncleared_entries
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.models import Cause, Statement, StatementImport
from reconciliation.models.actor import actor_of
from reconciliation.printed.statement import Integrity, PrintedLine, PrintedStatement
from reconciliation.reconcile.evidence import keep_statements
from reconciliation.reconcile.persist import verify_again
from reconciliation.reconcile.reconcile_accounts import lock
from reconciliation.verification.chain import TYPED

MOST = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginning:
    """The next days and opening balance; None if unknown."""

    first: dt.date | None = None
    last: dt.date | None = None
    opening: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TickOffSums:
    """The balance that the ticked entries lead to, and its distance from the bank's closing balance; None if a balance is not given yet."""

    ticked: Decimal
    reached: Decimal | None
    apart: Decimal | None


def beginning_of(account: Account) -> Beginning:
    """Return the days after the account's last statement, else from the beginning of its books, to the end of that month."""
    counted = Statement.objects.of(account.organization).filter(account=account, period_end__isnull=False)
    latest = counted.in_play().order_by("-period_end").first()
    first, opening = account.opening_date, account.opening_balance
    if latest is not None and latest.period_end is not None:
        first, opening = latest.period_end + dt.timedelta(days=1), latest.closing_balance
    last = first.replace(day=monthrange(first.year, first.month)[1]) if first else None
    return Beginning(first=first, last=last, opening=opening)


def uncleared(account: Account, *, first: dt.date, last: dt.date) -> list[Transaction]:
    """Return the uncleared entries up to the last day, in order of days: the latest, one more than `MOST` if there are more."""
    entries = uncleared_entries(account, first=first, last=last).order_by("-booked_on", "-pk")[: MOST + 1]
    return sorted(entries, key=lambda entry: (entry.booked_on, str(entry.pk)))


def tick_off_sums(
    entries: Sequence[Transaction], ticked: Collection[UUID], opening: Decimal | None, closing: Decimal | None
) -> TickOffSums:
    total = sum((entry.amount for entry in entries if entry.pk in ticked), Decimal(0))
    reached = None if opening is None else opening + total
    return TickOffSums(ticked=total, reached=reached, apart=None if reached is None or closing is None else closing - reached)


NOTHING_SAID_YET: dict[str, Any] = {"statements": [{}]}


@transaction.atomic
def reconcile_typed(
    *,
    account: Account,
    first: dt.date,
    last: dt.date,
    opening: Decimal,
    closing: Decimal,
    entries: Sequence[Transaction],
    actor: User | None,
) -> StatementImport:
    """Store and verify balances at the start of `first` and the end of `last`, signed from the holder's side, and the entries that the
    bank shows.

    Raises NotYours, DecisionRefused (`no_entry`, `days_reversed`, `typed_already`), and NotAnAmount."""
    require(actor, account.organization, "decide")
    if any(entry.account_id != account.pk for entry in entries):
        raise DecisionRefused("no_entry")
    if first > last:
        raise DecisionRefused("days_reversed")
    for amount in (opening, closing):
        to_minor(amount, account.currency)
    statement_import = _typed_import(account, first, last, opening, closing, entries, actor)
    lock(actor_of(statement_import), {str(account.pk)})  # before the log is written to, as everywhere
    name_account(statement_import=statement_import, account=account, actor=actor)
    lines = [
        PrintedLine(
            date=entry.booked_on, description=entry.description, amount=entry.amount, reference=entry.reference or entry.number, page=0
        )
        for entry in sorted(entries, key=lambda entry: (entry.booked_on, str(entry.pk)))
    ]
    typed = PrintedStatement(
        account_kind=account.kind,
        currency=account.currency,
        period_start=first,
        period_end=last,
        opening_balance=opening,
        closing_balance=closing,
        integrity=Integrity(holds=None),
        lines=tuple(lines),
        flags=(TYPED,),
    )
    keep_statements(statement_import, [typed])
    verify_again(statement_import, Cause.TYPED)
    return statement_import


def _typed_import(
    account: Account,
    first: dt.date,
    last: dt.date,
    opening: Decimal,
    closing: Decimal,
    entries: Sequence[Transaction],
    actor: User | None,
) -> StatementImport:
    """Return the import of a typed statement, identified by its content like a file. A withdrawn one starts again."""
    ticked = sorted((said_by_entry(entry) for entry in entries), key=lambda entry_row: str(entry_row["transaction"]))
    typed = json.dumps([str(account.pk), str(first), str(last), str(opening), str(closing), ticked]).encode()
    sha256 = hashlib.sha256(typed).hexdigest()
    known = StatementImport.objects.of(account.organization).filter(sha256=sha256).first()
    if known is not None:
        if known.status != StatementImport.Status.CANCELLED:
            raise DecisionRefused("typed_already")
        known.uploaded_by, known.status, known.reconciliation = actor, StatementImport.Status.REVIEW, NOTHING_SAID_YET
        known.save(update_fields=["uploaded_by", "status", "reconciliation"])
        return known
    return StatementImport.objects.create(
        organization=account.organization,
        uploaded_by=actor,
        channel=StatementImport.Channel.TYPED,
        filename=_("%(account)s, entered by hand") % {"account": account.name},
        sha256=sha256,
        size=len(typed),
        document_type="bank_statement",
        status=StatementImport.Status.REVIEW,
        reconciliation=NOTHING_SAID_YET,
    )
