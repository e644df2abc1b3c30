"""What people fill in."""

from finance.forms.account import AccountForm
from finance.forms.entry import EntryForm
from finance.forms.first_run import FirstRunForm
from finance.forms.ledger_file import LedgerFileForm, ReadingForm
from finance.forms.members import InvitationForm, LoginForm, MemberForm
from finance.forms.organization import OrganizationForm, PreferencesForm
from finance.forms.security import CodeForm, ForgottenForm, OwnPasswordForm

__all__ = [
    "AccountForm",
    "CodeForm",
    "EntryForm",
    "FirstRunForm",
    "ForgottenForm",
    "InvitationForm",
    "LedgerFileForm",
    "LoginForm",
    "MemberForm",
    "OrganizationForm",
    "OwnPasswordForm",
    "PreferencesForm",
    "ReadingForm",
]
