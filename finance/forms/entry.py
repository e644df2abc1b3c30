"""Forms of an entry and of its codes."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from finance.categories import codes_of
from finance.entries import EntryFields
from finance.forms.money import MoneyForm, amount_field
from finance.models import Transaction
from finance.models.coding import LONGEST, Codes

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


class EntryForm(MoneyForm):
    """An entry of one account, which its instance already has. Locks are reported as errors."""

    amounts = ("amount",)
    amount = amount_field(
        label=_("Amount"),
        help_text=_("What comes in is positive, what goes out is negative. A charge to a card is negative, a payment of it positive."),
    )

    class Meta:
        model = Transaction
        fields = ["booked_on", "amount", "description", "reference", "number", "status"]
        widgets = {"booked_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")}
        help_texts = {"status": _("A pending or void entry counts in no balance.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.update(code_fields())
        if self.instance._state.adding:  # noqa: SLF001  Django's name
            self.initial.pop("amount")
        else:
            self.initial.update(codes_of(self.instance).as_json())

    def entry_fields(self) -> EntryFields:
        """Return the fields of the entry itself, once the form is valid."""
        return cast("EntryFields", {name: value for name, value in self.cleaned_data.items() if name not in LABELS})

    def codes(self) -> Codes:
        """Return the codes, once the form is valid."""
        return codes_in(self.cleaned_data)

    def currency(self, values: Mapping[str, Any]) -> str:
        currency: str = self.instance.account.currency
        return currency
