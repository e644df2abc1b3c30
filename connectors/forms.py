"""What a person says of a connection, kind by kind: `secret` is sealed, all else is kept as its settings."""

import json
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from connectors.models import Connection
from reconciliation.addresses import may_be_named

NOT_NAMED = _("This address is not one that organizations may name: it is public, and with TLS.")


class ConnectionForm(forms.Form):
    """What all kinds have. `secrets` are the fields that nobody is shown again."""

    secrets: tuple[str, ...] = ("secret",)
    name = forms.CharField(label=_("Name"), max_length=100, help_text=_("So that you recognise it later."))

    def settings(self) -> dict[str, Any]:
        return {name: value for name, value in self.cleaned_data.items() if name not in {"name", *self.secrets} and value != ""}

    def sealed(self) -> str:
        """What is sealed."""
        return str(self.cleaned_data["secret"])


class MailboxForm(ConnectionForm):
    host = forms.CharField(label=_("Mail server"), max_length=200)
    port = forms.IntegerField(label=_("Port"), min_value=1, max_value=65535, initial=993, help_text=_("IMAP with TLS."))
    user = forms.CharField(label=_("User name"), max_length=200)
    secret = forms.CharField(label=_("Password"), max_length=500, strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "off"}))
    folder = forms.CharField(label=_("Folder"), max_length=200, initial="INBOX")
    from_ = forms.CharField(label=_("Only from"), max_length=200, required=False, help_text=_("A part of the sender's address."))
    subject = forms.CharField(label=_("Only with the subject"), max_length=200, required=False)
    filename = forms.CharField(label=_("Only files named"), max_length=200, required=False, help_text=_("Such as statement*.pdf."))
    mark_seen = forms.BooleanField(label=_("Mark what was taken as read"), required=False)
    move_to = forms.CharField(label=_("Then move it to the folder"), max_length=200, required=False)

    def clean(self) -> dict[str, Any]:
        said = super().clean() or {}
        address = f"imaps://{said.get('host', '')}:{said.get('port', '')}"
        if not may_be_named(address, settings.CONNECTION_ADDRESSES, "imaps"):
            self.add_error("host", NOT_NAMED)
        return said


class AddressForm(ConnectionForm):
    """A program that is asked over HTTP, with a token."""

    address = forms.CharField(label=_("Address"), max_length=500, help_text=_("As you open it in the browser."))
    secret = forms.CharField(label=_("Token"), max_length=2000, widget=forms.PasswordInput(attrs={"autocomplete": "off"}))

    def clean_address(self) -> str:
        address = str(self.cleaned_data["address"]).rstrip("/")
        if not urlsplit(address).scheme or not may_be_named(address, settings.CONNECTION_ADDRESSES):
            raise forms.ValidationError(NOT_NAMED)
        return address


class PaperlessForm(AddressForm):
    tag = forms.CharField(label=_("Only documents with the tag"), max_length=200, required=False)
    field = forms.CharField(
        label=_("Write the verdict into the custom field"), max_length=100, required=False, help_text=_("Empty writes nothing back.")
    )


class LedgerForm(AddressForm):
    """Where the books live: which accounts are which, and what is written back."""

    accounts = forms.JSONField(
        label=_("Accounts of another name"),
        required=False,
        initial=dict,
        help_text=_('Accounts of the same name and currency find each other. Else say it as {"name there": "name here"}.'),
    )
    mark_reconciled = forms.BooleanField(label=_("Mark there as reconciled what matched statements cleared"), required=False)
    add_published = forms.BooleanField(label=_("Add there what was added to the books here from statements"), required=False)

    def clean_accounts(self) -> dict[str, str]:
        said = self.cleaned_data["accounts"] or {}
        if not isinstance(said, dict) or not all(isinstance(part, str) for pair in said.items() for part in pair):
            raise forms.ValidationError(_('Say it as {"name there": "name here"}.'))
        return said


class ActualForm(LedgerForm):
    secrets = ("secret", "encryption")
    secret = forms.CharField(
        label=_("Password of the server"), max_length=500, strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "off"})
    )
    budget = forms.CharField(label=_("Budget"), max_length=200, help_text=_("Its name, or its sync id."))
    encryption = forms.CharField(
        label=_("Password of the budget"),
        max_length=500,
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        help_text=_("Of a budget with end-to-end encryption."),
    )
    field_order = ("name", "address", "secret", "budget", "encryption")

    def sealed(self) -> str:
        said = self.cleaned_data
        return json.dumps({"password": said["secret"], "encryption": said["encryption"]})


FORMS: dict[str, type[ConnectionForm]] = {
    Connection.Kind.MAILBOX: MailboxForm,
    Connection.Kind.PAPERLESS: PaperlessForm,
    Connection.Kind.FIREFLY: LedgerForm,
    Connection.Kind.ACTUAL: ActualForm,
}
