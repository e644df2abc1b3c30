"""Filters of people and days: permissions of a member, days and moments in the reader's format, entries of the audit log.

Ids, hashes and codes without words are only in the exports of the log."""

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import template
from django.apps import apps
from django.core.exceptions import FieldDoesNotExist
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from people.addresses import address, organization_in
from people.audit import Act
from people.formats import in_letters, listed, written_day, written_moment, written_month, written_span
from people.models import AuditEntry, Membership, Organization
from people.roles import Action

Words = Callable[[Any], str]
SHOWN = 300
"""Longest text of details, in characters; exports have them whole."""
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
CHOICES = (
    ("reconciliation", "Conclusion", "kind"),
    ("reconciliation", "Decision", "kind"),
    ("connectors", "Connection", "kind"),
    ("reconciliation", "StatementImport", "channel"),
    ("finance", "Membership", "role"),
)
"""Fields whose choices are the codes in details."""
FIELDS = {
    "amount": gettext_lazy("amount"),
    "base_url": gettext_lazy("address"),
    "model": gettext_lazy("model"),
    "opening_balance": gettext_lazy("opening balance"),
    "provider": gettext_lazy("provider"),
}
"""Names of changed values that are no column of their model."""


def words_of(entry: AuditEntry) -> str:
    """Return the details as one line, shortened."""
    parts = [WORDS[name](value) for name, value in entry.details.items() if name in WORDS and value not in (None, "", [], {})]
    parts += [_changes(entry, entry.details[name]) for name in ("changed", "fields") if entry.details.get(name)]
    text = " · ".join(filter(None, parts))
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _code(value: Any) -> str:
    """Return the words of a code, or of the codes before and after."""
    if isinstance(value, list):
        return " → ".join(map(_code, value))
    for model in CHOICES:
        words = _choices(apps.get_model(*model[:2])._meta.get_field(model[2]))  # noqa: SLF001  Django's public interface
        if value in words:
            return str(words[value])
    return ""


def _choices(field: Any) -> Mapping[Any, Any]:
    """Return the words of a field's codes; empty for a relation."""
    return dict(getattr(field, "flatchoices", ()))


def _day(value: Any) -> str:
    return DAY.sub(lambda day: written_day(dt.date.fromisoformat(day[0])), str(value).split("T")[0].split(" ")[0])


def _labelled(label: str, words: Words = str) -> Words:
    return lambda value: f"{_(label)}: {words(value)}"


def _entries(value: Any) -> str:
    count = len(value) if isinstance(value, list) else value
    return ngettext("%(count)d entry", "%(count)d entries", count) % {"count": count}


def _days(value: Any) -> str:
    return written_span(value) if isinstance(value, str) else ngettext("%(count)d day", "%(count)d days", value) % {"count": value}


def _number(value: Any) -> str:
    return str(len(value) if isinstance(value, list) else value)


def _tools(value: Any) -> str:
    return listed(str(tool["tool"]) for tool in value)


WORDS: Mapping[str, Words] = {
    "accounts": _labelled("Accounts", _number),
    "address": str,
    "allowed": _tools,
    "change": lambda value: _("New recovery codes") if value == "new recovery codes" else "",
    "channel": _code,
    "count": _number,
    "days": _days,
    "due_on": _labelled("Due on", _day),
    "email": str,
    "enabled": lambda value: "" if value else _("switched off"),
    "ends": _labelled("Until", _day),
    "entries": _entries,
    "forbidden": _labelled("Not allowed", _tools),
    "kind": _code,
    "month": _day,
    "name": str,
    "provider": str,
    "questions": _labelled("Questions", _number),
    "reason": lambda value: str(value) if " " in str(value) else "",
    "role": _code,
    "sessions": _number,
    "step": _code,
    "what": lambda value: _("Document") if value == "document" else str(value),
}


def _changes(entry: AuditEntry, changed: Any) -> str:
    """Return the names of the changed fields, with their values before and after where these are recorded."""
    if not isinstance(changed, dict):
        return listed(_name(entry, str(name))[0] for name in changed)
    parts = []
    for name, values in changed.items():
        label, choices = _name(entry, name)
        values = values if isinstance(values, list) else []
        parts.append(" ".join(filter(None, (label, " → ".join(_value(value, choices) for value in values)))))
    return listed(parts)


def _name(entry: AuditEntry, name: str) -> tuple[str, Mapping[Any, Any]]:
    """Return the words of a field of the subject, and those of its choices."""
    for model in apps.get_models():
        if model.__name__ == entry.subject:
            try:
                field = model._meta.get_field(name)  # noqa: SLF001  Django's public interface
            except FieldDoesNotExist:
                break
            return str(getattr(field, "verbose_name", name)), _choices(field)
    return str(FIELDS.get(name, name.replace("_", " "))), {}


def _value(value: Any, choices: Mapping[Any, Any]) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value in (None, "", []):
        return "—"
    if isinstance(value, str) and DAY.match(value):
        return _day(value)
    return str(choices.get(value, value)) if isinstance(value, str | int) else _number(value)


register = template.Library()
PAGES = {"StatementImport": "import_detail", "Account": "account"}
IN_MENU = 10

register.filter("organization_in", organization_in)
register.filter("day", written_day)
register.filter("month", written_month)
register.filter("in_letters", in_letters)
register.filter("span", written_span)
register.filter("moment", written_moment)
register.filter("listed", lambda parts: listed(map(str, parts)))
register.filter("details", words_of)


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
