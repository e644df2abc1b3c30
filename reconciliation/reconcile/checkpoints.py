"""Statements that need no new reconciliation, because a later matched one has closed everything before it.

At its end everything is cleared except listed and proved entries. The books begin there as at an opening: with the printed
closing balance, and the listed entries brought forward. Any doubt leads to a full reconciliation.
"""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import Q

from people.models import Organization
from reconciliation.models import Decision, Statement, StatementImport
from reconciliation.verification.chain import ONE_DAY

Json = dict[str, Any]
Days = tuple[Any, Any]
Place = tuple[str, int]
"""(key of the import, number of the statement in it)."""
APART = dt.timedelta(days=70)
"""Rows that lie so far apart are no rivals: a wrong day lies at most 62 away, and a window is 7 wide."""
LOOKED_AT = 12
"""Number of statements that are tried as the closing one, the latest first."""
NAMED = ("statement_import", "number", "period_start", "period_end")
FINISHED = (StatementImport.Status.REVIEW, StatementImport.Status.COMPLETE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """The last day and the balance of a matched statement, and its leftover entries by name.

    Statements that end by `stays_until` are closed too: they are reconciled with the later ones, and keep their answers.
    """

    last: dt.date
    balance: Decimal
    left: Mapping[str, Json]
    stays_until: dt.date

    def stays(self, statement: Statement) -> bool:
        return statement.period_end is not None and statement.period_end <= self.stays_until

    def since(self, answer: Json) -> Json:
        """Return the answer with `outstanding_since` of entries that were already outstanding at the closing."""
        missing = []
        for item in answer["missing"]:
            known = self.left.get(item["transaction"])
            missing.append(item | {"outstanding_since": known["outstanding_since"]} if known else item)
        return answer | {"missing": missing}


def first_day_of(statements: Iterable[Statement]) -> dt.date:
    """Return the first printed day of the statements: `date.min` if one prints no days, `date.max` of none."""
    first_days = [statement.period_start if statement.period_start and statement.period_end else dt.date.min for statement in statements]
    return min(first_days, default=dt.date.max)


def closings_before(day: dt.date, organization: Organization, account_ids: Collection[str]) -> dict[str, Closing]:
    """Return for each account the closing that still holds if nothing dated before `day` has changed. It lies far enough before a second
    closing statement, which lies far enough before `day`."""
    if day in (dt.date.min, dt.date.max):
        return {}
    before, closings = day - APART, {}
    for account in account_ids:  # a few queries, and the answers of a few statements, each
        statements = Statement.objects.of(organization).in_play().filter(account=UUID(account))
        ended = statements.filter(verdict="matched", period_end__lt=before, statement_import__status__in=FINISHED)
        candidates = list(ended.order_by("-period_end").select_related("statement_import")[:LOOKED_AT])
        if not candidates or statements.filter(Q(period_start=None) | Q(period_end=None)).exists():
            continue  # all statements of the account must print their days
        since = statements.filter(period_end__gte=candidates[-1].period_end)
        days = {(str(key), number): (first, last) for key, number, first, last in since.values_list(*NAMED)}
        closed = [closing for statement in candidates if (closing := _closed_by(statement, days, before))]
        latest = closed[0].last if closed else before
        far_enough = [closing for closing in closed if closing.last <= latest - APART]
        if far_enough:
            closings[account] = replace(far_enough[0], stays_until=latest)
    return closings


def _closed_by(statement: Statement, days: Mapping[Place, Days], before: dt.date) -> Closing | None:
    """Return the closing of this statement, or None. It must tie by itself, without a decision; the next one must adjoin it, none may reach
    over its end; and its leftover entries must have been proved by then. `days` are those of all statements that end no sooner."""
    answers = (statement.statement_import.reconciliation or {}).get("statements", [])
    last, balance = statement.period_end, statement.closing_balance
    if statement.number >= len(answers) or last is None or balance is None:
        return None
    answer = answers[statement.number]
    ties = answer["verdict"] == "matched" and not answer["reasons"] and not answer["relied_on"]
    agrees = answer["closing_balance"]["ledger"] is not None and Decimal(answer["closing_balance"]["ledger"]) == balance
    adjoined = any(first == last + ONE_DAY for first, _ in days.values())
    reached_over = any(first <= last < end for first, end in days.values())
    left = {item["transaction"]: item for item in answer["missing"]}
    # a leftover entry is proved if another one undoes it, or a statement shows it that ended long enough ago
    shown = [item["cleared_by"] for item in left.values() if item["proof"] != "reversal"]
    shown_in = [days.get((place["import"], place["statement"])) if place else None for place in shown]
    proved = all(period is not None and period[1] < before for period in shown_in)
    if not (ties and agrees and adjoined and proved) or reached_over:
        return None
    return Closing(last=last, balance=balance, left=left, stays_until=last)


def apart(decisions: Iterable[Decision], statements: Iterable[Statement]) -> bool:
    """True if each decision concerns either only reconciled statements or only others."""
    weighed = {(statement.statement_import_id, statement.number) for statement in statements}
    for decision in decisions:
        places: set[tuple[UUID, int | None]] = {(decision.statement_import_id, decision.number)}
        if decision.other_import_id:
            places.add((decision.other_import_id, decision.other_number))
        if len({place in weighed for place in places}) == 2:
            return False
    return True
