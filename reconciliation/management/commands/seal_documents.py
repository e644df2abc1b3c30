"""`manage.py seal_documents`: encrypt documents that were stored before encryption."""

import logging
from typing import Any

from django.core.management.base import BaseCommand
from django.db.models import Q

from reconciliation.models import StatementImport
from reconciliation.queue.notify import IN_WORK
from reconciliation.storage import archive, files

logger = logging.getLogger(__name__)
PLAIN = Q(stored_as__endswith=".pdf") | Q(unlocked_as__endswith=".pdf")
MOST_AT_ONCE = 100


class Command(BaseCommand):
    help = "Encrypt the stored documents that are not encrypted yet. It can be interrupted and restarted, also while the site is in use."

    def handle(self, *_args: Any, **_options: Any) -> None:
        every = StatementImport.objects.across_organizations("the operator encrypts what is stored").filter(PLAIN)
        sealed, left = 0, 0
        for statement_import in every.select_related("organization").order_by("pk").iterator(MOST_AT_ONCE):
            try:
                done = seal_plain(statement_import)
            except FileNotFoundError:
                logger.warning("a stored document is not there: %s", statement_import.pk)
                done = False
            sealed, left = sealed + done, left + (not done)
        self.stdout.write(f"{sealed} documents encrypted, {left} left as they were: gone, or being read; run it again for these.")


def seal_plain(statement_import: StatementImport) -> bool:
    """Encrypt one document. False if it is in progress or was changed meanwhile. The row names the new files before the old ones are
    deleted, so a failure always leaves one of them. Raises FileNotFoundError."""
    organization = statement_import.organization
    names = {"stored_as": statement_import.stored_as, "unlocked_as": statement_import.unlocked_as}
    plain = {column: name for column, name in names.items() if name and not files.is_sealed(name)}
    made = {column: archive.keep(organization, files.fetch(name)) for column, name in plain.items()}
    idle = StatementImport.objects.of(organization).exclude(status__in=IN_WORK)
    changed = bool(made) and idle.filter(pk=statement_import.pk, **names).update(**made) == 1
    for name in plain.values() if changed else made.values():
        files.discard(name)
    return changed
