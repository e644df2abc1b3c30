"""Forms of tool servers. A token is only accepted, never shown."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from reconciliation.model_access.endpoints import may_be_named


class ServerTokenForm(forms.Form):
    """The token of a server and the masking of what it receives."""

    token = forms.RegexField(
        r"^[!-~]{1,2000}$",
        label=_("Token"),
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("Sent as a bearer token. Stored encrypted and never shown again. Leave empty to keep the stored one."),
        error_messages={"invalid": _("A token has no spaces and at most 2000 characters.")},
    )
    is_masked = forms.BooleanField(
        label=_("Mask numbers of accounts and cards, e-mail addresses and telephone numbers"),
        required=False,
        initial=True,
        help_text=_("A tool that looks up such a number finds nothing while it is masked."),
    )


class ToolServerForm(ServerTokenForm):
    """A new server."""

    name = forms.RegexField(
        r"^[a-z][a-z0-9]{0,19}$",
        label=_("Name"),
        help_text=_("A short name, such as orders: lower-case letters and digits. The model sees it."),
        error_messages={"invalid": _("A name has up to 20 lower-case letters and digits and begins with a letter.")},
    )
    address = forms.CharField(
        label=_("Address"),
        max_length=500,
        help_text=_("The address of a Streamable HTTP server of the Model Context Protocol, such as https://tools.example.org/mcp."),
    )
    field_order = ("name", "address", "token", "is_masked")

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.fields["token"].help_text = _("Only if the server asks for a bearer token. Stored encrypted and never shown again.")

    def clean_address(self) -> Any:
        address = self.cleaned_data["address"].rstrip("/")
        if not may_be_named(address, settings.TOOL_SERVER_ADDRESSES):
            raise forms.ValidationError(
                _("Only public addresses that begin with https://, and those in the settings of this installation.")
            )
        return address
