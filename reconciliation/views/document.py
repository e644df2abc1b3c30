"""The source document itself, for members of its organization."""

from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from people.access import member_may
from people.audit.acts import Act
from people.audit.trail import record
from people.requests import MemberRequest
from reconciliation.storage import archive
from reconciliation.storage.archive import DocumentSealed
from reconciliation.views.access import import_seen_by

SAFE_HEADERS = {
    "Content-Type": "application/pdf",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "Cache-Control": "private, no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@require_safe
@member_may("read")
def import_document(request: MemberRequest, import_id: UUID) -> HttpResponse:
    """Return the uploaded bytes, or the unlocked copy, as a download, so that no browser runs scripts in it beside the product's pages."""
    statement_import = import_seen_by(request, import_id)
    if statement_import.document_deleted_at:
        return render(request, "reconciliation/document_deleted.html", {"statement_import": statement_import}, status=410)
    if not statement_import.has_document:
        raise Http404
    try:
        content = archive.readable(statement_import)
    except (FileNotFoundError, DocumentSealed) as lost:
        raise Http404(_("This document cannot be opened.")) from lost
    record(request.organization, request.user, Act.DOWNLOADED, statement_import, what="document")
    named = content_disposition_header(as_attachment=True, filename=statement_import.filename)
    return HttpResponse(content, headers=SAFE_HEADERS | {"Content-Disposition": named or "attachment"})
