"""Why a row stands in the list it stands in."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

Json = Mapping[str, Any]


def why_differing(kind: str) -> str:
    return {
        "amount": _("Same payment, another amount"),
        "sign": _("Same amount, opposite sign"),
        "date": _("Same payment, a very different day"),
    }.get(kind, "")


def why_new(row: Json) -> str:
    return _("A pending entry may be this payment") if row["candidate"] else ""


def why_missing(row: Json) -> str:
    if row["proof"] == "reversal":
        return _("Reversed by another entry")
    if row["proof"] == "cleared_later":
        return _("Cleared on a later statement")
    return {
        "outstanding": _("Has not reached the bank yet"),
        "possible_duplicate": _("Possibly entered twice"),
        "stale": _("Too old to clear: cancel it or write it back"),
        "not_on_statement": _("Should have reached the bank by now"),
    }.get(row["kind"], "")


def why_ambiguous(group: Json) -> str:
    lines, entries = len(group["lines"]), len(group["transactions"])
    if not lines:
        return _("These two entries may cancel each other")
    if lines == entries == 1:
        return _("The amount agrees, the names do not: is it the same payment?")
    if lines == 1 or entries == 1:
        return _("Together they may be one payment, or one of them may be surplus")
    return _("Nothing tells these rows apart")
