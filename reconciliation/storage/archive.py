"""Documents as an organization keeps them: sealed with its data key, each for its own place. What was stored before that stays readable."""

from people.encryption.services import Unopened, opened, seal
from people.models import Organization
from reconciliation.models import StatementImport
from reconciliation.storage import files

discard = files.discard


class DocumentGone(Exception):
    """The stored file is not there any more."""

    code = "document_gone"


class DocumentSealed(Exception):
    """The stored file does not open: the master key that it was stored under is not in the settings, or it was altered."""

    code = "document_sealed"


def keep(organization: Organization, pdf: bytes) -> str:
    """Store the bytes; the name under which `fetch` gives them back. Raises Unopened where the settings have no key for it."""
    name = files.new_name()
    files.keep(name, seal(organization, pdf, purpose=_purpose(name)))
    return name


def fetch(organization: Organization, name: str) -> bytes:
    """The bytes that were kept. Raises FileNotFoundError if they are gone, and DocumentSealed."""
    stored = files.fetch(name)
    if not files.is_sealed(name):
        return stored
    try:
        return opened(organization, stored, purpose=_purpose(name))
    except Unopened as error:
        raise DocumentSealed from error


def readable(statement_import: StatementImport) -> bytes:
    """The document of an import, as it opens without a password. Raises FileNotFoundError, DocumentSealed."""
    return fetch(statement_import.organization, statement_import.readable_as)


def _purpose(name: str) -> str:
    return f"document {name}"
