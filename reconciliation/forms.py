"""What a person says of an import, checked."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from finance.models import Account
from finance.money import UnknownCurrency, exponent
from finance.requests import MemberRequest
from reconciliation.models import Statement
from reconciliation.words.naming import named_by_the_paper


class ChooseAccountForm(forms.Form):
    """Which of the accounts that a member sees a statement belongs to."""

    def __init__(self, request: MemberRequest) -> None:
        super().__init__(request.POST)
        self.fields["account"] = forms.ModelChoiceField(queryset=Account.objects.visible_to(request.membership))


class UnlockForm(forms.Form):
    """The password of a locked document, to the letter."""

    password = forms.CharField(max_length=200, strip=False)


class StartAccountForm(forms.Form):
    """A new account from a statement: its name, and its currency where the paper prints none."""

    name = forms.CharField(label=_("Name of the account"), max_length=200)
    currency = forms.CharField(label=_("Currency"), min_length=3, max_length=3, help_text=_("Three letters, for example EUR."))

    def __init__(self, data: QueryDict | None, statement: Statement) -> None:
        named = named_by_the_paper(statement.institution, statement.account_hint)
        super().__init__(data, initial={"name": named, "currency": statement.currency})
        self.fields["currency"].disabled = bool(statement.currency)

    def clean_currency(self) -> str:
        currency = str(self.cleaned_data["currency"]).upper()
        try:
            exponent(currency)
        except UnknownCurrency as error:
            raise forms.ValidationError(_("There is no such currency.")) from error
        return currency
