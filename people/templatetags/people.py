"""Filters of people and days: what a member may do, days and moments in the reader's format, entries of the audit log."""

import re
from collections.abc import Sequence

from django import template

from people.addresses import address, organization_in
from people.audit import Act
from people.formats import written_day, written_moment, written_span
from people.models import AuditEntry, Membership, Organization
from people.roles import Action

register = template.Library()
PAGES = {"StatementImport": "import_detail", "Account": "account"}
KEY = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64}")
IN_MENU = 10
SHOWN = 300
"""Longest text of details, in characters; exports have them whole."""

register.filter("organization_in", organization_in)
register.filter("day", written_day)
register.filter("span", written_span)
register.filter("moment", written_moment)


@register.filter
def may(membership: Membership | None, action: Action) -> bool:
    return membership is not None and membership.may(action)


@register.filter
def clients_of_menu(memberships: Sequence[Membership], current: Organization | None) -> list[Organization]:
    """Return the first organizations of the menu by name, the current one before the others. A search finds the rest."""
    organizations = (membership.organization for membership in memberships)
    return sorted(organizations, key=lambda listed: (listed != current, listed.name.casefold(), listed.slug))[:IN_MENU]


@register.filter
def act_label(entry: AuditEntry) -> str:
    return str(Act(entry.act).label) if entry.act in Act.values else entry.act


@register.filter
def page_of_subject(entry: AuditEntry) -> str:
    """Return the address of the page of the affected row; empty if it has none."""
    name = PAGES.get(entry.subject, "")
    return address(name, entry.subject_id) if name else ""


@register.filter
def details(entry: AuditEntry) -> str:
    """Return the details as recorded, with untranslated names of columns and codes. Keys and hashes are only in the exports."""
    text = " · ".join(f"{name}: {_as_text(value)}" for name, value in entry.details.items() if not KEY.fullmatch(str(value)))
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _as_text(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(name if change is None else f"{name} {_as_text(change)}" for name, change in value.items())
    if isinstance(value, list):
        return " → ".join("—" if item in (None, "") else str(item) for item in value)
    return str(value)
