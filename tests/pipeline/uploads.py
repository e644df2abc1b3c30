"""Uploads of documents, and the work of the workers on them."""

from collections.abc import Callable
from functools import partial

from django.contrib.auth.models import User

from people.models import Organization
from reconciliation.documents.pages import OpenedDocument
from reconciliation.models import StatementImport
from reconciliation.pipeline.processor import PIPELINE, Pipeline, read_statements
from reconciliation.printed.statement import Reading
from reconciliation.tasks import ask_model, process_pdf
from reconciliation.uploads.services import receive_statement


def received(organization: Organization, pdf: bytes, uploaded_by: User | None = None) -> StatementImport:
    """Return an upload that no worker has taken yet."""
    channel = StatementImport.Channel.WEB if uploaded_by else StatementImport.Channel.COMMAND_LINE
    found = receive_statement(organization=organization, uploaded_by=uploaded_by, channel=channel, filename="statement.pdf", pdf=pdf)
    return found.statement_import


def processed(organization: Organization, pdf: bytes, uploaded_by: User | None = None) -> StatementImport:
    """An upload whose task has run."""
    statement_import = received(organization, pdf, uploaded_by)
    worked_on(statement_import)
    statement_import.refresh_from_db()
    return statement_import


def read_by(reader: Callable[[OpenedDocument], Reading]) -> Pipeline:
    """The pipeline with another reader."""
    return [(name, partial(read_statements, reader=reader) if name == "read" else stage) for name, stage in PIPELINE]


def worked_on(statement_import: StatementImport) -> None:
    """Run the workers' tasks by turns, until the import waits for no model."""
    waiting = StatementImport.queue.filter(pk=statement_import.pk, status=StatementImport.Status.PROCESSING, waits_for_model=True)
    process_pdf(str(statement_import.pk))
    while waiting.exists():
        ask_model(str(statement_import.pk))
        process_pdf(str(statement_import.pk))
