"""The import to work on after another one."""

from django.db.models import Q

from reconciliation.models import StatementImport
from reconciliation.models.querysets import StatementImportQuerySet
from reconciliation.presentation.import_list.filters import SHOWN


def next_for_a_person(visible: StatementImportQuerySet, after: StatementImport) -> StatementImport | None:
    """Return the next visible import that arrived after this one and needs a person, else the first of all. Two queries at most."""
    waiting = visible.filter(SHOWN["person"]).exclude(pk=after.pk).only("pk").order_by("uploaded_at", "pk")
    later = Q(uploaded_at__gt=after.uploaded_at) | Q(uploaded_at=after.uploaded_at, pk__gt=after.pk)
    return waiting.filter(later).first() or waiting.first()
