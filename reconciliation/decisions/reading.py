"""Answers about the document: balances, days, number, currency and kind, rows that were not read, marks without a row, and the
confirmation of the whole reading. Each is bound to the document's SHA-256; the statement is verified again at once. Decisions on a whole
statement: it is a reissue of another, or its opening balance is adopted by the books."""

import datetime as dt
from collections.abc import Collection, Mapping
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from finance.models import Account
from people.access import NotYours
from reconciliation.decisions.deciding import answer_of, decide, end, hold, refuse_signed
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.models import Cause, Decision, Statement
from reconciliation.models.columns import FigureOutOfRange, to_units
from reconciliation.printed.arithmetic import in_printed_order, sums_of_sides
from reconciliation.printed.digest import digest_of_statement
from reconciliation.printed.statement import PrintedStatement, UnreadRow
from reconciliation.reconcile.decisions import printed_as_decided
from reconciliation.reconcile.evidence import printed_from
from reconciliation.reconcile.persist import verify_again
from reconciliation.signoff.rules import ENDS_UNCONFIRMED
from reconciliation.verification.verdict import READING

Json = dict[str, Any]
Kind = Decision.Kind
BALANCES = ("opening", "closing")
MARK_KINDS = ("nothing", "note")


@transaction.atomic
def correct_statement(
    *,
    statement: Statement,
    actor: User | None,
    opening: Decimal | None = None,
    closing: Decimal | None = None,
    first: dt.date | None = None,
    last: dt.date | None = None,
    number: str | None = None,
    currency: str | None = None,
    account_kind: str | None = None,
    not_printed: Collection[str] = (),
    turned: bool | None = None,
    reason: str = "",
) -> Decision:
    """Correct the values that were read for the whole statement; None leaves a value as it is. `not_printed` names the balances that the
    document does not print; `turned` changes the sign of every row and balance that was read. An earlier correction is withdrawn and its
    other values stay in force. Raises NotYours, DecisionRefused."""
    current = hold(statement, actor)
    read, shown = _read(current), _values(decided_statement(current))
    given = {
        "opening": _money(opening, current.decimals),
        "closing": _money(closing, current.decimals),
        "first": first.isoformat() if first else None,
        "last": last.isoformat() if last else None,
        "number": number,
        "currency": currency,
        "account_kind": account_kind,
    }
    given = {name: value for name, value in given.items() if value is not None and value != shown[name]}
    if account_kind and account_kind not in Account.Kind.values:
        raise DecisionRefused("no_such_kind")
    in_force = Decision.objects.of(current.statement_import.organization).standing()
    earlier = list(in_force.about(current).filter(kind=Kind.STATEMENT))
    before = earlier[-1].after if earlier else {}
    after = _merged(before, given, not_printed, turned=turned)
    if "turned" not in after:
        after = {name: value for name, value in after.items() if name == "not_printed" or value != _values(read)[name]}
    if after == {name: value for name, value in before.items() if name != "document"}:
        raise DecisionRefused("nothing_changed")
    end(earlier, actor=actor, because="corrected again")
    if not after:
        verify_again(current.statement_import, Cause.WITHDRAWN)
        return earlier[-1]
    made = decide(
        statement=current,
        kind=Kind.STATEMENT,
        actor=actor,
        reason=reason,
        before={name: shown[name] for name in after if name in shown},
        after=after | {"document": current.statement_import.sha256},
    )
    _refuse_impossible_days(decided_statement(current))
    return made


def _merged(before: Mapping[str, Any], given: Mapping[str, Any], not_printed: Collection[str], *, turned: bool | None) -> Json:
    """Return the values of the earlier correction and of this one."""
    after = {name: value for name, value in before.items() if name != "document"}
    after |= given
    absent = {*after.pop("not_printed", ()), *not_printed} - set(given)
    if absent - set(BALANCES):
        raise DecisionRefused("no_such_balance")
    after = {name: value for name, value in after.items() if name not in absent}
    if absent:
        after["not_printed"] = sorted(absent)
    if turned is not None:
        after["turned"] = turned
    return {name: value for name, value in after.items() if name != "turned" or value}


def _refuse_impossible_days(decided: PrintedStatement) -> None:
    """Raise DecisionRefused if the days are in the wrong order or leave out a row."""
    first, last = decided.period_start, decided.period_end
    if first and last and first > last:
        raise DecisionRefused("days_reversed")
    days = [line.date for line in decided.lines if line.date]
    if days and ((first and min(days) < first) or (last and max(days) > last)):
        raise DecisionRefused("rows_outside_days")


def add_row(
    *,
    statement: Statement,
    actor: User | None,
    amount: Decimal,
    date: dt.date,
    description: str,
    balance: Decimal | None = None,
    mark: int | None = None,
    before: int | None = None,
    reason: str = "",
) -> Decision:
    """Add a printed row that was not read. `mark` is the number of the unread row or mark that it is printed at; `before` is the row before
    which it is printed, if there is no mark. Raises NotYours, DecisionRefused."""
    current = hold(statement, actor)
    read, place = _read(current), None if mark is None else mark_numbered(current, mark)
    if before is not None and not 0 <= before <= len(read.lines):
        raise DecisionRefused("line_changed")
    first, last = current.period_start, current.period_end
    if (first and date < first) or (last and date > last):
        raise DecisionRefused("rows_outside_days")
    at = len(read.lines) if before is None else before
    if before is None and place:
        below = (
            index for index in in_printed_order(read) if (read.lines[index].page, read.lines[index].box[1]) > (place.page, place.box[1])
        )
        at = next(below, at)
    beside = read.lines[min(at, len(read.lines) - 1)].page if read.lines else 1
    return decide(
        statement=current,
        kind=Kind.ADDED_ROW,
        actor=actor,
        reason=reason,
        amount=amount,
        before={"text": place.text if place else ""},
        after={
            "amount": _money(amount, current.decimals),
            "date": date.isoformat(),
            "description": description,
            "balance": _money(balance, current.decimals),
            "before": at,
            "page": beside,
            "mark": _stored(place) if place else None,
            "document": current.statement_import.sha256,
        },
    )


