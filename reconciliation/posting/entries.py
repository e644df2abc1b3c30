"""A printed row as a draft entry: a new one, or in place of the pending entry that announced it."""

import datetime as dt
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from finance.categories import Suggestion, suggestions, take_away, write_codes
from finance.models import Account, Transaction
from finance.models.coding import Codes, Coding
from finance.models.ledger import POSTED_FROM
from finance.money import NotAnAmount, to_minor
from people.models import Organization
from reconciliation.models import Posting, Statement
from reconciliation.models.columns import fit
from reconciliation.verification.verdict import NewItem

Json = dict[str, Any]


class CannotBecomeAnEntry(ValueError):
    """The row has no day, has an amount that the currency lacks, or lies before the account begins; `code` says which."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafted:
    """An entry that is not written yet. `replaced` is the pending entry's snapshot if it takes its place; `described` is True if a
    person typed its description."""

    line: int
    reason: str
    entry: Transaction
    replaced: Json | None
    described: bool = False


def draft(
    account: Account, item: NewItem, *, day: dt.date | None, reference: str, source: str, pending: Transaction | None, text: str = ""
) -> Transaction:
    """Return the entry that a row becomes, or the changed pending entry: its id remains, so that an import recognizes it.

    `text` is the description that a person typed, if any. Raises CannotBecomeAnEntry."""
    if day is None:
        raise CannotBecomeAnEntry("no_date")
    if account.opening_date and day < account.opening_date:
        raise CannotBecomeAnEntry("before_opening")
    try:
        units = to_minor(item.amount, account.currency)
    except NotAnAmount as error:
        raise CannotBecomeAnEntry("no_such_amount") from error
    entry = copy(pending) if pending else Transaction(account=account)
    entry.booked_on, entry.amount_minor = day, units
    entry.description = fit(text, 1000) or entry.description or fit(item.description, 1000)
    entry.reference = entry.reference or fit(reference, 200)
    entry.status, entry.is_excluded, entry.origin = Transaction.Status.POSTED, False, POSTED_FROM + source
    return entry


def suggestions_for(statement: Statement) -> dict[int, Suggestion]:
    """Return suggestions by the number of each new row with a known payee."""
    answers = (statement.statement_import.reconciliation or {}).get("statements", [])
    new = answers[statement.number]["new"] if statement.number < len(answers) else []
    learned = suggested(statement.statement_import.organization, new)
    return {row["line"]: suggestion for row, suggestion in zip(new, learned, strict=True) if suggestion}


def suggested(organization: Organization, new: Sequence[Mapping[str, Any]]) -> list[Suggestion | None]:
    """Return suggestions for rows as a verdict names them."""
    return suggestions(organization, [(row["description"], Decimal(row["amount"])) for row in new])


def code_drafted(organization: Organization, drafted: Sequence[Drafted], chosen: Mapping[int, Codes]) -> None:
    """Set the codes of drafted entries; `chosen` has a person's by line. A pending entry's codes remain."""
    pending = [draft.entry for draft in drafted if draft.replaced is not None]
    coded = set(Coding.objects.of(organization).filter(entry__in=pending).values_list("entry", flat=True))
    silent = [draft for draft in drafted if draft.line not in chosen and (draft.replaced is None or draft.entry.pk not in coded)]
    suggested_codes = suggestions(organization, [(draft.entry.description, draft.entry.amount) for draft in silent])
    by_person = {draft.entry: chosen[draft.line] for draft in drafted if draft.line in chosen}
    learned = {draft.entry: suggestion.codes for draft, suggestion in zip(silent, suggested_codes, strict=True) if suggestion}
    for codes, given_by in ((by_person, Coding.GivenBy.PERSON), (learned, Coding.GivenBy.LEARNED)):
        for entry, entry_codes in codes.items():
            write_codes(organization, {entry: entry_codes}, given_by=given_by, origin=entry.origin)


def uncode(organization: Organization, undone: Sequence[tuple[Posting, Transaction]]) -> None:
    """Remove the codes from restored pending entries; the codes of other entries were deleted with them."""
    for posting, entry in undone:
        if posting.replaced is not None:
            take_away(organization, [entry], origin=posting.said["origin"])
