"""Words for a document that was deleted at the end of its retention period."""

from django.utils.translation import ngettext

from people.formats import written_day
from reconciliation.models import StatementImport


def deleted(statement_import: StatementImport) -> str:
    """Return the sentence, or an empty text if the document exists."""
    if statement_import.document_deleted_at is None:
        return ""
    days = statement_import.document_kept_days or 0
    return ngettext(
        "The document was deleted on %(day)s as this organization keeps documents for %(days)d day.",
        "The document was deleted on %(day)s as this organization keeps documents for %(days)d days.",
        days,
    ) % {"day": written_day(statement_import.document_deleted_at), "days": days}
