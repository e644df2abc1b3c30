"""The verdict as one sentence, from the verdict and its reasons, never the bare verdict."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from reconciliation.presentation.labels.reasons import REASONS
from reconciliation.reconcile.answers import is_outstanding, is_reversal, rows_to_record

Json = Mapping[str, Any]
Tone = Literal["good", "calm", "warn", "bad"]
ONLY_TIMING = {"ends_unconfirmed", "outstanding_unproved", "cut_off", "chain_gap"}


@dataclass(frozen=True, slots=True)
class Headline:
    """A verdict in words. `tag` has two or three words, `detail` is for lists, `sentence` is complete; `tone` sets the colour."""

    tag: str
    sentence: str
    tone: Tone
    detail: str = ""


def tone_of(verdict: str, reasons: Sequence[str]) -> Tone:
    """Return the tone: good (proved), calm (ties, only later statements can prove it), bad (differs), warn (needs a person)."""
    if verdict == "matched":
        return "good"
    if verdict == "mismatched":
        return "bad"
    return "calm" if ties_but_for_timing(verdict, reasons) else "warn"


def ties_but_for_timing(verdict: str, reasons: Sequence[str]) -> bool:
    return verdict == "partial" and bool(reasons) and set(reasons) <= ONLY_TIMING


def headline(reconciliation: Json) -> Headline:
    """Return the headline of a file: that of its only statement, or how many of its statements are proved."""
    statements = reconciliation["statements"]
    if len(statements) == 1:
        return headline_of_statement(statements[0])
    verdict, reasons = reconciliation["verdict"], reconciliation["reasons"]
    sentence = _of_several(statements) or _first_reason(reasons)
    return Headline(_tag(verdict, reasons), sentence, tone_of(verdict, reasons), sentence)


def headline_of_statement(statement: Json) -> Headline:
    verdict, reasons = statement["verdict"], statement["reasons"]
    tone, counted = tone_of(verdict, reasons), _counted(statement)
    sentence = " ".join([_lead(statement), *counted])
    return Headline(_tag(verdict, reasons), sentence, tone, sentence if tone == "warn" else " ".join(counted))


def _tag(verdict: str, reasons: Sequence[str]) -> str:
    if ties_but_for_timing(verdict, reasons):
        return _("Ties with the bank")
    return {
        "matched": _("Reconciled, proved"),
        "mismatched": _("Differs"),
        "partial": _("Needs you"),
        "unverifiable": _("Not compared"),
    }[verdict]


def _counted(statement: Json) -> list[str]:
    """Return what there is to do and what is outstanding, each as a short sentence."""
    doing = left_to_do(statement) if statement["verdict"] != "unverifiable" else []
    counted = [part for part in (", ".join(doing), outstanding(statement)) if part]
    return [f"{part[0].upper()}{part[1:]}." for part in counted]


def _lead(statement: Json) -> str:
    verdict, reasons = statement["verdict"], statement["reasons"]
    if verdict == "matched":
        return _("Reconciled, and proved row by row.")
    if ties_but_for_timing(verdict, reasons):
        return _("Ties with the bank.")
    if verdict == "mismatched":
        return _("Statement and books differ.")
    return _first_reason(reasons)


def _first_reason(reasons: Sequence[str]) -> str:
    first = next((REASONS[code].says for code in REASONS if code in reasons), None)
    return str(first) if first else _("Nothing could be compared.")


def _of_several(statements: Sequence[Json]) -> str:
    if not statements:
        return ""
    proved = sum(statement["verdict"] == "matched" for statement in statements)
    return ngettext(
        "%(proved)d of %(count)d statement in this file is proved.",
        "%(proved)d of %(count)d statements in this file are proved.",
        len(statements),
    ) % {"proved": proved, "count": len(statements)}


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
