"""The audit log of an organization, for its owners and auditors."""

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from people.access import MemberRequest, member_may
from people.audit.acts import Act
from people.audit.reading import AuditFilter, as_csv, as_json_lines, page_of
from people.audit.trail import record

FILES = {"csv": (as_csv, "text/csv; charset=utf-8"), "jsonl": (as_json_lines, "application/jsonl")}
CHUNK = 2000


@require_safe
@member_may("read_audit")
def audit_log(request: MemberRequest) -> HttpResponse:
    """Show a page of the log. It begins before a number, so that new entries shift nothing."""
    filters = AuditFilter(request.GET, request.organization)
    entries, older = page_of(filters.entries(), request.GET.get("before", ""))
    query = request.GET.copy()
    query.pop("before", None)
    context = {
        "section": "organization",
        "part": "audit",
        "form": filters,
        "entries": entries,
        "older": older,
        "asked": query.urlencode(),
        "is_first": "before" not in request.GET,
    }
    return render(request, "finance/audit.html", context)


@require_safe
@member_may("read_audit")
def audit_export(request: MemberRequest, format: str) -> StreamingHttpResponse:  # noqa: A002  the name in the address
    """Download the filtered entries, oldest first."""
    if format not in FILES:
        raise Http404
    written, content_type = FILES[format]
    record(request.organization, request.user, Act.DOWNLOADED, request.organization, what=f"audit.{format}")
    entries = AuditFilter(request.GET, request.organization).entries().order_by("number")
    lines = (line.encode() for line in written(entries.iterator(chunk_size=CHUNK)))
    headers = {"Content-Disposition": f'attachment; filename="audit.{format}"', "Cache-Control": "private, no-store"}
    return StreamingHttpResponse(lines, content_type=content_type, headers=headers)
