"""Roles and the actions that each allows in its organization."""

from typing import Literal, get_args

from django.db import models
from django.utils.translation import gettext_lazy as _

Action = Literal[
    "read",
    "read_books",
    "export",
    "read_audit",
    "upload",
    "decide",
    "post",
    "undo",
    "sign_off",
    "reopen",
    "manage_accounts",
    "import_ledger",
    "manage_members",
    "manage_settings",
    "manage_providers",
    "erase",
    "close",
]
ACTIONS: tuple[Action, ...] = get_args(Action)


class Role(models.TextChoices):
    VIEWER = "viewer", _("Viewer")
    AUDITOR = "auditor", _("Auditor")
    CLIENT = "client", _("Client")
    PREPARER = "preparer", _("Preparer")
    REVIEWER = "reviewer", _("Reviewer")
    ADMIN = "admin", _("Administrator")
    OWNER = "owner", _("Owner")


_VIEWER: frozenset[Action] = frozenset({"read", "read_books"})
_EXPORTS: frozenset[Action] = _VIEWER | {"export"}
_AUDITOR: frozenset[Action] = _EXPORTS | {"read_audit"}
_CLIENT: frozenset[Action] = frozenset({"read", "upload"})
_PREPARER: frozenset[Action] = _EXPORTS | {"upload", "decide", "post", "undo", "import_ledger"}
_REVIEWER: frozenset[Action] = _PREPARER | {"sign_off", "reopen"}
_ADMIN: frozenset[Action] = _REVIEWER | {"manage_accounts", "manage_members", "manage_settings"}
_OWNER: frozenset[Action] = _ADMIN | {"read_audit", "manage_providers", "erase", "close"}

ALLOWED: dict[str, frozenset[Action]] = {
    Role.VIEWER: _VIEWER,
    Role.AUDITOR: _AUDITOR,
    Role.CLIENT: _CLIENT,
    Role.PREPARER: _PREPARER,
    Role.REVIEWER: _REVIEWER,
    Role.ADMIN: _ADMIN,
    Role.OWNER: _OWNER,
}

WHILE_CLOSED: frozenset[Action] = _AUDITOR | {"manage_members", "close"}
"""The actions that roles still allow in a closed organization: reading it, managing its members, and reopening it."""

DESCRIPTIONS = {
    Role.VIEWER: _("Reads everything."),
    Role.AUDITOR: _("Reads everything, including the audit trail, and exports. Usually has an end date."),
    Role.CLIENT: _("Uploads statements, sees these uploads, and answers questions about assigned accounts. Does not see the books."),
    Role.PREPARER: _("Uploads, records decisions, adds rows to the books, imports files into the ledger and prepares statements."),
    Role.REVIEWER: _("Everything a preparer does; also reviews, locks and reopens statements."),
    Role.ADMIN: _("Everything a reviewer does; also manages accounts, members and settings."),
    Role.OWNER: _("Everything, including the audit trail, models, owners, lock dates and closing the organization."),
}
