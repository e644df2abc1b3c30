"""Kinds of documents and stages of a run, in words."""

from django.utils.translation import gettext_lazy as _

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
