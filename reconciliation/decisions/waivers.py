"""Waivers: a difference is accepted with a reason and an amount for the person who signs off. It makes no verdict matched."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from finance.models import Transaction
from reconciliation.decisions.deciding import answer_of, decide, entries_of, hold
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.models import Decision, Statement
from reconciliation.reconcile.conclusions import earlier_are_signed
from reconciliation.signoff.rules import excuses_on, fingerprint_of, still_amounts_to, unconfirmed
from reconciliation.verification.verdict import FACTS

Json = dict[str, Any]
Kind = Decision.Kind


@transaction.atomic
def excuse(
    *,
    statement: Statement,
    kind: str,
    actor: User | None,
    reason: str,
    lines: Sequence[int] = (),
    entries: Sequence[Transaction] = (),
) -> Decision:
    """Accept items that the verdict lists: outstanding entries, a difference (of a match, a row, an entry, or without rows that of the
    opening), an ignored row, an error of the bank. Its amount is the change that the books would need.

    Raises NotYours, DecisionRefused: also without a reason, for anything that the verdict does not list so, and for a row, an entry or an
    opening difference that another waiver in force covers already."""
    if not reason.strip():
        raise DecisionRefused("no_reason")
    current = hold(statement, actor)
    answer = answer_of(current)
    names = tuple(entry.external_id or str(entry.pk) for entry in entries_of(current, entries))
    amount = _listed_amount(answer, kind, tuple(lines), names)
    if amount is None:
        raise DecisionRefused("not_listed")
    if any(not excuse.fact and excuse.covers(lines, names) for excuse in excuses_on(current, answer) if still_amounts_to(answer, excuse)):
        raise DecisionRefused("accepted_already")
    return decide(statement=current, kind=kind, lines=lines, entries=entries, actor=actor, reason=reason, amount=amount)


@transaction.atomic
def confirm_outstanding(*, statement: Statement, actor: User | None, reason: str, shown: str) -> Decision:
    """Confirm all outstanding entries that are not confirmed yet. `shown` is their fingerprint as a page showed them.

    Raises NotYours, DecisionRefused: also without a reason, and if they are other ones by now."""
    current = hold(statement, actor)
    answer = answer_of(current)
    names = unconfirmed(answer, excuses_on(current, answer))
    if not names or shown != fingerprint_of(answer, names):
        raise DecisionRefused("not_listed")
    entries = list(Transaction.objects.of(current.statement_import.organization).filter(account=current.account).named(names))
    return excuse(statement=current, kind=Kind.OUTSTANDING, actor=actor, reason=reason, entries=entries)


@transaction.atomic
def acknowledge(*, statement: Statement, fact: str, actor: User | None, reason: str) -> Decision:
    """Acknowledge a fact of the verdict for the sign-off: the books were started from the statement, it does not begin where the one before
    it ended, another one covers days of it, or an earlier one that is signed off has a difference. It is bound to the rows and balances,
    and to the verdict's details of the fact.

    Raises NotYours, DecisionRefused: also without a reason, and for a fact that the verdict does not have."""
    if not reason.strip():
        raise DecisionRefused("no_reason")
    current = hold(statement, actor)
    answer = answer_of(current)
    if fact not in FACTS or fact not in answer["reasons"] or current.set_aside:
        raise DecisionRefused("not_listed")
    if any(excuse.fact == fact for excuse in excuses_on(current, answer)):
        raise DecisionRefused("accepted_already")
    if fact == "carried_over" and not earlier_are_signed(current):
        raise DecisionRefused("earlier_open")
    opening, broken = answer["opening_balance"], answer["chain_break"]
    beside = {"chain_breaks": [broken], "overlaps": answer["overlapped"]}.get(fact, [])
    figures = {
        "chain_breaks": lambda: [opening["statement"], broken["closing_balance"]],
        "carried_over": lambda: [opening["statement"], opening["ledger"]],
    }.get(fact, list)()
    return decide(
        statement=current,
        kind=Kind.ACKNOWLEDGED,
        lines=[row["line"] for row in answer["new"] if row["repeats"]] if fact == "overlaps" else (),
        actor=actor,
        reason=reason,
        amount=Decimal(figures[0]) - Decimal(figures[1]) if figures and None not in figures else None,
        after={"fact": fact, "beside": [{key: place[key] for key in ("import", "statement")} for place in beside], "figures": figures},
    )


def _listed_amount(answer: Json, kind: str, lines: tuple[int, ...], entries: tuple[str, ...]) -> Decimal | None:
    """Return the amount of exactly these rows if the verdict lists them in that way, else None."""
    outstanding = [item for item in answer["missing"] if item["kind"] == "outstanding"]
    if kind in (Kind.IGNORED, Kind.BANK_ERROR):
        return _sum(answer["new"], "line", lines) if lines and not entries else None
    if kind == Kind.OUTSTANDING:
        return _sum(outstanding, "transaction", entries) if entries and not lines else None
    if kind != Kind.DIFFERENCE:
        return None
    if lines and entries:
        pairs = [item for item in answer["differing"] if ((item["line"],), (item["transaction"],)) == (lines, entries)]
        return Decimal(pairs[0]["by"]) if pairs else None
    if lines:
        return _sum(answer["new"], "line", lines)
    if entries:
        return _sum([item for item in answer["missing"] if item["kind"] != "outstanding"], "transaction", entries)
    bridge = answer["bridge"]
    return Decimal(bridge["opening"]) if bridge and "opening_differs" in answer["reasons"] else None


def _sum(items: Sequence[Json], key: str, wanted: Sequence[object]) -> Decimal | None:
    amounts = {item[key]: Decimal(item["amount"]) for item in items}
    if len(set(wanted)) < len(wanted) or any(name not in amounts for name in wanted):
        return None
    return sum((amounts[name] for name in wanted), Decimal(0))
