"""The source document and pictures of its pages, for members of its organization."""

from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from people.access import MemberRequest, member_may
from people.audit.acts import Act
from people.audit.trail import record, record_view
from reconciliation.documents.drawing import TooBusy, page_picture
from reconciliation.documents.limits import configured_limits
from reconciliation.documents.unreadable import DocumentUnreadable
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


DRAWN_AS = 1  # goes up when pages are drawn otherwise
HEADERS = {
    "Content-Type": "image/png",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "private, no-cache",  # the browser stores it privately, and checks each time that it may still be shown
    "Cross-Origin-Resource-Policy": "same-origin",
}


@require_safe
@member_may("read")
def page_image(request: MemberRequest, import_id: UUID, number: int) -> HttpResponse:
    """Return the page as a reader sees it. 404 if it does not exist or cannot be drawn, 410 if the document was deleted, 503 under load."""
    statement_import = import_seen_by(request, import_id)
    if not 1 <= number <= len(statement_import.page_sizes):
        raise Http404
    if statement_import.document_deleted_at:
        return HttpResponse(status=410)
    etag = f'"{statement_import.sha256}-{number}-{DRAWN_AS}"'
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged:
        return unchanged
    try:
        picture = page_picture(archive.readable(statement_import), number, configured_limits())
    except (FileNotFoundError, DocumentSealed, DocumentUnreadable) as lost:
        raise Http404(_("This page cannot be drawn.")) from lost
    except TooBusy:
        return HttpResponse(status=503, headers={"Retry-After": "5"})
    record_view(request.organization, request.user, statement_import)
    return HttpResponse(picture, headers=HEADERS | {"ETag": etag})
