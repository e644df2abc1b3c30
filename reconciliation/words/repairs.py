"""What would make a statement add up, in plain words. It is only ever proposed: "If row 7 were ..., every balance would follow"."""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from reconciliation.words.reasons import Words

Json = Mapping[str, Any]
Amounts = Sequence[tuple[Decimal, Decimal | None]]  # amount and printed balance of each row

HINTS: dict[str, Words] = {
    "wrong_sign": gettext_lazy("The sign may have been misread."),
    "digits_swapped": gettext_lazy("Two digits may have changed places."),
    "digit_misread": gettext_lazy("One digit may have been misread."),
}


def repair_in_words(repair: Json, rows: Amounts, figure: Callable[[Decimal], str]) -> str:
    """The sentence; `figure` writes an amount. Rows are counted from 1, as people do."""
    follows = _("every balance would follow") if repair["alone"] else _("the balances up to the next break would follow")
    said = _said(repair, rows, figure, follows)
    hint = HINTS.get(repair["kind"])
    return f"{said} {hint}" if hint else said


def _said(repair: Json, rows: Amounts, figure: Callable[[Decimal], str], follows: str) -> str:
    kind, line = repair["kind"], repair["line"]
    words = {"row": line + 1, "right": figure(Decimal(repair["amount"])), "follows": follows}
    if kind == "missing_row":
        return _missing(line, repair["until"], len(rows)) % (words | {"after": line, "before": repair["until"] + 1})
    if kind == "doubled_row":
        return _("If row %(row)d (%(right)s) were not there a second time, %(follows)s.") % words
    amount, balance = rows[line]
    if kind == "balance_misread":
        template = _("If the balance on row %(row)d were %(right)s instead of %(read)s, %(follows)s.")
        return template % (words | {"read": figure(balance or Decimal(0))})
    return _("If row %(row)d were %(right)s instead of %(read)s, %(follows)s.") % (words | {"read": figure(amount)})


def _missing(first: int, last: int, rows: int) -> str:
    """Where it may stand: anywhere, before a row, after one, or between two."""
    if first == 0 and last == rows:
        return _("If one more row of %(right)s stood there, %(follows)s.")
    if first == 0:
        return _("If one more row of %(right)s stood before row %(before)d, %(follows)s.")
    if last == rows:
        return _("If one more row of %(right)s stood after row %(after)d, %(follows)s.")
    return _("If one more row of %(right)s stood between rows %(after)d and %(before)d, %(follows)s.")
