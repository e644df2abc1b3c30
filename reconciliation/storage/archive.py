"""Documents of an organization, sealed with its data key and bound to their place. Documents stored before sealing stay readable."""

import datetime as dt

from django.db.models import Q

from people.encryption import Unopened, opened, seal
from people.models import Organization
from reconciliation.models import EnquiryMessage, StatementImport
from reconciliation.storage import files

discard = files.discard


class DocumentGone(Exception):
    """Raised if the stored file is missing."""

    code = "document_gone"


class DocumentSealed(Exception):
    """Raised if the stored file does not open: its master key is not in the settings, or it was altered."""

    code = "document_sealed"


def keep(organization: Organization, pdf: bytes) -> str:
    """Store the bytes and return the name for `fetch`. Raises Unopened if the settings have no key."""
    name = files.new_name()
    files.keep(name, seal(organization, pdf, purpose=_purpose(name)))
    return name


def fetch(organization: Organization, name: str) -> bytes:
    """Return the stored bytes. Raises FileNotFoundError if they are missing, and DocumentSealed."""
    stored = files.fetch(name)
    if not files.is_sealed(name):
        return stored
    try:
        return opened(organization, stored, purpose=_purpose(name))
    except Unopened as error:
        raise DocumentSealed from error


def readable(statement_import: StatementImport) -> bytes:
    """Return the document of an import as it opens without a password. Raises FileNotFoundError, DocumentSealed."""
    return fetch(statement_import.organization, statement_import.readable_as)


def _purpose(name: str) -> str:
    return f"document {name}"


def discard_orphans(*, before: dt.datetime) -> int:
    """Remove stored files without a row, as an interrupted upload leaves, that are older than the moment. Return their number."""
    orphans: list[str] = []
    for names in files.stored():
        imports = StatementImport.queue.filter(Q(stored_as__in=names) | Q(unlocked_as__in=names))
        named = {name for pair in imports.values_list("stored_as", "unlocked_as") for name in pair}
        sent = EnquiryMessage.objects.across_organizations("files are stored side by side").filter(stored_as__in=names)
        unnamed = names - named - set(sent.values_list("stored_as", flat=True))
        orphans += [name for name in unnamed if files.is_older(name, than=before)]
    for name in orphans:
        files.discard(name)
    return len(orphans)
