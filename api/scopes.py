"""Scopes of a token. A scope never allows more than its member's role does."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from people.roles import Action


class Scope(models.TextChoices):
    READ = "read", _("Read statements, verdicts, accounts and entries")
    UPLOAD = "upload", _("Upload statements and have them read again")
    DECIDE = "decide", _("Decide on rows")
    POST = "post", _("Add rows to the books, enter and change entries, and take them out")
    PROPOSE = "propose", _("Put proposals before a person")
    SIGN_OFF = "sign_off", _("Sign off and reopen")
    LEDGER = "ledger", _("Accounts, and files into the books")
    EXPORT = "export", _("Take entries, reports and proofs out")
    WEBHOOKS = "webhooks", _("Be told what happens")


PROPOSES: Action = "decide"
"""The right that a member needs to receive proposals; the scope itself allows no decisions."""
GIVES: dict[str, frozenset[Action]] = {
    Scope.READ: frozenset({"read"}),
    Scope.UPLOAD: frozenset({"upload"}),
    Scope.DECIDE: frozenset({"decide"}),
    Scope.PROPOSE: frozenset(),
    Scope.POST: frozenset({"post", "undo"}),
    Scope.SIGN_OFF: frozenset({"sign_off", "reopen"}),
    Scope.LEDGER: frozenset({"manage_accounts", "import_ledger"}),
    Scope.EXPORT: frozenset({"export"}),
    Scope.WEBHOOKS: frozenset({"manage_settings"}),
}
