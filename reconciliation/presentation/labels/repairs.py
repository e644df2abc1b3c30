"""Corrections that would make a statement add up, in words. They are only proposed: "If row 7 were ..., every balance would follow"."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from reconciliation.presentation.labels.reasons import Words

Json = Mapping[str, Any]

AMOUNT = gettext_lazy("If row %(row)d were %(right)s instead of %(read)s, %(follows)s.")
SAID: dict[str, Words] = {
    "balance_misread": gettext_lazy("If the balance on row %(row)d were %(right)s instead of %(read)s, %(follows)s."),
    "opening_misread": gettext_lazy("If the opening balance were %(right)s instead of %(read)s, %(follows)s."),
    "closing_misread": gettext_lazy("If the closing balance were %(right)s instead of %(read)s, %(follows)s."),
    "doubled_row": gettext_lazy("If row %(row)d (%(right)s) were not there a second time, %(follows)s."),
}
HINTS: dict[str, Words] = {
    "wrong_sign": gettext_lazy("The sign may have been misread."),
    "digits_swapped": gettext_lazy("Two digits may have changed places."),
    "digit_misread": gettext_lazy("One digit may have been misread."),
}


def repair_in_words(repair: Json, rows: int, figure: Callable[[Decimal], str]) -> str:
    """Return the sentence for a statement of so many rows; `figure` formats an amount. Rows are counted from 1."""
    kind, line, until, read = repair["kind"], repair["line"], repair["until"], repair["read"]
    words = {
        "row": line + 1,
        "right": figure(Decimal(repair["amount"])),
        "follows": _("every balance would follow") if repair["alone"] else _("the balances up to the next break would follow"),
    }
    if kind == "missing_row":
        return _missing(line, until, rows) % (words | {"after": line, "before": until + 1})
    sentence = str(SAID.get(kind, AMOUNT)) % (words | {"read": figure(Decimal(read))})
    return f"{sentence} {HINTS[kind]}" if kind in HINTS else sentence


def _missing(first: int, last: int, rows: int) -> str:
    """Return the possible place of a missing row: anywhere, before a row, after one, or between two."""
    if first == 0 and last == rows:
        return _("If one more row of %(right)s stood there, %(follows)s.")
    if first == 0:
        return _("If one more row of %(right)s stood before row %(before)d, %(follows)s.")
    if last == rows:
        return _("If one more row of %(right)s stood after row %(after)d, %(follows)s.")
    return _("If one more row of %(right)s stood between rows %(after)d and %(before)d, %(follows)s.")
