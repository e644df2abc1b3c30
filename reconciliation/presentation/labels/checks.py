"""The two lines under the sum: the opening balance against the books, and the arithmetic of the statement."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

from django.utils.translation import gettext as _

from reconciliation.presentation.formats import figure

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CheckLine:
    """One check as a line. `state` sets the colour of `says`: good, bad, or open if the answer is unknown."""

    state: Literal["good", "bad", "open"]
    says: str


def brought_forward(statement: Json) -> CheckLine:
    """Compare the printed opening balance with the cleared balance of the books."""
    printed, cleared = statement["opening_balance"]["statement"], statement["opening_balance"]["ledger"]
    if cleared is None:
        return CheckLine("open", _("Brought forward: the books' opening balance is not known"))
    if printed is None and statement["opening_source"] != "previous_statement":
        return CheckLine("open", _("Brought forward: not printed"))
    parts = statement.get("opening_parts", [])
    if parts or (printed is not None and Decimal(printed) != Decimal(cleared)):
        return CheckLine("bad", "; ".join([_("Brought forward differs"), *map(_part, parts)]))
    if printed is None:
        return CheckLine("good", _("Brought forward: taken from the statement before"))
    return CheckLine("good", _("Brought forward agrees"))


def _part(part: Json) -> str:
    """Return one cause of the difference and its amount."""
    amount = {"amount": figure(part["amount"])}
    if part["kind"] == "not_known":
        return _("%(amount)s not known") % amount
    if part["kind"] == "new_rows":
        return _("%(amount)s from earlier rows that are not in the books") % amount
    if part["kind"] == "bank_error":
        return _("%(amount)s from the bank's error that it put right") % amount
    if part["kind"] == "amount_differs":
        return _("%(amount)s from earlier amounts that differ") % amount
    return _("%(amount)s from earlier rows that wait for a choice") % amount


def adds_up(integrity: Json) -> CheckLine:
    """Compare the opening balance plus all rows with the closing balance, as printed."""
    if integrity.get("rows_follow"):
        if integrity.get("difference") is None:  # no balance is printed
            return CheckLine("open", _("The rows come to the printed total"))
        return CheckLine("open", _("Rows and balances follow one another"))
    if integrity.get("holds") is None:
        return CheckLine("open", _("Whether the statement adds up cannot be proved"))
    return CheckLine("good", _("Statement adds up")) if integrity["holds"] else CheckLine("bad", _("Statement does not add up"))