@transaction.atomic
def answer_mark(*, statement: Statement, actor: User | None, mark: int, says: str, reason: str = "") -> Decision:
    """Record that an unread row or mark is no row: `says` is nothing, or note. An earlier answer to it is withdrawn. Raises NotYours,
    DecisionRefused."""
    current = hold(statement, actor)
    place = mark_numbered(current, mark)
    if says not in MARK_KINDS:
        raise DecisionRefused("no_such_answer")
    answers = Decision.objects.of(current.statement_import.organization).standing().about(current).filter(kind=Kind.MARK_ANSWERED)
    earlier = [answer for answer in answers if answer.after["mark"] == _stored(place)]
    if any(answer.after["says"] == says for answer in earlier):
        raise DecisionRefused("nothing_changed")
    end(earlier, actor=actor, because="answered again")
    return decide(
        statement=current,
        kind=Kind.MARK_ANSWERED,
        actor=actor,
        reason=reason,
        before={"text": place.text},
        after={"says": says, "mark": _stored(place), "document": current.statement_import.sha256},
    )


@transaction.atomic
def confirm_reading(*, statement: Statement, actor: User | None, digest: str, reason: str = "") -> Decision:
    """Record that a person compared all rows and balances with the document. `digest` is that of the rows and balances that were shown.

    Raises NotYours, DecisionRefused: also while a mark has no answer, for a reading that print proves, and for one that does not add up."""
    current = hold(statement, actor)
    printed = decided_statement(current)
    if digest != digest_of_statement(printed):
        raise DecisionRefused("reading_changed")
    if printed.unread:
        raise DecisionRefused("marks_unanswered")
    if not {*READING, ENDS_UNCONFIRMED} & set(answer_of(current)["reasons"]):
        raise DecisionRefused("proved_already")
    into, out = sums_of_sides(printed)
    return decide(
        statement=current,
        kind=Kind.READING_CONFIRMED,
        actor=actor,
        reason=reason,
        after={
            "rows": len(printed.lines),
            "into": format(into, "f"),
            "out": format(out, "f"),
            "digest": digest,
            "document": current.statement_import.sha256,
        },
    )


def decided_statement(statement: Statement) -> PrintedStatement:
    """Return the statement as people's answers and corrections leave it."""
    return printed_as_decided(statement.statement_import)[statement.number]


def mark_numbered(statement: Statement, number: int) -> UnreadRow:
    """Return an unread row or mark by its number in the reading. Raises DecisionRefused."""
    unread = _read(statement).unread
    if not 0 <= number < len(unread):
        raise DecisionRefused("mark_changed")
    return unread[number]


def _read(statement: Statement) -> PrintedStatement:
    return printed_from(statement, statement.lines.all())


def _values(printed: PrintedStatement) -> Json:
    """Return the values that can be corrected, as they are recorded."""

    def text(value: Decimal | dt.date | None) -> str | None:
        return format(value, "f") if isinstance(value, Decimal) else value.isoformat() if value else None

    return {
        "opening": text(printed.opening_balance),
        "closing": text(printed.closing_balance),
        "first": text(printed.period_start),
        "last": text(printed.period_end),
        "number": printed.account_hint,
        "currency": printed.currency,
        "account_kind": printed.account_kind,
    }


def _money(amount: Decimal | None, decimals: int) -> str | None:
    """Return the amount with the decimals of the statement. Raises DecisionRefused for more decimals."""
    if amount is None:
        return None
    try:
        return format(Decimal(to_units(amount, decimals)).scaleb(-decimals), "f")
    except FigureOutOfRange as unfit:
        raise DecisionRefused(unfit.code) from unfit


def _stored(mark: UnreadRow) -> Json:
    return {"page": mark.page, "box": list(mark.box), "text": mark.text}


def replace_statement(*, statement: Statement, replaced: Statement, actor: User | None, reason: str = "") -> Decision:
    """Replace another statement's evidence by this one's. Both are of one account, and this one covers all of its days.

    Raises NotYours, also for a statement of another organization, and DecisionRefused, also if the other one is signed off."""
    if replaced.statement_import.organization_id != statement.statement_import.organization_id:
        raise NotYours
    refuse_signed([replaced])
    return decide(
        statement=statement,
        kind=Decision.Kind.REISSUE,
        actor=actor,
        reason=reason,
        other_import=replaced.statement_import,
        other_number=replaced.number,
        after={"replaces": str(replaced)},
    )


def adopt_opening(*, statement: Statement, actor: User | None, reason: str = "") -> Decision:
    """Set the books' opening balance to the printed one, if they have none and this is the account's first statement.

    Raises NotYours, DecisionRefused."""
    amount = statement.opening_balance
    if amount is None:
        raise DecisionRefused("opening_changed")
    day = statement.period_start.isoformat() if statement.period_start else None
    return decide(
        statement=statement,
        kind=Decision.Kind.OPENING,
        actor=actor,
        amount=amount,
        reason=reason,
        before={"amount": None},
        after={"amount": format(amount, "f"), "date": day},
    )
