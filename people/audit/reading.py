"""Reading the log: which entries are wanted, a page of them after another, and all of them as a file."""

import csv
import datetime as dt
import json
from collections.abc import Iterable, Iterator
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from people.audit.acts import Act
from people.audit.chain import said
from people.csv_text import EchoLine, guarded
from people.models import Organization
from people.models.audit import AuditEntry
from people.models.audit_querysets import AuditEntryQuerySet

PAGE_SIZE = 50
MOST_PEOPLE = 200
ANY = ("", _("Any"))
COLUMNS = ("Number", "Time", "User", "Name", "Address", "Act", "Of", "Id", "Details", "Previous hash", "Hash")


def _day(label: Any) -> forms.DateField:
    return forms.DateField(label=label, required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))


class AuditFilter(forms.Form):
    """What an address asks for. What makes no sense there filters nothing."""

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
        """The newest first. Days are the reader's."""
        found, wanted = AuditEntry.objects.of(self.organization), self.cleaned_data
        if wanted.get("person") is not None:
            found = found.filter(by=wanted["person"])
        if wanted.get("act"):
            found = found.filter(act=wanted["act"])
        if wanted.get("first"):
            found = found.filter(at__gte=_start(wanted["first"]))
        if wanted.get("last"):
            found = found.filter(at__lt=_start(wanted["last"] + dt.timedelta(days=1)))
        return found.order_by("-number")


def page_of(entries: AuditEntryQuerySet, before: str) -> tuple[list[AuditEntry], int | None]:
    """The entries before that number, and the number that the next page is before."""
    if before.isdecimal() and len(before) < 19:
        entries = entries.filter(number__lt=int(before))
    found = list(entries[: PAGE_SIZE + 1])
    return found[:PAGE_SIZE], found[PAGE_SIZE - 1].number if len(found) > PAGE_SIZE else None


def as_csv(entries: Iterable[AuditEntry]) -> Iterator[str]:
    """For spreadsheets: nothing in it is taken for a formula."""
    writer = csv.writer(EchoLine())
    yield "\ufeff" + writer.writerow(COLUMNS)
    for entry in entries:
        details = json.dumps(entry.details, sort_keys=True, ensure_ascii=False)
        who = (str(entry.by or ""), guarded(entry.name), guarded(entry.address))
        what = (entry.act, entry.subject, entry.subject_id, guarded(details))
        yield writer.writerow((entry.number, entry.at.isoformat(), *who, *what, entry.previous, entry.hash))


def as_json_lines(entries: Iterable[AuditEntry]) -> Iterator[str]:
    """Each line is what is hashed, in canonical JSON, and its hash: to be checked without this program."""
    for entry in entries:
        yield json.dumps(said(entry) | {"hash": entry.hash}, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"


def _start(day: dt.date) -> dt.datetime:
    return timezone.make_aware(dt.datetime.combine(day, dt.time()))
