"""How many of what is left: the counted half of a verdict's sentence, and the amount that is still to be settled."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

Json = Mapping[str, Any]


def to_settle(statement: Json) -> Decimal | None:
    """Bank minus books once all that is only outstanding is counted; None where it cannot be known."""
    bridge = statement.get("bridge")
    if bridge is None:
        return None
    return Decimal(bridge["statement_closing"]) - Decimal(bridge["ledger_closing"]) - Decimal(bridge["timing"])


def is_outstanding(item: Json) -> bool:
    return str(item["kind"]) == "outstanding"


def is_reversal(item: Json) -> bool:
    return str(item.get("proof")) == "reversal"


def rows_to_record(statement: Json) -> list[Json]:
    """Rows that the books lack; one that another statement prints already is recorded with that one, an error of the bank that it put
    right never."""
    return [row for row in statement["new"] if not row["repeats"] and not row.get("undone_by")]


def left_to_do(statement: Json) -> list[str]:
    """What a person still has to look at, counted: "1 choice to make", "2 rows to record"."""
    differing = [pair["kind"] for pair in statement["differing"]]
    choices, new = len(statement["ambiguous"]), len(rows_to_record(statement))
    amounts, signs, dates = differing.count("amount"), differing.count("sign"), differing.count("date")
    missing = sum(not is_outstanding(item) for item in statement["missing"])
    said = [
        (choices, ngettext("%(count)d choice to make", "%(count)d choices to make", choices)),
        (amounts, ngettext("%(count)d amount that differs", "%(count)d amounts that differ", amounts)),
        (signs, ngettext("%(count)d wrong sign", "%(count)d wrong signs", signs)),
        (dates, ngettext("%(count)d wrong date", "%(count)d wrong dates", dates)),
        (new, ngettext("%(count)d row to record", "%(count)d rows to record", new)),
        (missing, ngettext("%(count)d entry to investigate", "%(count)d entries to investigate", missing)),
    ]
    errors = sum(bool(row.get("undone_by")) for row in statement["new"])
    said.append((errors, ngettext("%(count)d error of the bank, put right", "%(count)d errors of the bank, put right", errors)))
    opening = [_("the balance brought forward differs")] if "opening_differs" in statement["reasons"] else []
    return [*opening, *(words % {"count": count} for count, words in said if count)]


def outstanding(statement: Json) -> str:
    """ "2 items outstanding", or nothing."""
    count = sum(is_outstanding(item) and not is_reversal(item) for item in statement["missing"])
    return ngettext("%(count)d item outstanding", "%(count)d items outstanding", count) % {"count": count} if count else ""
