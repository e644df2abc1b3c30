"""The way of an upload, as the pages take it, for many statements."""

from bench.throughput.papers import books, pdf_of, slug
from finance.loading import load_ledger
from finance.models import Organization
from reconciliation.models import StatementImport
from reconciliation.services import receive_statement


def uploaded(statements: int, organizations: int) -> None:
    """Each rings for the workers, who are not there yet."""
    load_ledger(books={"organizations": list(books(range(statements), organizations))})
    known = {each.slug: each for each in Organization.objects.all()}
    for number in range(statements):
        receive_statement(
            organization=known[slug(number % organizations)],
            uploaded_by=None,
            channel=StatementImport.Channel.COMMAND_LINE,
            filename=f"statement-{number}.pdf",
            pdf=pdf_of(number),
        )
