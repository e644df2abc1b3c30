"""Account codes of posted rows: those a person chose, else those of their payee's last entries."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from finance.categories import Suggestion, suggestions, take_away, write_codes
from finance.models import Transaction
from finance.models.coding import Codes, Coding
from people.models import Organization
from reconciliation.models import Posting, Statement
from reconciliation.posting.entries import Drafted


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
