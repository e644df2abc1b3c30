"""The audit log of an organization, for its owners and auditors."""

import datetime as dt
from typing import Any

from django import forms
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from people.access import MemberRequest, member_may
from people.audit import Act, as_csv, as_json_lines, record
from people.models import AuditEntry, AuditEntryQuerySet, Organization

PAGE_SIZE = 50
MOST_PEOPLE = 200
ANY = ("", _("Any"))


def _day(label: Any) -> forms.DateField:
    return forms.DateField(label=label, required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))


class AuditFilter(forms.Form):
    """The filters of the log's page. Invalid values filter nothing."""

    person = forms.TypedChoiceField(label=_("Person"), required=False, coerce=int, empty_value=None)
    act = forms.ChoiceField(label=_("Action"), choices=[ANY, *Act.choices], required=False)
    first = _day(_("From"))
    last = _day(_("To"))

    def __init__(self, data: Any, organization: Organization) -> None:
        super().__init__(data, label_suffix="")
        people = AuditEntry.objects.of(organization).exclude(by=None).order_by("name").values_list("by", "name").distinct()
        self.fields["person"].choices = [ANY, *people[:MOST_PEOPLE]]  # type: ignore[attr-defined]
        self.full_clean()
        self.organization = organization

    @property
    def narrows(self) -> bool:
        return any(self.cleaned_data.values())

    def entries(self) -> AuditEntryQuerySet:
        """Return the filtered entries, newest first. Days are in the reader's time zone."""
        entries, wanted = AuditEntry.objects.of(self.organization), self.cleaned_data
        if wanted.get("person") is not None:
            entries = entries.filter(by=wanted["person"])
        if wanted.get("act"):
            entries = entries.filter(act=wanted["act"])
        if wanted.get("first"):
            entries = entries.filter(at__gte=_start(wanted["first"]))
        if wanted.get("last"):
            entries = entries.filter(at__lt=_start(wanted["last"] + dt.timedelta(days=1)))
        return entries.order_by("-number")


def _start(day: dt.date) -> dt.datetime:
    return timezone.make_aware(dt.datetime.combine(day, dt.time()))


FILES = {"csv": (as_csv, "text/csv; charset=utf-8"), "jsonl": (as_json_lines, "application/jsonl")}
CHUNK = 2000


@require_safe
@member_may("read_audit")
def audit_log(request: MemberRequest) -> HttpResponse:
    """Show a page of the log. It begins before a number, so that new entries shift nothing."""
    filters = AuditFilter(request.GET, request.organization)
    entries, before = filters.entries(), request.GET.get("before", "")
    if before.isdecimal() and len(before) < 19:
        entries = entries.filter(number__lt=int(before))
    page = list(entries[: PAGE_SIZE + 1])
    query = request.GET.copy()
    query.pop("before", None)
    context = {
        "section": "organization",
        "part": "audit",
        "form": filters,
        "entries": page[:PAGE_SIZE],
        "older": page[PAGE_SIZE - 1].number if len(page) > PAGE_SIZE else None,  # the next page begins before it
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
