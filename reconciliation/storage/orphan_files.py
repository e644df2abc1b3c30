"""Stored files that no row names: what an upload or an answer leaves that was broken off between its file and its row."""

import datetime as dt

from django.db.models import Q

from reconciliation.models import EnquiryMessage, StatementImport
from reconciliation.storage import files


def discard(*, before: dt.datetime) -> int:
    """Those that were stored before then; how many there were."""
    unnamed = (name for names in files.stored() for name in names - _named(names))
    left = [name for name in unnamed if files.is_older(name, than=before)]
    for name in left:
        files.discard(name)
    return len(left)


def _named(names: set[str]) -> set[str]:
    found = StatementImport.queue.filter(Q(stored_as__in=names) | Q(unlocked_as__in=names))
    sent = EnquiryMessage.objects.across_organizations("files are stored side by side").filter(stored_as__in=names)
    return {name for pair in found.values_list("stored_as", "unlocked_as") for name in pair} | set(sent.values_list("stored_as", flat=True))
