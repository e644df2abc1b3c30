"""Kinds of documents, stages of a run, and the deletion of a document, in words."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from people.formats import written_day
from reconciliation.models import StatementImport
from reconciliation.presentation.labels.reasons import Words

DOCUMENT_TYPES: dict[str, Words] = {
    "bank_statement": _("Bank statement"),
    "credit_card_statement": _("Credit card statement"),
    "loan_statement": _("Loan statement"),
    "investment_statement": _("Investment statement"),
    "invoice": _("Invoice"),
    "receipt": _("Receipt"),
    "contract": _("Contract"),
    "tax_form": _("Tax form"),
    "pay_slip": _("Pay slip"),
    "asset_report": _("Asset report"),
    "financial_document": _("Financial document"),
    "other": _("Other document"),
}
STAGES: dict[str, Words] = {
    "open": _("Open the document"),
    "read": _("Read its rows"),
    "extract": _("Ask a model for the rows"),
    "analyse": _("See what it is"),
    "reconcile": _("Look into the books"),
    "verify": _("Compare with the books"),
}


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
