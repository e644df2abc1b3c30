"""Counts of what is left to do, for the second half of a verdict's sentence."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from reconciliation.reconcile.answers import is_outstanding, is_reversal, rows_to_record

Json = Mapping[str, Any]


def left_to_do(statement: Json) -> list[str]:
    """Return the counts of what needs a person: "1 choice to make", "2 rows to record"."""
    differing = [pair["kind"] for pair in statement["differing"]]
    choices, new = len(statement["ambiguous"]), len(rows_to_record(statement))
    amounts, signs, dates = differing.count("amount"), differing.count("sign"), differing.count("date")
    missing = sum(not is_outstanding(item) for item in statement["missing"])
    counts = [
        (choices, ngettext("%(count)d choice to make", "%(count)d choices to make", choices)),
        (amounts, ngettext("%(count)d amount that differs", "%(count)d amounts that differ", amounts)),
        (signs, ngettext("%(count)d wrong sign", "%(count)d wrong signs", signs)),
        (dates, ngettext("%(count)d wrong date", "%(count)d wrong dates", dates)),
        (new, ngettext("%(count)d row to record", "%(count)d rows to record", new)),
        (missing, ngettext("%(count)d entry to investigate", "%(count)d entries to investigate", missing)),
    ]
    errors = sum(bool(row.get("undone_by")) for row in statement["new"])
    counts.append((errors, ngettext("%(count)d error of the bank, put right", "%(count)d errors of the bank, put right", errors)))
    opening = [_("the balance brought forward differs")] if "opening_differs" in statement["reasons"] else []
    return [*opening, *(words % {"count": count} for count, words in counts if count)]


def outstanding(statement: Json) -> str:
    """Return "2 items outstanding", or an empty text."""
    count = sum(is_outstanding(item) and not is_reversal(item) for item in statement["missing"])
    return ngettext("%(count)d item outstanding", "%(count)d items outstanding", count) % {"count": count} if count else ""
