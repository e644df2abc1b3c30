"""What people fill in."""

from finance.forms.account import AccountForm
from finance.forms.entry import EntryForm
from finance.forms.first_run import FirstRunForm
from finance.forms.ledger_file import LedgerFileForm, ReadingForm
from finance.forms.members import InvitationForm, LoginForm, MemberForm
from finance.forms.organization import OrganizationForm, PreferencesForm

__all__ = [
    "AccountForm",
    "EntryForm",
    "FirstRunForm",
    "InvitationForm",
    "LedgerFileForm",
    "LoginForm",
    "MemberForm",
    "OrganizationForm",
    "PreferencesForm",
    "ReadingForm",
]
