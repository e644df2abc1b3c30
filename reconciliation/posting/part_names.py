"""Names of the parts of a payment, in the language of the reader."""

from django.utils.translation import gettext_lazy as _

NAMES = {
    "payment": _("Payment"),
    "principal": _("Principal"),
    "interest": _("Interest"),
    "escrow": _("Escrow"),
    "insurance": _("Insurance"),
    "fee": _("Fees"),
}
