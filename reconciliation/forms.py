"""What a person says of an import, checked."""

from django import forms
from django.utils.translation import gettext_lazy as _

from finance.models import Account
from finance.requests import MemberRequest


class ChooseAccountForm(forms.Form):
    """Which of the accounts that a member sees a statement belongs to."""

    account = forms.ModelChoiceField(queryset=Account.objects.none(), label=_("This statement belongs to"))

    def __init__(self, request: MemberRequest) -> None:
        super().__init__(request.POST)
        self.fields["account"].queryset = Account.objects.visible_to(request.membership)  # type: ignore[attr-defined]  a field of this kind has one
