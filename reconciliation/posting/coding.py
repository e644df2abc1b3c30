"""What rows are booked as when they come into the books: as a person said, else as their payee's last entries were."""

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
    """By the number of each new row of which something is learned."""
    told = (statement.statement_import.reconciliation or {}).get("statements", [])
    new = told[statement.number]["new"] if statement.number < len(told) else []
    found = suggested(statement.statement_import.organization, new)
    return {row["line"]: one for row, one in zip(new, found, strict=True) if one}


def suggested(organization: Organization, new: Sequence[Mapping[str, Any]]) -> list[Suggestion | None]:
    """Of rows as a verdict names them."""
    return suggestions(organization, [(row["description"], Decimal(row["amount"])) for row in new])


def code_drafted(organization: Organization, drafted: Sequence[Drafted], said: Mapping[int, Codes]) -> None:
    """`said` by line; what the books had said of a pending entry stays. Each row's codes go with it when it is taken out again."""
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
    """Of pending entries that stand again; the others took theirs with them."""
    for posting, entry in undone:
        if posting.replaced is not None:
            take_away(organization, [entry], origin=posting.said["origin"])
