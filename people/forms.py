"""Forms about people: logins, members, organizations, preferences; the base of all forms, and the saving of settings with an entry in the
audit log.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any, cast
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.forms import PasswordResetForm, UsernameField
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import password_validators_help_text_html, validate_password
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.forms import BoundField, ModelForm
from django.forms.renderers import DjangoTemplates
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from people.audit import Act, record
from people.formats import Colour, DayFormat, Language, NumberFormat
from people.mail import sends_mail
from people.models import Membership, Organization, Preferences
from people.roles import Role

if TYPE_CHECKING:
    from finance.models import Account

    AnyModelForm = ModelForm[Any]
else:
    AnyModelForm = ModelForm


class GuidedField(BoundField):
    def build_widget_attrs(self, attrs: dict[str, Any], widget: Any = None) -> dict[str, Any]:
        built = super().build_widget_attrs(attrs, widget)
        first_invalid = next((name for name in self.form.fields if name in self.form.errors), None)
        return built | {"autofocus": True} if built.get("aria-invalid") and self.name == first_invalid else built


class Renderer(DjangoTemplates):
    bound_field_class = GuidedField


@transaction.atomic
def save_recorded(form: AnyModelForm, *, organization: Organization, by: User, act: Act, named_only: frozenset[str] = frozenset()) -> Any:
    """Save the form and record each changed field with its values before and after; fields of `named_only` without values."""
    saved: models.Model = form.save()
    changed = {name: None if name in named_only else [form.initial.get(name), form.cleaned_data[name]] for name in form.changed_data}
    record(organization, by, act, saved, changed=changed)
    return saved


class CodeForm(forms.Form):
    """A one-time code or a recovery code."""

    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "autofocus": True, "spellcheck": "false", "class": "digits"}),
    )


def is_password_of(request: HttpRequest, password: str) -> bool:
    """True if it is the password of the request's user. A wrong one counts as a failed sign-in."""
    return bool(password) and authenticate(request, username=request.user.get_username(), password=password) is not None


