"""The part of a document's page that discards it, takes it back or moves it."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from people.models import Membership, Organization
from reconciliation.models import Decision, StatementImport
from reconciliation.models.decisions import MOVED, NOT_A_STATEMENT
from reconciliation.retention.discarded import days_of, last_day_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Discarding:
    """`decision` discarded the document, or is None. `days` is the time in which it can be taken back, `deleted_on` the day on which it is
    deleted, None once it is."""

    decision: Decision | None
    reason: str
    days: int
    deleted_on: dt.date | None
    clients: Sequence[Organization]


def discarding_of(statement_import: StatementImport, others: Sequence[Membership]) -> Discarding:
    """Return what the page offers; `others` are the memberships with whose clients the document may be."""
    decision = None
    if statement_import.status == StatementImport.Status.DISCARDED:
        decisions = Decision.objects.of(statement_import.organization).standing().filter(statement_import=statement_import)
        decision = decisions.filter(kind=Decision.Kind.DISCARDED).select_related("made_by", "organization").first()
    gone = decision is None or not statement_import.has_document
    return Discarding(
        decision=decision,
        reason=reason_in_words(decision.reason) if decision else "",
        days=days_of(statement_import.organization),
        deleted_on=None if gone or decision is None else last_day_of(decision),
        clients=[membership.organization for membership in others],
    )


def reason_in_words(reason: str) -> str:
    """Return the reason as the person gave it, or in words if the product gave it."""
    return {NOT_A_STATEMENT: _("It is not a statement."), MOVED: _("It was moved to another client.")}.get(reason, reason)
