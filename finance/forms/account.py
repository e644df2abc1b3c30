"""Forms of an account, its export, and its entries. Amounts are decimals for the reader and minor units for the row."""

import datetime as dt
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, ClassVar, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from finance.categories import OF_A_HOUSEHOLD, OF_A_PRACTICE, codes_of, uses_account_codes
from finance.entries import EntryFields
from finance.exports import FORMS
from finance.imports.values import fits, read_typed
from finance.models import Account, Transaction
from finance.models.coding import KNOWN_IN, LABELS, LONGEST, Codes
from finance.models.ledger import TransactionQuerySet
from finance.money import NotAnAmount, UnknownCurrency, to_minor
from people.formats import decimal_mark
from people.forms import AnyModelForm
from people.models import Organization


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
            example = {"example": f"1234{decimal_mark()}56"}
            raise forms.ValidationError(gettext("Enter the amount as %(example)s.") % example, code="invalid")
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
                self.add_error(name, gettext("This is not an amount in %(currency)s.") % {"currency": currency})
        return values


class AccountForm(MoneyForm):
    amounts = ("opening_balance",)
    opening_balance = amount_field(
        label=_("Opening balance"),
        required=False,
        help_text=_(
            "The bank's balance at the start of the opening date. What you owe on a card or a loan is negative. "
            "Leave it empty if you do not know it."
        ),
    )

    class Meta:
        model = Account
        fields = ["name", "kind", "currency", "institution", "number", "opening_balance", "opening_date", "locked_until"]
        widgets = {name: forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d") for name in ("opening_date", "locked_until")}
        help_texts = {
            "currency": _("Three letters, for example EUR."),
            "number": _("The last four digits are enough to recognize a statement."),
            "opening_date": _("The books of this account begin on this day."),
            "locked_until": _("Nothing can be posted, changed or removed on or before this date. Leave empty for no lock."),
        }

    def __init__(self, *args: Any, organization: Organization, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.organization = organization
        self.is_new = self.instance.organization_id is None
        if not self.is_new:
            self.fields["currency"].disabled = True
            self.fields["currency"].help_text = _("The currency of an account cannot be changed.")

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if self.organization.accounts.filter(name=name).exclude(pk=self.instance.pk).exists():
            raise ValidationError(_("An account with this name already exists."))
        return name

    def clean_currency(self) -> str:
        code: str = self.cleaned_data["currency"]
        return code.upper()

    def save(self, commit: bool = True) -> Account:  # noqa: FBT001, FBT002  Django's own signature
        self.instance.organization = self.organization
        if {"opening_balance", "opening_date"} & set(self.changed_data):
            self.instance.opening_origin = ""  # set by a person, no longer by a statement
        account: Account = super().save(commit)
        return account


def day_field(label: Any, help_text: Any = "") -> forms.DateField:
    return forms.DateField(
        label=label, required=False, help_text=help_text, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )


class ExportForm(forms.Form):
    """Form and days of an export; without days the whole account."""

    form = forms.ChoiceField(label=_("For"), choices=[(name, form.named) for name, form in FORMS.items()])
    first = day_field(_("From"))
    last = day_field(_("To"))
    added_here = forms.BooleanField(
        label=_("Only entries that were added here, from statements or by hand"),
        required=False,
        help_text=_("The others came from a file of your books, which have them already."),
    )

    def selected(self) -> dict[str, Any]:
        """Return the selection of entries, once the form is valid."""
        return {name: self.cleaned_data[name] for name in ("first", "last", "added_here")}


def typed_amount(text: str, currency: str) -> Decimal | None:
    """Return the amount that a searched text is, in the reader's format; None for any other text."""
    amount = read_typed(text.strip(), "," if decimal_mark() == "," else ".")
    return amount if amount is not None and fits(amount, currency) else None


class EntryFilterForm(forms.Form):
    """Text or amount, and days, of the entries that an account shows."""

    text = forms.CharField(label=_("Description or amount"), required=False, max_length=200)
    first = day_field(_("From"))
    last = day_field(_("To"))

    def narrow(self, entries: TransactionQuerySet, currency: str) -> TransactionQuerySet:
        """Return the entries that the form asks for; all of them if it is invalid."""
        if not self.is_valid():
            return entries
        text, first, last = (self.cleaned_data[name] for name in ("text", "first", "last"))
        if text:
            amount = typed_amount(text, currency)
            entries = entries.matching(text.strip(), None if amount is None else to_minor(amount, currency))
        return entries.booked_between(first or dt.date.min, last or dt.date.max)

    def admits(self, text: str, amount: Decimal, currency: str) -> bool:
        """True if a printed row of this text and amount fits the search."""
        searched = self.cleaned_data["text"].strip() if self.is_valid() else ""
        typed = typed_amount(searched, currency)
        return searched.casefold() in text.casefold() or (typed is not None and abs(typed) == abs(amount))


class EntryForm(MoneyForm):
    """An entry of one account, which its instance already has. Locks are reported as errors."""

    amounts = ("amount",)
    amount = amount_field(
        label=_("Amount"),
        help_text=_("Money in is positive, money out is negative. A card charge is negative, a card payment positive."),
    )

    class Meta:
        model = Transaction
        fields = ["booked_on", "amount", "description", "reference", "number", "status"]
        widgets = {"booked_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")}
        help_texts = {"status": _("Pending and void entries do not count in balances.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_coded = uses_account_codes(self.instance.account.organization)
        for name, label in (LABELS if self.is_coded else OF_A_HOUSEHOLD).items():
            attributes = {"list": KNOWN_IN[name], "autocomplete": "off"} if name in KNOWN_IN else {"autocomplete": "off"}
            widget = forms.TextInput(attrs=attributes)
            self.fields[name] = forms.CharField(label=label, max_length=LONGEST[name], required=False, widget=widget)
        if self.instance._state.adding:  # noqa: SLF001  Django's name
            self.initial.pop("amount")
        else:
            self.initial.update(codes_of(self.instance).as_json())

    def usual(self) -> list[forms.BoundField]:
        """Return the fields that everyone sees."""
        return [field for field in self if field.name not in self._folded()]

    def folded(self) -> list[forms.BoundField]:
        """Return the fields that a household needs rarely."""
        return [self[name] for name in self._folded()]

    def _folded(self) -> tuple[str, ...]:
        return () if self.is_coded else OF_A_PRACTICE

    def entry_fields(self) -> EntryFields:
        """Return the fields of the entry itself, once the form is valid."""
        return cast("EntryFields", {name: value for name, value in self.cleaned_data.items() if name not in LABELS})

    def codes(self) -> Codes:
        """Return the codes, once the form is valid."""
        return Codes.read({name: self.cleaned_data.get(name, "") for name in LABELS})

    def currency(self, values: Mapping[str, Any]) -> str:
        currency: str = self.instance.account.currency
        return currency


class EntryCorrectionForm(forms.Form):
    """The amount, the day and the description of an entry that is corrected on the page of a statement."""

    amount = amount_field(max_digits=20, decimal_places=6, required=False)
    booked_on = forms.DateField(required=False)
    description = forms.CharField(max_length=1000, required=False, empty_value=None)

    def changes(self, entry: Transaction) -> EntryFields:
        """Return the fields that were sent and differ from the entry's, once the form is valid."""
        values = {name: value for name, value in self.cleaned_data.items() if value is not None}
        return cast("EntryFields", {name: value for name, value in values.items() if value != getattr(entry, name)})
