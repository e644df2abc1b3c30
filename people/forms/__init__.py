"""Forms about people: members, organizations, preferences, security."""

from people.forms.members import FirstRunForm, InvitationForm, LoginForm, MemberForm
from people.forms.organization import OrganizationForm, PreferencesForm
from people.forms.security import CodeForm, ForgottenForm, OwnPasswordForm

__all__ = [
    "CodeForm",
    "FirstRunForm",
    "ForgottenForm",
    "InvitationForm",
    "LoginForm",
    "MemberForm",
    "OrganizationForm",
    "OwnPasswordForm",
    "PreferencesForm",
]
