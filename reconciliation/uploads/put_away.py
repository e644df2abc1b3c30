"""Documents that a person discards, takes back, or names a statement after all. Each is a decision on the whole file, with its author."""

from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from people.access import require
from people.audit import Act, record
from reconciliation.decisions.deciding import end
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.models import Cause, Decision, StatementImport
from reconciliation.models.decisions import NOT_A_STATEMENT
from reconciliation.models.querysets import DecisionQuerySet
from reconciliation.queue.notify import IN_WORK, queue_again
from reconciliation.uploads.ending import end_import

Kind, Status = Decision.Kind, StatementImport.Status


@transaction.atomic
def discard(*, statement_import: StatementImport, reason: str, actor: User | None, not_a_statement: bool = False) -> StatementImport:
    """Discard an upload on which nothing depends. It leaves every list and needs nobody; its document is deleted after the retention time
    and can be taken back until then. `not_a_statement` says that it is another kind of document, which is a reason by itself.

    Does nothing to a discarded one. Raises NotYours, DocumentInUse, and DecisionRefused (`no_reason`, `typed`)."""
    organization = statement_import.organization
    require(actor, organization, "upload")
    if not statement_import.came_as_document:
        raise DecisionRefused("typed")
    because = reason.strip() or (NOT_A_STATEMENT if not_a_statement else "")
    if not because:
        raise DecisionRefused("no_reason")
    if end_import(statement_import, Status.DISCARDED):
        end(list(_on_the_document(statement_import, Kind.IS_STATEMENT)), actor=actor)
        before = {"document": statement_import.document_type}
        after = {"document": NOT_A_STATEMENT} if not_a_statement else {}
        _decide(statement_import, Kind.DISCARDED, actor, reason=because, before=before, after=after)
        record(organization, actor, Act.DISCARDED, statement_import, reason=because)
    statement_import.refresh_from_db()
    return statement_import


@transaction.atomic
def take_back(*, statement_import: StatementImport, actor: User | None, ring: bool = True) -> StatementImport:
    """Take a discarded upload back: it is read again. Does nothing to any other. Raises NotYours, and DecisionRefused
    (`document_deleted`)."""
    require(actor, statement_import.organization, "upload")
    held = StatementImport.objects.of(statement_import.organization).select_for_update().get(pk=statement_import.pk)
    if held.status == Status.DISCARDED:
        if not held.has_document:
            raise DecisionRefused("document_deleted")
        end(list(_on_the_document(held, Kind.DISCARDED)), actor=actor)
        queue_again(held, Cause.AGAIN, ring=ring)
        record(held.organization, actor, Act.TOOK_BACK, held)
    statement_import.refresh_from_db()
    return statement_import


@transaction.atomic
def read_as_statement(*, statement_import: StatementImport, actor: User | None) -> StatementImport:
    """Have a document read as a statement that the reader took for something else, or that a person discarded as such.

    Raises NotYours, and DecisionRefused (`document_deleted`, `not_finished`, `statement_already`)."""
    require(actor, statement_import.organization, "upload")
    held = StatementImport.objects.of(statement_import.organization).select_for_update().get(pk=statement_import.pk)
    if not held.has_document:
        raise DecisionRefused("document_deleted")
    if held.status in IN_WORK:
        raise DecisionRefused("not_finished")
    if held.status != Status.DISCARDED and NOT_A_STATEMENT not in (held.reconciliation or {}).get("reasons", []):
        raise DecisionRefused("statement_already")
    end(list(_on_the_document(held, Kind.DISCARDED)), actor=actor)
    if not _on_the_document(held, Kind.IS_STATEMENT).exists():
        _decide(held, Kind.IS_STATEMENT, actor, before={"document": held.document_type})
        record(held.organization, actor, Act.DECIDED, held, kind=Kind.IS_STATEMENT)
    queue_again(held, Cause.DECIDED)
    statement_import.refresh_from_db()
    return statement_import


def _on_the_document(statement_import: StatementImport, kind: str) -> DecisionQuerySet:
    return Decision.objects.of(statement_import.organization).standing().filter(statement_import=statement_import, kind=kind)


def _decide(statement_import: StatementImport, kind: str, actor: User | None, **more: Any) -> None:
    """Store the decision. Raises DecisionRefused if another user decides at the same moment."""
    decision = Decision(organization=statement_import.organization, statement_import=statement_import, kind=kind, made_by=actor, **more)
    try:
        with transaction.atomic():
            decision.save()
    except IntegrityError as meanwhile:
        raise DecisionRefused("decided_meanwhile") from meanwhile