class OwnPasswordForm(forms.Form):
    """The current password, required before a protected act."""

    password = forms.CharField(
        label=_("Your password"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._request = request

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not is_password_of(self._request, password):
            raise forms.ValidationError(_("This is not your password."))
        return password


class ForgottenForm(PasswordResetForm):
    """Queues the letter for a new password, also if there is no such login, so that both take the same time."""

    def save(self, *_args: Any, **_kwargs: Any) -> None:
        from people.tasks import write_letters

        user_ids = [user.pk for user in self.get_users(self.cleaned_data["email"])]
        write_letters.apply_async(args=(user_ids,), retry=False)  # a person whose letter is lost requests another


NOT_OWNER = [choice for choice in Role.choices if choice[0] != Role.OWNER]


class GivenAccounts(forms.Form):
    """A form with the accounts that a client may see; other roles see all."""

    accounts: forms.ModelMultipleChoiceField[Account] = forms.ModelMultipleChoiceField(
        label=_("Accounts of a client"),
        queryset=None,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("A client sees only these. Every other role sees all accounts."),
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
        help_text=_("For example for an auditor. Leave empty for no end. The membership of an owner does not end."),
    )

    def __init__(self, *args: Any, membership: Membership, may_make_owners: bool, **kwargs: Any) -> None:
        ends = timezone.localdate(membership.expires_at) - dt.timedelta(days=1) if membership.expires_at else None
        initial = {"role": membership.role, "ends_on": ends, "accounts": membership.accounts.all()}
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


CHOICES: dict[str, list[tuple[str, Any]]] = {
    "language": Language.choices,
    "day_format": DayFormat.choices,
    "number_format": NumberFormat.choices,
}
READING = list(CHOICES)
LABELS = {"day_format": _("Date format"), "number_format": _("Number format")}


def name_the_empty_choices(form: AnyModelForm, name: Any, **others: Any) -> None:
    """Label the empty choice of each field, with exceptions by field in `others`."""
    for field in READING:
        empty = others.get(field, name)
        choice = cast("forms.ChoiceField", form.fields[field])
        choice.choices = [("", empty), *CHOICES[field]]


class OrganizationForm(AnyModelForm):
    """Settings that administrators change; only owners may move the owners' lock date."""

    class Meta:
        model = Organization
        fields = ["name", "firm", "colour", "locked_until", "owners_only_until", "two_persons", "prepares_matched", "time_zone", *READING]
        labels = LABELS | {
            "firm": _("Accounting firm"),
            "locked_until": _("Lock date for everyone"),
            "owners_only_until": _("Lock date for everyone but owners"),
            "two_persons": _("Two people: a person who prepared a statement or added its rows may not review it"),
            "prepares_matched": _("Prepare proved statements automatically"),
        }
        help_texts = {
            "firm": _("Printed at the head of the reports of this organization."),
            "locked_until": _("Nothing can be posted, changed or removed on or before this date, in any account. Leave empty for no lock."),
            "owners_only_until": _(
                "Up to this date only owners can add, change and remove entries. Rows of a file are refused for owners too."
            ),
            "prepares_matched": _(
                "Once code has proved them, from their next check on. A person still reviews them. Reopened statements are left out."
            ),
            "language": _("Members may choose their own under Preferences."),
            "colour": _("Shown beside the name on each page of this organization."),
            "time_zone": _("Sets the day of a sign-off and of a due date, and the times on pages and reports."),
        }
        widgets = {name: forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d") for name in ("locked_until", "owners_only_until")}

    def __init__(self, *args: Any, is_owner: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["owners_only_until"].disabled = not is_owner
        derived = _("automatic: %(color)s") % {"color": Colour(self.instance.derived_colour).label}
        self.fields["colour"].choices = [("", derived), *Colour.choices]  # type: ignore[attr-defined]
        zones = [(zone, zone) for zone in sorted(available_timezones())]
        default = _("default of the installation: %(zone)s") % {"zone": settings.TIME_ZONE}
        says = self.fields["time_zone"].help_text
        self.fields["time_zone"] = forms.ChoiceField(label=_("Time zone"), choices=[("", default), *zones], required=False, help_text=says)
        name_the_empty_choices(self, _("Default for the language"), language=_("Setting of the browser"))


class PreferencesForm(AnyModelForm):
    """A person's own preferences; e-mail fields appear only if the installation sends mail.

    Mail can reset the password, so changing the address requires the current password.
    """

    full_name = forms.CharField(
        label=_("Your name in full"), required=False, max_length=150, help_text=_("Printed on reports that you prepare or review.")
    )
    email = forms.EmailField(label=_("E-mail"), required=False)
    password = forms.CharField(
        label=_("Your password"),
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        help_text=_("Needed only to change the e-mail address."),
    )

    class Meta:
        model = Preferences
        fields = [*READING, "letter_keys", "mail_when_done"]
        labels = LABELS | {
            "letter_keys": _("Single-key shortcuts on statements (j, k, a, ...)"),
            "mail_when_done": _("Send me an e-mail when a batch of uploads is done"),
        }

    field_order = ["full_name", *READING, "letter_keys", "email", "password", "mail_when_done"]

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._request = request
        self.initial.update(email=self.instance.user.email, full_name=self.instance.user.get_full_name())
        if not sends_mail():
            del self.fields["email"], self.fields["password"], self.fields["mail_when_done"]
        name_the_empty_choices(self, _("Setting of the organization"))

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if values.get("mail_when_done") and not values.get("email"):
            self.add_error("email", _("Enter an e-mail address."))
        if "email" in self.changed_data and not is_password_of(self._request, values.get("password", "")):
            self.add_error("password", _("This is not your password."))
        return values

    def save(self, commit: bool = True) -> Preferences:  # noqa: FBT001, FBT002  Django's own signature
        if "email" in self.changed_data:
            self.instance.user.email = self.cleaned_data["email"]
            self.instance.user.save(update_fields=["email"])
        if "full_name" in self.changed_data:
            self.instance.user.first_name, self.instance.user.last_name = self.cleaned_data["full_name"], ""
            self.instance.user.save(update_fields=["first_name", "last_name"])
        saved: Preferences = super().save(commit)
        return saved
