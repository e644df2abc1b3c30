"""The way of an upload, as the pages take it, for many statements."""

from uuid import UUID

from bench.throughput.papers import books, pdf_of, slug
from finance.loading import load_ledger
from people.models import Organization
from reconciliation.models import StatementImport
from reconciliation.uploads.services import receive_statement


def uploaded(statements: int, organizations: int, *, first: int = 0, lacking: int = 0) -> list[str]:
    """Each rings for the workers, who are not there yet; their ids. So many of the last entries of each are `lacking` in the books."""
    numbers = range(first, first + statements)
    load_ledger(books={"organizations": list(books(numbers, organizations, lacking=lacking))})
    known = {organization.slug: organization for organization in Organization.objects.all()}
    return [str(_received(known[slug((number - first) % organizations)], number)) for number in numbers]


def _received(organization: Organization, number: int) -> UUID:
    received = receive_statement(
        organization=organization,
        uploaded_by=None,
        channel=StatementImport.Channel.COMMAND_LINE,
        filename=f"statement-{number}.pdf",
        pdf=pdf_of(number),
    )
    return received.statement_import.pk
