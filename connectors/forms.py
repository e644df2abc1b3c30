"""Forms of connections, one for each kind: secrets are sealed, all other fields are stored as settings."""

from collections import Counter
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from connectors.models import AccountThere, Connection, usable_secrets
from finance.models import Account
from reconciliation.model_access.endpoints import may_be_named

NOT_NAMED = _("This address is not allowed. It must be public and use TLS.")


class ConnectionForm(forms.Form):
    """Fields of all kinds. `secrets` are the fields that are never shown again, `place` those that name the recipient of the secrets.

    An empty secret of an existing connection stays, unless the place changed, which would receive it, or it can no longer be opened."""

    secrets: tuple[str, ...] = ("token",)
    place: tuple[str, ...] = ("address",)
    name = forms.CharField(label=_("Name"), max_length=100, help_text=_("A name by which you recognize it."))

    def __init__(self, data: Any = None, *, connection: Connection | None = None) -> None:
        super().__init__(data, initial={**connection.settings, "name": connection.name} if connection else None)
        self._connection = connection
        self._stored = usable_secrets(connection) if connection else {}
        self._needed = [name for name in self.secrets if self.fields[name].required]
        for name in self._stored.keys() & set(self.secrets):
            self.fields[name].required = False
            self.fields[name].help_text = _("Leave empty to keep the current one.")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self._connection and any(data.get(name) != self._connection.settings.get(name) for name in self.place):
            self._stored = {}
            for name in self._needed:
                if not data.get(name) and name not in self.errors:
                    self.add_error(name, _("Enter it again, because the address has changed."))
        return data

    def settings(self) -> dict[str, Any]:
        return {name: value for name, value in self.cleaned_data.items() if name not in {"name", *self.secrets} and value != ""}

    def all_secrets(self) -> dict[str, str]:
        """Return the typed secrets, and the stored ones for the others."""
        return self._stored | {name: str(self.cleaned_data[name]) for name in self.secrets if self.cleaned_data.get(name)}


def _secret(label: Any, *, strip: bool = False, **more: Any) -> forms.CharField:
    return forms.CharField(label=label, max_length=2000, strip=strip, widget=forms.PasswordInput(attrs={"autocomplete": "off"}), **more)


class MailboxForm(ConnectionForm):
    secrets = ("password",)
    place = ("host", "port", "user")
    host = forms.CharField(label=_("Mail server"), max_length=200)
    port = forms.IntegerField(label=_("Port"), min_value=1, max_value=65535, initial=993, help_text=_("IMAP with TLS."))
    user = forms.CharField(label=_("User name"), max_length=200)
    password = _secret(_("Password"))
    folder = forms.CharField(label=_("Folder"), max_length=200, initial="INBOX")
    from_ = forms.CharField(label=_("Only from"), max_length=200, required=False, help_text=_("A part of the sender's address."))
    subject = forms.CharField(label=_("Only with the subject"), max_length=200, required=False)
    filename = forms.CharField(label=_("Only files named"), max_length=200, required=False, help_text=_("For example statement*.pdf."))
    mark_seen = forms.BooleanField(label=_("Mark fetched messages as read"), required=False)
    move_to = forms.CharField(label=_("Then move it to the folder"), max_length=200, required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        address = f"imaps://{data.get('host', '')}:{data.get('port', '')}"
        if not may_be_named(address, settings.CONNECTION_ADDRESSES, "imaps"):
            self.add_error("host", NOT_NAMED)
        return data


class AddressForm(ConnectionForm):
    """A program that is reached over HTTP."""

    address = forms.CharField(label=_("Address"), max_length=500, help_text=_("As you open it in the browser."))

    def clean_address(self) -> str:
        address = str(self.cleaned_data["address"]).rstrip("/")
        if not urlsplit(address).scheme or not may_be_named(address, settings.CONNECTION_ADDRESSES):
            raise forms.ValidationError(NOT_NAMED)
        return address


class PaperlessForm(AddressForm):
    token = _secret(_("Token"), strip=True)
    tag = forms.CharField(label=_("Only documents with the tag"), max_length=200, required=False)
    field = forms.CharField(
        label=_("Write the verdict into the custom field"),
        max_length=100,
        required=False,
        help_text=_("Leave empty to write nothing back."),
    )


class LedgerForm(AddressForm):
    """Write-back options of a bookkeeping program. Its accounts are assigned once they are known (`AccountsForm`)."""

    mark_reconciled = forms.BooleanField(
        label=_("Mark entries there as reconciled once a matched statement has cleared them"), required=False
    )
    add_published = forms.BooleanField(label=_("Also add the entries there that were added here from statements"), required=False)


class FireflyForm(LedgerForm):
    token = _secret(_("Token"), strip=True)
    field_order = ("name", "address", "token")


class ActualForm(LedgerForm):
    secrets = ("password", "encryption")
    password = _secret(_("Password of the server"))
    budget = forms.CharField(label=_("Budget"), max_length=200, help_text=_("Its name or its sync ID."))
    encryption = _secret(_("Password of the budget"), required=False, help_text=_("Only for a budget with end-to-end encryption."))
    field_order = ("name", "address", "password", "budget", "encryption")


FORMS: dict[str, type[ConnectionForm]] = {
    Connection.Kind.MAILBOX: MailboxForm,
    Connection.Kind.PAPERLESS: PaperlessForm,
    Connection.Kind.FIREFLY: FireflyForm,
    Connection.Kind.ACTUAL: ActualForm,
}


LEFT_OUT = "-"


class AccountsForm(forms.Form):
    """Assignment of accounts there to accounts here: to one of the same currency, or none; found by name at first."""

    def __init__(self, data: Any = None, *, connection: Connection) -> None:
        super().__init__(data)
        self._rows = list(connection.accounts_there.select_related("account"))
        self._accounts = {str(account.pk): account for account in Account.objects.of(connection.organization).order_by("name")}
        names = Counter(row.name for row in self._rows)
        for row in self._rows:
            label = f"{row.name} ({row.currency})" if row.currency else row.name
            if names[row.name] > 1 or not row.name:  # a name that is not unique is shown with the id
                label = f"{label} · {row.key}".strip(" ·")
            fitting = [(key, account.name) for key, account in self._accounts.items() if row.currency in {"", account.currency}]
            choices = [("", _("Not here yet")), (LEFT_OUT, _("Leave it out")), *fitting]
            chosen = LEFT_OUT if row.left_out else str(row.account_id or "")
            self.fields[self._field(row)] = forms.ChoiceField(label=label, required=False, choices=choices, initial=chosen)

    @staticmethod
    def _field(row: AccountThere) -> str:
        return f"account-{row.pk}"

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        chosen = Counter(value for value in data.values() if value in self._accounts)
        for name, value in list(data.items()):
            if chosen[value] > 1:
                self.add_error(name, _("Two accounts there cannot be linked to one account here."))
        return data

    def accounts(self) -> dict[str, Account]:
        """Return the chosen accounts by their keys there."""
        choices = {row.key: self.cleaned_data[self._field(row)] for row in self._rows}
        return {key: self._accounts[value] for key, value in choices.items() if value in self._accounts}

    def left_out(self) -> list[str]:
        return [row.key for row in self._rows if self.cleaned_data[self._field(row)] == LEFT_OUT]

    def missing(self) -> list[AccountThere]:
        """Return the accounts there without one here, so that it may be added."""
        return [row for row in self._rows if row.account_id is None and not row.left_out]
