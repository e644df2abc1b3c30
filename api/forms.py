"""Forms for tokens and webhooks."""

from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from api.access import GIVES, PROPOSES, Scope
from api.webhooks.events import Event
from people.forms import OwnPasswordForm
from people.models import Membership

DAYS = [(30, _("30 days")), (90, _("90 days")), (366, _("a year"))]


class TokenForm(OwnPasswordForm):
    """A new token: its name, its lifetime, and the password once more. Only scopes that the member's role allows are offered."""

    name = forms.CharField(label=_("Name"), max_length=100, help_text=_("What will use it, so that you recognise it later."))
    scopes = forms.MultipleChoiceField(label=_("What it may do"), choices=Scope.choices, widget=forms.CheckboxSelectMultiple)
    days = forms.TypedChoiceField(label=_("Ends after"), choices=DAYS, coerce=int, initial=90)
    field_order = ["name", "scopes", "days", "password"]

    def __init__(self, *args: Any, request: HttpRequest, membership: Membership, **kwargs: Any) -> None:
        super().__init__(*args, request=request, initial={"scopes": [Scope.READ]}, **kwargs)
        offered = [(scope, label) for scope, label in Scope.choices if any(map(membership.may, GIVES[scope] or {PROPOSES}))]
        self.fields["scopes"].choices = offered  # type: ignore[attr-defined]


class WebhookForm(forms.Form):
    url = forms.URLField(label=_("Address"), max_length=500, assume_scheme="https", help_text=_("Public, over HTTPS."))
    events = forms.MultipleChoiceField(label=_("What it is told"), choices=Event.choices, widget=forms.CheckboxSelectMultiple)
