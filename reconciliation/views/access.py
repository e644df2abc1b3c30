"""Imports that a member may see, always within the organization of the request."""

from uuid import UUID

from django.db.models import Prefetch, Q
from django.shortcuts import get_object_or_404

from people.access import MemberRequest
from people.models import Membership
from reconciliation.models import Statement, StatementImport
from reconciliation.models.querysets import StatementImportQuerySet


def imports_seen_by(request: MemberRequest) -> StatementImportQuerySet:
    return imports_shown_to(request.membership)


def imports_shown_to(membership: Membership) -> StatementImportQuerySet:
    """Return the organization's imports; for a client, their own uploads."""
    imports = StatementImport.objects.of(membership.organization)
    return imports.filter(uploaded_by=membership.user) if membership.sees_given_accounts_only else imports


def with_accounts(imports: StatementImportQuerySet) -> StatementImportQuerySet:
    """Return the imports with their statements and accounts, without the columns that no list shows."""
    statements = Prefetch("statements", Statement.objects.select_related("account"))
    return imports.defer("extracted_data", "unseen", "examination", "sandbox", "summary").prefetch_related(statements)


def imports_asked_about(membership: Membership) -> StatementImportQuerySet:
    """Return the imports whose questions the member sees; for a client, those of their own uploads and of the accounts given to them."""
    imports = StatementImport.objects.of(membership.organization)
    if not membership.sees_given_accounts_only:
        return imports
    given = Statement.objects.of(membership.organization).filter(account__clients=membership)
    return imports.filter(Q(uploaded_by=membership.user) | Q(pk__in=given.values("statement_import")))


def import_seen_by(request: MemberRequest, import_id: UUID, **more: Q) -> StatementImport:
    """Return one visible import, annotated with `more`. Raises Http404 for any other, also for one of another organization."""
    visible = imports_seen_by(request).select_related("organization", "uploaded_by").annotate(**more)
    return get_object_or_404(visible, pk=import_id)


def other_clients(request: MemberRequest) -> list[Membership]:
    """Return the member's other organizations to which they may move a document."""
    others = (membership for membership in request.memberships if membership.organization_id != request.organization.pk)
    return [membership for membership in others if membership.may("upload")]
