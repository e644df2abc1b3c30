"""Forms for the settings of an organization and the preferences of a person."""

from typing import Any, cast

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from people.formats import DayFormat, Language, NumberFormat
from people.forms.rendering import AnyModelForm
from people.forms.security import is_password_of
from people.mail import sends_mail
from people.models import Organization, Preferences

CHOICES: dict[str, list[tuple[str, Any]]] = {
    "language": Language.choices,
    "day_format": DayFormat.choices,
    "number_format": NumberFormat.choices,
}
READING = list(CHOICES)


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
        fields = ["name", "locked_until", "owners_only_until", "two_persons", "prepares_matched", *READING]
        labels = {
            "locked_until": _("Closed for everybody up to"),
            "owners_only_until": _("Closed for all but owners up to"),
            "two_persons": _("Two persons: who prepared a statement or posted from it may not review it"),
            "prepares_matched": _("Statements that are proved are prepared by themselves"),
        }
        help_texts = {
            "locked_until": _("In all accounts nothing is posted, changed or removed on or before this day. Empty closes nothing."),
            "owners_only_until": _(
                "Up to this day only owners still enter, change and remove entries. Rows of a file are refused there for owners too."
            ),
            "prepares_matched": _(
                "As soon as code has proved them, from their next check on; a person still reviews. One that was reopened is not."
            ),
            "language": _("Members may choose their own under Preferences."),
        }
        widgets = {name: forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d") for name in ("locked_until", "owners_only_until")}

    def __init__(self, *args: Any, is_owner: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["owners_only_until"].disabled = not is_owner
        name_the_empty_choices(self, _("As in the language"), language=_("As the browser asks"))


class PreferencesForm(AnyModelForm):
    """A person's own preferences; e-mail fields appear only if the installation sends mail.

    Mail can reset the password, so changing the address requires the current password.
    """

    email = forms.EmailField(label=_("E-mail"), required=False)
    password = forms.CharField(
        label=_("Your password"),
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        help_text=_("Only to change the e-mail."),
    )

    class Meta:
        model = Preferences
        fields = [*READING, "letter_keys", "mail_when_done"]
        labels = {
            "letter_keys": _("Single letters act on the page of a statement (j, k, a, ...)"),
            "mail_when_done": _("Send an e-mail when several files that I uploaded are done"),
        }

    field_order = [*READING, "letter_keys", "email", "password", "mail_when_done"]

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._request = request
        self.initial["email"] = self.instance.user.email
        if not sends_mail():
            del self.fields["email"], self.fields["password"], self.fields["mail_when_done"]
        name_the_empty_choices(self, _("As the organization has it"))

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if values.get("mail_when_done") and not values.get("email"):
            self.add_error("email", _("Say where to."))
        if "email" in self.changed_data and not is_password_of(self._request, values.get("password", "")):
            self.add_error("password", _("This is not your password."))
        return values

    def save(self, commit: bool = True) -> Preferences:  # noqa: FBT001, FBT002  Django's own signature
        if "email" in self.changed_data:
            self.instance.user.email = self.cleaned_data["email"]
            self.instance.user.save(update_fields=["email"])
        saved: Preferences = super().save(commit)
        return saved
