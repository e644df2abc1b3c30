"""Form fields for the codes of an entry."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from finance.models.codes import LONGEST, Codes

LABELS = {
    "nominal": _("Nominal account"),
    "tax_code": _("Tax code"),
    "payee": _("Payee"),
    "party": _("Customer or supplier"),
}
KNOWN_IN = {"nominal": "known-nominal", "tax_code": "known-tax-code"}
"""Lists on the page from which a field offers values."""


def code_fields() -> dict[str, forms.CharField]:
    """Return the optional fields of all codes."""
    fields = {}
    for name, label in LABELS.items():
        attributes = {"list": KNOWN_IN[name], "autocomplete": "off"} if name in KNOWN_IN else {"autocomplete": "off"}
        widget = forms.TextInput(attrs=attributes)
        fields[name] = forms.CharField(label=label, max_length=LONGEST[name], required=False, widget=widget)
    return fields


def codes_in(cleaned: dict[str, Any]) -> Codes:
    """Return the codes of a validated form."""
    return Codes.read({name: cleaned.get(name, "") for name in LABELS})
