"""The owner of a fresh installation, and the organization they keep books for."""

from typing import Any

from django import forms
from django.contrib.auth.forms import UsernameField
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import password_validators_help_text_html, validate_password
from django.core.exceptions import ValidationError
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _


class FirstRunForm(forms.Form):
    organization = forms.CharField(label=_("Organization"), max_length=200, help_text=_("A household, a firm, or your first client."))
    username = UsernameField(label=_("User name"), max_length=150, validators=[User.username_validator])
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=lazy(password_validators_help_text_html, str)(),
    )

    def clean(self) -> dict[str, Any]:
        """The password is weighed with the user name in sight."""
        values = super().clean() or {}
        if "password" in values:
            try:
                validate_password(values["password"], User(username=values.get("username", "")))
            except ValidationError as weak:
                self.add_error("password", weak)
        return values
