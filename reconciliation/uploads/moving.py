"""Moving a document to another client of the same person, who needs the right to upload in both."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from people.access import require
from people.audit import Act, record
from people.models import Organization
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.models import StatementImport
from reconciliation.models.decisions import MOVED
from reconciliation.storage import archive
from reconciliation.uploads.put_away import discard
from reconciliation.uploads.services import receive_statement


@transaction.atomic
def move_document(*, statement_import: StatementImport, to: Organization, actor: User) -> StatementImport:
    """Upload the document to another organization and discard it here; its bytes leave this one at once. Return the import there.

    Nothing that was read or decided here goes with it. Raises NotYours, DocumentInUse, DecisionRefused (`document_deleted`,
    `same_client`), and those of `receive_statement`."""
    here = statement_import.organization
    require(actor, here, "upload")
    require(actor, to, "upload")
    if to == here:
        raise DecisionRefused("same_client")
    if not statement_import.has_document:
        raise DecisionRefused("document_deleted")
    try:
        content = archive.fetch(here, statement_import.stored_as)
    except (FileNotFoundError, archive.DocumentSealed) as lost:
        raise DecisionRefused("document_deleted") from lost
    if statement_import.status != StatementImport.Status.DISCARDED:
        discard(statement_import=statement_import, reason=MOVED, actor=actor)
    received = receive_statement(
        organization=to, uploaded_by=actor, channel=StatementImport.Channel.WEB, filename=statement_import.filename, pdf=content
    )
    there = received.statement_import
    names = [name for name in (statement_import.stored_as, statement_import.unlocked_as) if name]
    rows = StatementImport.objects.of(here).filter(pk=statement_import.pk)
    rows.update(stored_as="", unlocked_as="", document_deleted_at=timezone.now(), document_kept_days=0)
    record(here, actor, Act.MOVED, statement_import, to=to.pk)
    record(to, actor, Act.MOVED, there, came_from=here.pk)
    transaction.on_commit(lambda: [archive.discard(name) for name in names] and None)
    statement_import.refresh_from_db()
    return there
