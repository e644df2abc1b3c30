"""Forms for a person's own login."""

from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.forms import PasswordResetForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _


class CodeForm(forms.Form):
    """A one-time code or a recovery code."""

    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "autofocus": True, "spellcheck": "false", "class": "digits"}),
    )


def is_password_of(request: HttpRequest, password: str) -> bool:
    """True if it is the password of the request's user. A wrong one counts as a failed sign-in."""
    return bool(password) and authenticate(request, username=request.user.get_username(), password=password) is not None


class OwnPasswordForm(forms.Form):
    """The current password, required before a protected act."""

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
    """Queues the letter for a new password, also if there is no such login, so that both take the same time."""

    def save(self, *_args: Any, **_kwargs: Any) -> None:
        from people.tasks import ring_for_letters

        ring_for_letters([user.pk for user in self.get_users(self.cleaned_data["email"])])
