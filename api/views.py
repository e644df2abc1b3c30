"""Pages for tokens and webhooks, with their forms."""

from collections.abc import Iterable
from typing import Any, cast
from uuid import UUID

from django import forms
from django.contrib import messages
from django.db.models import TextChoices
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from api.access import GIVES, PROPOSES, Scope
from api.models import Token, Webhook
from api.tokens import make_token, revoke_token
from api.webhooks.services import BadWebhook, Event, add_webhook, change_webhook, remove_webhook, try_webhook
from people.access import MemberRequest, OrganizationRequest, member_may
from people.addresses import redirect_to
from people.forms import OwnPasswordForm
from people.models import Membership

REFUSED = {
    "address": gettext_lazy("This address is not allowed. It must be public and begin with https://."),
    "too_many": gettext_lazy("The limit of webhooks is reached."),
}
DAYS = [(30, gettext_lazy("30 days")), (90, gettext_lazy("90 days")), (366, gettext_lazy("a year"))]


class TokenForm(OwnPasswordForm):
    """A new token: its name, its lifetime, and the password once more. Only scopes that the member's role allows are offered."""

    name = forms.CharField(
        label=gettext_lazy("Name"), max_length=100, help_text=gettext_lazy("The program that uses it, so that you recognize it later.")
    )
    scopes = forms.MultipleChoiceField(label=gettext_lazy("Permissions"), choices=Scope.choices, widget=forms.CheckboxSelectMultiple)
    days = forms.TypedChoiceField(label=gettext_lazy("Expires after"), choices=DAYS, coerce=int, initial=90)
    every_organization = forms.BooleanField(
        label=gettext_lazy("Valid in all my organizations"),
        required=False,
        help_text=gettext_lazy("Each request then names its organization. In each organization the token has your rights."),
    )
    field_order = ["name", "scopes", "days", "every_organization", "password"]

    def __init__(self, *args: Any, request: HttpRequest, membership: Membership, **kwargs: Any) -> None:
        super().__init__(*args, request=request, initial={"scopes": [Scope.READ]}, **kwargs)
        offered = [(scope, label) for scope, label in Scope.choices if any(map(membership.may, GIVES[scope] or {PROPOSES}))]
        self.fields["scopes"].choices = offered  # type: ignore[attr-defined]
        if len(cast("OrganizationRequest", request).memberships) < 2:
            del self.fields["every_organization"]


class WebhookForm(forms.Form):
    url = forms.URLField(
        label=gettext_lazy("Address"),
        max_length=500,
        assume_scheme="https",
        help_text=gettext_lazy("A public address that begins with https://."),
    )
    events = forms.MultipleChoiceField(label=gettext_lazy("Events"), choices=Event.choices, widget=forms.CheckboxSelectMultiple)


@never_cache
@sensitive_variables()
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@member_may("read_books")
def programs(request: MemberRequest) -> HttpResponse:
    """Show the valid tokens; a POST creates one, whose secret is shown only once."""
    form = TokenForm(request.POST or None, request=request, membership=request.membership)
    secret = ""  # nosec B105  none was made
    if form.is_valid():
        data = form.cleaned_data
        named = {name: data[name] for name in ("name", "scopes", "days", "every_organization") if name in data}
        _made, secret = make_token(membership=request.membership, by=request.user, **named)
        form = TokenForm(request=request, membership=request.membership)
    return _page(request, form=form, secret=secret)


@require_POST
@member_may("read")
def token_revoke(request: MemberRequest, token_id: UUID) -> HttpResponse:
    revoke_token(token=get_object_or_404(_tokens(request), pk=token_id), by=request.user)
    messages.success(request, _("The token no longer works."))
    return redirect_to("programs")


@never_cache
@sensitive_variables()
@require_http_methods(["GET", "HEAD", "POST"])
@member_may("manage_settings")
def webhook_add(request: MemberRequest) -> HttpResponse:
    """Add a webhook, whose secret is shown only once."""
    form = WebhookForm(request.POST or None)
    secret = ""  # nosec B105  none was made
    if form.is_valid():
        try:
            _made, secret = add_webhook(organization=request.organization, by=request.user, **form.cleaned_data)
        except BadWebhook as bad:
            form.add_error("url", REFUSED[bad.code])
        else:
            form = WebhookForm()
    return _page(request, webhook_form=form, webhook_secret=secret)


@require_POST
@member_may("manage_settings")
def webhook_switch(request: MemberRequest, webhook_id: UUID) -> HttpResponse:
    hook = _webhook(request, webhook_id)
    change_webhook(webhook=hook, by=request.user, enabled=not hook.enabled)
    return redirect_to("programs")


@require_POST
@member_may("manage_settings")
def webhook_try(request: MemberRequest, webhook_id: UUID) -> HttpResponse:
    try_webhook(webhook=_webhook(request, webhook_id), by=request.user)
    messages.success(request, _("A test message is on its way. Its result appears beside the address in a moment."))
    return redirect_to("programs")


@require_POST
@member_may("manage_settings")
def webhook_remove(request: MemberRequest, webhook_id: UUID) -> HttpResponse:
    remove_webhook(webhook=_webhook(request, webhook_id), by=request.user)
    messages.success(request, _("The webhook was removed."))
    return redirect_to("programs")


def _page(request: MemberRequest, **more: Any) -> HttpResponse:
    standing = _tokens(request).standing(timezone.now()).select_related("membership__user")
    hooks = Webhook.objects.of(request.organization) if request.membership.may("manage_settings") else Webhook.objects.none()
    latest = [(hook, hook.deliveries.first()) for hook in hooks]
    context = {
        "section": "organization",
        "part": "programs",
        "form": TokenForm(request=request, membership=request.membership),
        "webhook_form": WebhookForm(),
        "tokens": [(token, in_words(token.scopes, Scope)) for token in standing],
        "webhooks": [(hook, last, in_words(hook.events, Event), in_words([last.event] if last else [], Event)) for hook, last in latest],
    }
    return render(request, "api/programs.html", context | more)


def in_words(codes: Iterable[str], choices: type[TextChoices]) -> str:
    """Return the labels of the codes. A code that this release does not know is shown as it is."""
    labels = dict(choices.choices)
    return " · ".join(str(labels.get(code, code)) for code in codes)


def _tokens(request: MemberRequest) -> Any:
    """Return the member's own tokens; all of the organization for a member who manages members."""
    every = Token.objects.of(request.organization)
    return every if request.membership.may("manage_members") else every.filter(membership=request.membership)


def _webhook(request: MemberRequest, webhook_id: UUID) -> Webhook:
    return get_object_or_404(Webhook.objects.of(request.organization).select_related("organization"), pk=webhook_id)
