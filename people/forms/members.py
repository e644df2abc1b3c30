"""Forms for members and invitations."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth.forms import UsernameField
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import password_validators_help_text_html, validate_password
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from people.models import Membership, Organization
from people.roles import Role

if TYPE_CHECKING:
    from finance.models import Account

NOT_OWNER = [each for each in Role.choices if each[0] != Role.OWNER]


class GivenAccounts(forms.Form):
    """A form with the accounts that a client may see; other roles see all."""

    accounts: forms.ModelMultipleChoiceField[Account] = forms.ModelMultipleChoiceField(
        label=_("Accounts of a client"),
        queryset=None,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("A client sees these alone. Every other role sees all accounts."),
    )

    def __init__(self, *args: Any, organization: Organization, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["accounts"].queryset = organization.accounts.all()  # type: ignore[attr-defined]
        if not organization.accounts.exists():
            del self.fields["accounts"]

    field_order = ["role", "email", "ends_on", "accounts"]


class InvitationForm(GivenAccounts):
    role = forms.ChoiceField(label=_("Role"), choices=NOT_OWNER, initial=Role.PREPARER)
    email = forms.EmailField(label=_("E-mail"), required=False)


class MemberForm(GivenAccounts):
    """Role and end of a membership. `ends_on` is its last day; an owner's has no end."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)
    ends_on = forms.DateField(
        label=_("Last day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("As for an auditor. Empty has no end, and an owner's membership has none."),
    )

    def __init__(self, *args: Any, membership: Membership, may_make_owners: bool, **kwargs: Any) -> None:
        ends = membership.expires_at - dt.timedelta(days=1) if membership.expires_at else None
        initial = {"role": membership.role, "ends_on": ends and ends.date(), "accounts": membership.accounts.all()}
        super().__init__(*args, organization=membership.organization, initial=initial, **kwargs)
        if not may_make_owners:
            self.fields["role"].choices = NOT_OWNER  # type: ignore[attr-defined]

    @property
    def expires_at(self) -> dt.datetime | None:
        """Return the first moment after the last day."""
        last = self.cleaned_data["ends_on"]
        return timezone.make_aware(dt.datetime.combine(last + dt.timedelta(days=1), dt.time())) if last else None


class LoginForm(forms.Form):
    """User name and password of a new login."""

    username = UsernameField(label=_("User name"), max_length=150, validators=[User.username_validator])
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=lazy(password_validators_help_text_html, str)(),
    )

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        if User.objects.filter(username__iexact=name).exists():
            raise ValidationError(_("This user name is taken. If it is yours, sign in first."))
        return name

    def clean(self) -> dict[str, Any]:
        """Validate the password together with the user name."""
        values = super().clean() or {}
        if "password" in values:
            try:
                validate_password(values["password"], User(username=values.get("username", "")))
            except ValidationError as weak:
                self.add_error("password", weak)
        return values


class FirstRunForm(LoginForm):
    """The owner of a new installation and their organization."""

    organization = forms.CharField(label=_("Organization"), max_length=200, help_text=_("A household, a firm, or your first client."))
    field_order = ["organization", "username", "password"]
