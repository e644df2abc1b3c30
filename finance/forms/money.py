"""Amounts in forms: decimals for the reader, minor units for the row."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _

from finance.imports.values import read_typed
from finance.money import NotAnAmount, UnknownCurrency, to_minor
from people.formats import decimal_mark
from people.forms import AnyModelForm


class AmountInput(forms.TextInput):
    """Shows a decimal with the reader's decimal mark; invalid input stays as typed."""

    def format_value(self, value: Any) -> str | None:
        return format(value, "f").replace(".", decimal_mark()) if isinstance(value, Decimal) else super().format_value(value)


class AmountField(forms.DecimalField):
    """A decimal as banks print it (15,450.75); an ambiguous mark is read as the reader's own decimal mark."""

    def to_python(self, value: Any) -> Any:
        if not isinstance(value, str) or value in self.empty_values:
            return super().to_python(value)
        amount = read_typed(value.strip(), "," if decimal_mark() == "," else ".")
        if amount is None:
            raise forms.ValidationError(_("Write the amount as %(example)s.") % {"example": f"1234{decimal_mark()}56"}, code="invalid")
        return super().to_python(amount)


def amount_field(**options: Any) -> forms.DecimalField:
    """Return a field for a decimal in the reader's format."""
    return AmountField(widget=AmountInput(attrs={"inputmode": "decimal"}), **options)


class MoneyForm(AnyModelForm):
    """Converts each of `amounts` between its decimal field and the row's column of minor units."""

    amounts: ClassVar[tuple[str, ...]]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.amounts:
            self.initial.setdefault(name, getattr(self.instance, name))

    def currency(self, values: Mapping[str, Any]) -> str | None:
        """Return the currency of the amounts; None if it is not filled in."""
        return values.get("currency")

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        currency = self.currency(values)
        for name in self.amounts:
            if not currency or name not in values:
                continue
            amount = values[name]
            try:
                setattr(self.instance, f"{name}_minor", None if amount is None else to_minor(amount, currency))
            except (NotAnAmount, UnknownCurrency):
                self.add_error(name, _("%(currency)s has no such amount.") % {"currency": currency})
        return values
