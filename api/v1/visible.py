"""Accounts, imports and statements that the member of a token may see."""

from uuid import UUID

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from api.access import TokenRequest
from api.schemas.statements import ImportShape
from finance.models import Account
from reconciliation.models import Statement, StatementImport
from reconciliation.views.access import imports_seen_by


def account_of(request: HttpRequest, account_id: UUID) -> Account:
    """Return an account. Raises Http404 for one that the member may not see."""
    return get_object_or_404(Account.objects.visible_to(request.membership), pk=account_id)  # type: ignore[attr-defined]


def import_of(request: TokenRequest, import_id: UUID) -> StatementImport:
    """Return an import. Raises Http404 for one that the member may not see."""
    rows = imports_seen_by(request).select_related("organization", "uploaded_by").prefetch_related("statements")
    return get_object_or_404(rows, pk=import_id)


def shape_of(request: TokenRequest, import_id: UUID) -> ImportShape:
    """Return the import's current state."""
    return ImportShape.of(import_of(request, import_id))


def statement_of(request: TokenRequest, statement_id: UUID) -> Statement:
    """Return a statement. Raises Http404 for one that the member may not see, and for one that was read again since."""
    rows = Statement.objects.of(request.organization).filter(statement_import__in=imports_seen_by(request))
    return get_object_or_404(rows.select_related("statement_import__organization", "account"), pk=statement_id)
