"""What a person fills in about their own login."""

from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.forms import PasswordResetForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _


class CodeForm(forms.Form):
    """A code of the second factor, or one of those written down."""

    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "autofocus": True, "spellcheck": "false", "class": "digits"}),
    )


def is_password_of(request: HttpRequest, password: str) -> bool:
    """Whether it is the password of who asks. A wrong one is counted like a sign-in that failed."""
    return bool(password) and authenticate(request, username=request.user.get_username(), password=password) is not None


class OwnPasswordForm(forms.Form):
    """The password once more, before something that it guards."""

    password = forms.CharField(
        label=_("Your password"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._request = request

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not is_password_of(self._request, password):
            raise forms.ValidationError(_("This is not your password."))
        return password


class ForgottenForm(PasswordResetForm):
    """Tells a worker whom to write to, also if that is nobody: the page is as fast for either."""

    def save(self, *_args: Any, **_kwargs: Any) -> None:
        from people.tasks import ring_for_letters

        ring_for_letters([user.pk for user in self.get_users(self.cleaned_data["email"])])
