"""Pages about people: sign-in, security, members, invitations, settings and the audit log."""

from people.views.audit import audit_export, audit_log
from people.views.organization import invitation, invitation_withdraw, member, member_remove, members, organization_settings, preferences
from people.views.sign_in import (
    ChangePassword,
    Forgotten,
    NewPassword,
    SignIn,
    first_run,
    open_organization,
    recovery_codes,
    second_factor,
    second_factor_remove,
    security,
    sessions_end,
    sign_in_code,
    switch_organization,
)

__all__ = [
    "ChangePassword",
    "Forgotten",
    "NewPassword",
    "SignIn",
    "audit_export",
    "audit_log",
    "first_run",
    "invitation",
    "invitation_withdraw",
    "member",
    "member_remove",
    "members",
    "open_organization",
    "organization_settings",
    "preferences",
    "recovery_codes",
    "second_factor",
    "second_factor_remove",
    "security",
    "sessions_end",
    "sign_in_code",
    "switch_organization",
]
