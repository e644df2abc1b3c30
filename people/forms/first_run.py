"""The owner of a fresh installation, and the organization they keep books for."""

from django import forms
from django.utils.translation import gettext_lazy as _

from people.forms.members import LoginForm


class FirstRunForm(LoginForm):
    organization = forms.CharField(label=_("Organization"), max_length=200, help_text=_("A household, a firm, or your first client."))
    field_order = ["organization", "username", "password"]
