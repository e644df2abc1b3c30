"""The form for the organization's provider."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from assistant.dialects import DIALECTS
from reconciliation.conversation.builtin import BUILTIN
from reconciliation.model_access.endpoints import may_be_named, own_address
from reconciliation.models import ProviderChoice
from reconciliation.presentation.labels.processing import PROVIDERS

CHOICES: list[tuple[str, Any]] = [("", _("As this installation has it")), (BUILTIN, _("None: code alone")), *PROVIDERS.items()]
PRIVATE = _("Only public addresses that begin with https://, and those that the settings of this installation name.")


class ProviderForm(forms.Form):
    """The provider and its key. The key is only accepted, never shown, not even if the form returns with errors."""

    provider = forms.ChoiceField(label=_("Provider"), required=False, choices=CHOICES)
    model = forms.CharField(
        label=_("Model"), max_length=200, required=False, help_text=_("Its name as the provider writes it, for example gpt-5-mini.")
    )
    base_url = forms.CharField(
        label=_("Address"),
        max_length=500,
        required=False,
        help_text=_("Only where the provider has none of its own, or another is to be used. It begins with https://."),
    )
    key = forms.RegexField(
        r"^[!-~]{8,500}$",
        label=_("Key"),
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("Stored encrypted and never shown again. Empty keeps the one that is set, as long as provider and address stay."),
        error_messages={"invalid": _("A key is 8 to 500 letters, digits and signs, without spaces.")},
    )

    def __init__(self, data: QueryDict | None, own: ProviderChoice | None) -> None:
        current = {"provider": own.provider, "model": own.model, "base_url": own.base_url} if own else {}
        super().__init__(data, initial=current)

    def clean_base_url(self) -> str:
        return str(self.cleaned_data["base_url"]).rstrip("/")

    def clean(self) -> dict[str, Any]:
        """Drop fields that the chosen provider does not use."""
        cleaned = super().clean() or {}
        if "provider" not in cleaned or cleaned["provider"] not in DIALECTS:
            return cleaned | {"model": "", "base_url": "", "key": ""}
        if not cleaned.get("model"):
            self.add_error("model", _("Say which model."))
        address = cleaned.get("base_url") or own_address(cleaned["provider"])
        if not address:
            self.add_error("base_url", _("This provider needs an address."))
        elif not may_be_named(address):
            self.add_error("base_url", PRIVATE)
        return cleaned
