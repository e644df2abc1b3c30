"""Correction of a misread row: the original reading is stored too, and the printed figures check the result."""

import datetime as dt
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from reconciliation.decisions.deciding import decide, hold, lines_of
from reconciliation.decisions.recording import DecisionRefused, end, said_by_line
from reconciliation.models import Decision, Statement
from reconciliation.models.printed_money import FigureOutOfRange, to_units


@transaction.atomic
def correct_line(
    *,
    statement: Statement,
    line: int,
    actor: User | None,
    amount: Decimal | None = None,
    date: dt.date | None = None,
    description: str | None = None,
    reason: str = "",
) -> Decision:
    """Correct a row, with amounts signed from the holder's side; None leaves a value as it was read. An earlier correction of the
    row is withdrawn. Raises NotYours, DecisionRefused."""
    current = hold(statement, actor)
    (row,) = lines_of(current, [line])
    read, after = said_by_line(row), _after(amount, date, description)
    after = {name: value for name, value in after.items() if read[name] != value}
    if not after:
        raise DecisionRefused("nothing_changed")
    _fits(current, amount)
    organization = current.statement_import.organization
    earlier = Decision.objects.of(organization).standing().about(current).filter(kind=Decision.Kind.CORRECTION)
    replaced = [decision for decision in earlier if decision.line_numbers == (line,)]
    end(replaced, actor=actor, because="corrected anew")
    before = replaced[-1].after if replaced else {name: read[name] for name in after}
    return decide(statement=current, kind=Decision.Kind.CORRECTION, lines=[line], actor=actor, reason=reason, before=before, after=after)


def _after(amount: Decimal | None, date: dt.date | None, description: str | None) -> dict[str, Any]:
    values = {
        "amount": None if amount is None else format(amount, "f"),
        "date": date.isoformat() if date else None,
        "description": description,
    }
    return {name: value for name, value in values.items() if value is not None}


def _fits(statement: Statement, amount: Decimal | None) -> None:
    """Raise DecisionRefused if the amount has more decimals than the statement prints."""
    try:
        if amount is not None:
            to_units(amount, statement.decimals)
    except FigureOutOfRange as unfit:
        raise DecisionRefused(unfit.code) from unfit
