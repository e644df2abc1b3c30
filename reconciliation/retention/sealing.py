"""Encryption of documents that were stored before encryption."""

from reconciliation.models import StatementImport
from reconciliation.queue.notify import IN_WORK
from reconciliation.storage import archive, files


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
