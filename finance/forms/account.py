"""Forms of an account and its export. An empty opening balance is unknown, not zero."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from finance.exports.account import FORMS
from finance.forms.money import MoneyForm, amount_field
from finance.models import Account
from people.models import Organization


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
            "currency": _("Three letters, such as EUR."),
            "number": _("The last four digits are enough to recognise a statement."),
            "opening_date": _("The books of this account begin on this day."),
            "locked_until": _("Nothing is posted, changed or removed on or before this day, by any way. Leave it empty to lock nothing."),
        }

    def __init__(self, *args: Any, organization: Organization, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.organization = organization
        self.is_new = self.instance.organization_id is None
        if not self.is_new:
            self.fields["currency"].disabled = True
            self.fields["currency"].help_text = _("An account never changes its currency.")

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if self.organization.accounts.filter(name=name).exclude(pk=self.instance.pk).exists():
            raise ValidationError(_("There is an account of this name already."))
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


def _day(label: Any) -> forms.DateField:
    return forms.DateField(label=label, required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))


class ExportForm(forms.Form):
    """Form and days of an export; without days the whole account."""

    form = forms.ChoiceField(label=_("For"), choices=[(name, form.named) for name, form in FORMS.items()])
    first = _day(_("From"))
    last = _day(_("To"))
    added_here = forms.BooleanField(
        label=_("Only what was added here, from statements or by hand"),
        required=False,
        help_text=_("Your books have the rest already, where it came from a file of theirs."),
    )

    def selected(self) -> dict[str, Any]:
        """Return the selection of entries, once the form is valid."""
        return {name: self.cleaned_data[name] for name in ("first", "last", "added_here")}
