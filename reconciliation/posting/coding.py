"""Account codes of posted rows: those a person chose, else those of their payee's last entries."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from finance.categories.learning import Suggestion, suggestions
from finance.categories.services import take_away, write_codes
from finance.models import Transaction
from finance.models.codes import Codes
from finance.models.coding import Coding
from people.models import Organization
from reconciliation.models import Posting, Statement
from reconciliation.posting.entries import Drafted


def suggestions_for(statement: Statement) -> dict[int, Suggestion]:
    """Return suggestions by the number of each new row with a known payee."""
    told = (statement.statement_import.reconciliation or {}).get("statements", [])
    new = told[statement.number]["new"] if statement.number < len(told) else []
    found = suggested(statement.statement_import.organization, new)
    return {row["line"]: one for row, one in zip(new, found, strict=True) if one}


def suggested(organization: Organization, new: Sequence[Mapping[str, Any]]) -> list[Suggestion | None]:
    """Return suggestions for rows as a verdict names them."""
    return suggestions(organization, [(row["description"], Decimal(row["amount"])) for row in new])


def code_drafted(organization: Organization, drafted: Sequence[Drafted], said: Mapping[int, Codes]) -> None:
    """Set the codes of drafted entries; `said` has them by line. A pending entry's codes remain. Undoing a row removes its codes."""
    kept = _coded_before(organization, [each.entry for each in drafted if each.replaced is not None])
    silent = [each for each in drafted if each.line not in said and each.entry not in kept]
    found = suggestions(organization, [(each.entry.description, each.entry.amount) for each in silent])
    by_person = {each.entry: said[each.line] for each in drafted if each.line in said}
    learned = {each.entry: one.codes for each, one in zip(silent, found, strict=True) if one}
    for codes, given_by in ((by_person, Coding.GivenBy.PERSON), (learned, Coding.GivenBy.LEARNED)):
        for entry, each in codes.items():
            write_codes(organization, {entry: each}, given_by=given_by, origin=entry.origin)


def _coded_before(organization: Organization, entries: Sequence[Transaction]) -> set[Transaction]:
    coded = set(Coding.objects.of(organization).filter(entry__in=entries).values_list("entry", flat=True))
    return {entry for entry in entries if entry.pk in coded}


def uncode(organization: Organization, undone: Sequence[tuple[Posting, Transaction]]) -> None:
    """Remove the codes from restored pending entries; the codes of other entries were deleted with them."""
    for posting, entry in undone:
        if posting.replaced is not None:
            take_away(organization, [entry], origin=posting.said["origin"])
