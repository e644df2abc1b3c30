"""Stored files without a row, left by an upload or an answer that was interrupted between its file and its row."""

import datetime as dt

from django.db.models import Q

from reconciliation.models import EnquiryMessage, StatementImport
from reconciliation.storage import files


def discard(*, before: dt.datetime) -> int:
    """Remove orphan files that were stored before that moment and return their number."""
    unnamed = (name for names in files.stored() for name in names - _named(names))
    orphans = [name for name in unnamed if files.is_older(name, than=before)]
    for name in orphans:
        files.discard(name)
    return len(orphans)


def _named(names: set[str]) -> set[str]:
    imports = StatementImport.queue.filter(Q(stored_as__in=names) | Q(unlocked_as__in=names))
    sent = EnquiryMessage.objects.across_organizations("files are stored side by side").filter(stored_as__in=names)
    names_of_imports = {name for pair in imports.values_list("stored_as", "unlocked_as") for name in pair}
    return names_of_imports | set(sent.values_list("stored_as", flat=True))
