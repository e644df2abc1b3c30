"""Entries of the audit log in words: `{{ entry|said }}`."""

import re

from django import template
from django.urls import reverse

from people.audit.acts import Act
from people.models.audit import AuditEntry

register = template.Library()
PAGES = {"StatementImport": "import_detail", "Account": "account"}
KEY = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64}")
SHOWN = 300
"""Characters of the details; the files have them whole."""


@register.filter
def said(entry: AuditEntry) -> str:
    return str(Act(entry.act).label) if entry.act in Act.values else entry.act


@register.filter
def page_of_subject(entry: AuditEntry) -> str:
    """Where the row is shown that it was done to; empty where none is."""
    name = PAGES.get(entry.subject, "")
    return reverse(name, args=[entry.subject_id]) if name else ""


@register.filter
def details(entry: AuditEntry) -> str:
    """As they are recorded: names of columns and codes, which are nobody's language. Keys and fingerprints are for the files."""
    told = " · ".join(f"{name}: {_told(value)}" for name, value in entry.details.items() if not KEY.fullmatch(str(value)))
    return told if len(told) <= SHOWN else f"{told[:SHOWN]}…"


def _told(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(name if change is None else f"{name} {_told(change)}" for name, change in value.items())
    if isinstance(value, list):
        return " → ".join("—" if each in (None, "") else str(each) for each in value)
    return str(value)
