"""The audit log of an organization, for its owners and auditors."""

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from people.access import member_may
from people.audit.acts import Act
from people.audit.reading import AuditFilter, as_csv, as_json_lines, page_of
from people.audit.trail import record
from people.requests import MemberRequest

FILES = {"csv": (as_csv, "text/csv; charset=utf-8"), "jsonl": (as_json_lines, "application/jsonl")}
CHUNK = 2000


@require_safe
@member_may("read_audit")
def audit_log(request: MemberRequest) -> HttpResponse:
    """A page begins before a number, so that what is added meanwhile shifts nothing."""
    wanted = AuditFilter(request.GET, request.organization)
    entries, older = page_of(wanted.entries(), request.GET.get("before", ""))
    asked = request.GET.copy()
    asked.pop("before", None)
    context = {
        "section": "organization",
        "part": "audit",
        "form": wanted,
        "entries": entries,
        "older": older,
        "asked": asked.urlencode(),
        "is_first": "before" not in request.GET,
    }
    return render(request, "finance/audit.html", context)


@require_safe
@member_may("read_audit")
def audit_export(request: MemberRequest, format: str) -> StreamingHttpResponse:  # noqa: A002  the name in the address
    """What the page is narrowed down to, the oldest first."""
    if format not in FILES:
        raise Http404
    written, content_type = FILES[format]
    record(request.organization, request.user, Act.DOWNLOADED, request.organization, what=f"audit.{format}")
    entries = AuditFilter(request.GET, request.organization).entries().order_by("number")
    lines = (line.encode() for line in written(entries.iterator(chunk_size=CHUNK)))
    headers = {"Content-Disposition": f'attachment; filename="audit.{format}"', "Cache-Control": "private, no-store"}
    return StreamingHttpResponse(lines, content_type=content_type, headers=headers)
