"""Reasons why a row is in its list, from the codes that the verdict stores with each row."""

import datetime as dt
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Protocol

from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from people.formats import listed, written_day
from reconciliation.posting.part_names import NAMES
from reconciliation.presentation.labels.verdicts import Words

Json = Mapping[str, Any]


class NamedRow(Protocol):
    """An entry or a printed row of another account, with the name of that account."""

    @property
    def kind(self) -> str: ...
    @property
    def account(self) -> str: ...
    @property
    def date(self) -> dt.date: ...
    @property
    def description(self) -> str: ...


DIFFERING: dict[str, Words] = {
    "amount": _("Same payment, different amount"),
    "sign": _("Same amount, opposite sign"),
    "date": _("Same payment, very different date"),
}
HINTS: dict[str, Words] = {
    "digits_transposed": _("Two digits may have changed places"),
    "fx": _("Foreign currency: probably booked at an estimated rate"),
    "possible_duplicate": _("Possibly entered twice"),
}
MISSING: dict[str, Words] = {
    "outstanding": _("Has not reached the bank yet"),
    "possible_duplicate": _("Possibly entered twice"),
    "stale": _("Too old to clear: cancel it or write it back"),
    "not_on_statement": _("Should have reached the bank by now"),
}
PROOFS: dict[str, Words] = {
    "reversal": _("Reversed by another entry"),
    "cleared_later": _("Cleared on a later statement"),
}
CAUSES: dict[str, Words] = {
    "fee": _("Bank charge"),
    "interest": _("Interest"),
    "bank_error": _("A bank error, or its correction"),
    "refund": _("A refund"),
    "transfer": _("A transfer"),
    "foreign_exchange": _("Foreign currency"),
}
ORIGINS: dict[str, Words] = {
    "transfer_entry": _("%(account)s has the opposite entry: %(day)s %(text)s"),
    "transfer_row": _("A statement of %(account)s prints the opposite row: %(day)s %(text)s"),
    "refund": _("Pays back what was paid on %(day)s: %(text)s"),
}
SUPPORT: dict[str, Words] = {
    "reference": _("same reference"),
    "payee": _("similar description"),
    "learned": _("names that you matched before"),
    "group": _("same amount together"),
}
PAYOUTS: dict[str, Words] = {
    "complete": _("All payments and fees are in your books."),
    "fee_missing": _("All payments are in your books. The entry of the fees is missing."),
    "payments_missing": _("Not all payments are in your books."),
    "not_unique": _("Several entries could be these payments. Match them manually, or enter the references of the payments."),
    "whole_booked": _("Your books have one entry of this amount."),
}


def why_payout(row: Json) -> str:
    """Return what the books have of a payout."""
    return str(PAYOUTS.get(row["state"], ""))


def payouts_in(verdict: Json) -> dict[int | None, Json]:
    """Return the payouts of a verdict by their rows; `says` is what the books have of each."""
    return {row["line"]: row | {"says": why_payout(row)} for row in verdict.get("explained", ())}


SPLITS: dict[str, Words] = {
    "complete": _("The payment and its other parts are in your books."),
    "parts_missing": _("Your books have the whole payment as one entry. Entries of its other parts are missing."),
    "not_unique": _("Several entries could be this payment or its parts. Match them manually."),
}


def part_name(kind: str) -> str:
    """Return the name of a kind of part."""
    return str(NAMES.get(kind, kind))


def splits_in(verdict: Json) -> dict[int | None, Json]:
    """Return the payments that a statement splits by their rows: `says` is what the books have of each, `to_add` the names and amounts of
    the entries that they lack."""
    return {
        row["line"]: row
        | {
            "says": str(SPLITS.get(row["state"], "")),
            "to_add": [(part_name(kind), Decimal(amount)) for kind, amount in row["to_add"]],
        }
        for row in verdict.get("split", ())
    }


def why_differing(pair: Json) -> str:
    return _sentences(DIFFERING.get(pair["kind"]), HINTS.get(pair.get("hint") or ""))


def why_new(row: Json, origin: NamedRow | None = None) -> str:
    """Return why a row is new; `origin` is the entry or row of another account that explains it."""
    pending = gettext("A pending entry may be this payment") if row["candidate"] else None
    repeated = gettext("Already on another statement") if row["repeats"] else None
    explained = None
    if origin:
        values = {"account": origin.account, "day": written_day(origin.date), "text": origin.description or gettext("no description")}
        explained = str(ORIGINS[origin.kind]) % values
    return _sentences(CAUSES.get(row.get("reason") or ""), pending, repeated, explained)


def why_missing(row: Json) -> str:
    if row["proof"]:
        return _sentences(PROOFS.get(row["proof"]))
    hint = row.get("hint") if row.get("hint") != row["kind"] else None
    return _sentences(MISSING.get(row["kind"]), HINTS.get(hint or ""))


def why_ambiguous(group: Json) -> str:
    lines, entries = len(group["lines"]), len(group["transactions"])
    if not lines:
        return gettext("These two entries may cancel out")
    if lines == entries == 1:
        return gettext("Same amount, different names: is it the same payment?")
    if group.get("doubt") == "group_to_confirm":
        return gettext("Together they make the same amount: are they one payment?")
    if lines == entries:
        return gettext("These rows look the same")
    return gettext("These rows look the same, and their numbers differ: one is extra or missing")


def why_cleared(codes: Sequence[str]) -> str:
    """Return why a row is cleared: ["payee", "days:2"] gives "Same amount, similar text, 2 days later at the bank"."""
    if "decided" in codes:
        return gettext("Decided by a person")
    if "payout" in codes:
        return gettext("The payments of a payout")
    if "parts" in codes:
        return gettext("A payment less its other parts")
    if not codes:
        return ""
    reasons = [gettext("Same amount"), *(str(SUPPORT[code]) for code in codes if code in SUPPORT)]
    # The days from the entry in the books to the row at the bank.
    days = next((int(code.removeprefix("days:")) for code in codes if code.startswith("days:")), None)
    if days == 0:
        reasons.append(gettext("same day"))
    elif days is not None:
        later = ngettext("%(days)d day later at the bank", "%(days)d days later at the bank", days)
        earlier = ngettext("%(days)d day earlier at the bank", "%(days)d days earlier at the bank", -days)
        reasons.append((later if days > 0 else earlier) % {"days": abs(days)})
    return listed(reasons)


def _sentences(*parts: Words | None) -> str:
    return pgettext("between two sentences", ". ").join(str(part) for part in parts if part)
