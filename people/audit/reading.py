"""Reading the audit log: filtered, page by page, and as a file."""

import csv
import datetime as dt
import json
from collections.abc import Iterable, Iterator
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from people.audit.acts import Act
from people.audit.trail import content_of
from people.csv_text import EchoLine, guarded
from people.models import Organization
from people.models.audit import AuditEntry, AuditEntryQuerySet

PAGE_SIZE = 50
MOST_PEOPLE = 200
ANY = ("", _("Any"))
COLUMNS = ("Number", "Time", "User", "Name", "Address", "Act", "Of", "Id", "Details", "Previous hash", "Hash")


def _day(label: Any) -> forms.DateField:
    return forms.DateField(label=label, required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))


class AuditFilter(forms.Form):
    """The filters of the log's page. Invalid values filter nothing."""

    person = forms.TypedChoiceField(label=_("Person"), required=False, coerce=int, empty_value=None)
    act = forms.ChoiceField(label=_("What was done"), choices=[ANY, *Act.choices], required=False)
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


def page_of(entries: AuditEntryQuerySet, before: str) -> tuple[list[AuditEntry], int | None]:
    """Return the entries before the number `before`, and the number before which the next page begins (None on the last page)."""
    if before.isdecimal() and len(before) < 19:
        entries = entries.filter(number__lt=int(before))
    page = list(entries[: PAGE_SIZE + 1])
    return page[:PAGE_SIZE], page[PAGE_SIZE - 1].number if len(page) > PAGE_SIZE else None


def as_csv(entries: Iterable[AuditEntry]) -> Iterator[str]:
    """Yield the lines of a CSV file, with texts guarded against being read as formulas."""
    writer = csv.writer(EchoLine())
    yield "\ufeff" + writer.writerow(COLUMNS)
    for entry in entries:
        details = json.dumps(entry.details, sort_keys=True, ensure_ascii=False)
        who = (str(entry.by or ""), guarded(entry.name), guarded(entry.address))
        what = (entry.act, entry.subject, entry.subject_id, guarded(details))
        yield writer.writerow((entry.number, entry.at.isoformat(), *who, *what, entry.previous, entry.hash))


def as_json_lines(entries: Iterable[AuditEntry]) -> Iterator[str]:
    """Yield one line an entry: the canonical JSON that is hashed, and its hash, so that other programs can check it."""
    for entry in entries:
        yield json.dumps(content_of(entry) | {"hash": entry.hash}, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"


def _start(day: dt.date) -> dt.datetime:
    return timezone.make_aware(dt.datetime.combine(day, dt.time()))
