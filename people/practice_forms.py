"""Forms of a practice: new clients, roles of its people, invitations to several clients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from people.models import Organization
from people.practice import Cell, Practice
from people.roles import Role

STAFF_ROLES = [choice for choice in Role.choices if choice[0] not in {Role.OWNER, Role.CLIENT}]
"""Roles for staff. The role of a client needs the accounts that it may see, and only owners make owners."""
NONE = "none"
NAME_LENGTH, MOST_CLIENTS, MOST_LETTERS = 200, 300, 50


class ClientsForm(forms.Form):
    """New clients, one name a line, with settings, and on request accounts and members, copied from an existing one."""

    names = forms.CharField(label=gettext_lazy("Names of the new clients, one per line"), widget=forms.Textarea(attrs={"rows": 12}))
    like: forms.ModelChoiceField[Organization] = forms.ModelChoiceField(
        label=gettext_lazy("Copy settings from"),
        queryset=None,
        required=False,
        empty_label=gettext_lazy("none: defaults of the installation"),
        help_text=gettext_lazy("Language, formats, time zone, review rules and retention of documents."),
    )
    staff = forms.BooleanField(
        label=gettext_lazy("Also copy the members with their roles, except the client's own"), required=False, initial=True
    )
    accounts = forms.BooleanField(
        label=gettext_lazy("Also copy the accounts: names, kinds and currencies"),
        required=False,
        help_text=gettext_lazy("Numbers, opening balances and entries are not copied."),
    )

    def __init__(self, *args: Any, practice: Practice, current: Organization | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._taken = {client.name.casefold() for client in practice.clients}
        clients = Organization.objects.filter(pk__in=[client.pk for client in practice.clients])
        self.fields["like"].queryset = clients  # type: ignore[attr-defined]
        self.fields["like"].initial = (current if current in practice.clients else practice.clients[0]).pk

    def clean_names(self) -> list[str]:
        """Return the names. Each is new, so that no two clients of the practice look alike."""
        names = [name for line in self.cleaned_data["names"].splitlines() if (name := " ".join(line.split()))]
        taken = set(self._taken)
        for name in names:
            if len(name) > NAME_LENGTH:
                raise ValidationError(_("A name has at most %(most)s characters: %(name)s") % {"most": NAME_LENGTH, "name": name})
            if name.casefold() in taken:
                raise ValidationError(_("Two clients have this name: %(name)s") % {"name": name})
            taken.add(name.casefold())
        if len(names) > MOST_CLIENTS:
            raise ValidationError(_("At most %(most)s clients are created at once.") % {"most": MOST_CLIENTS})
        return names


class LettersForm(forms.Form):
    """Invitations to several clients: one letter to each address."""

    emails = forms.CharField(label=gettext_lazy("E-mail addresses, one per line"), widget=forms.Textarea(attrs={"rows": 5}))
    role = forms.ChoiceField(label=gettext_lazy("Role"), choices=STAFF_ROLES, initial=Role.PREPARER)
    clients: forms.ModelMultipleChoiceField[Organization] = forms.ModelMultipleChoiceField(
        label=gettext_lazy("Clients"), queryset=None, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, practice: Practice, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        keys = [client.pk for client in practice.clients]
        self.fields["clients"].queryset = Organization.objects.filter(pk__in=keys)  # type: ignore[attr-defined]
        self.fields["clients"].initial = keys

    def clean_emails(self) -> list[str]:
        emails = list(dict.fromkeys(self.cleaned_data["emails"].replace(",", " ").replace(";", " ").split()))
        for email in emails:
            try:
                validate_email(email)
            except ValidationError:
                raise ValidationError(_("This is not an e-mail address: %(email)s") % {"email": email}) from None
        if len(emails) > MOST_LETTERS:
            raise ValidationError(_("At most %(most)s people are invited at once.") % {"most": MOST_LETTERS})
        return emails


class StaffForm(forms.Form):
    """The role of each person of a practice in each of the given clients, as it was shown and as it is wanted.

    A field is a cell (`role-<user>-<short name>`) or, for one person, all cells at once (`all-<user>`).
    """

    def __init__(self, *args: Any, practice: Practice, clients: Sequence[Organization], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._practice, self._clients, self.people = practice, clients, practice.staff()
        for user in self.people:
            everywhere = [("", _("no change")), (NONE, _("none")), *self._offered({client.slug for client in clients})]
            self.fields[f"all-{user.pk}"] = forms.ChoiceField(
                label=gettext_lazy("In all of these clients"), choices=everywhere, required=False
            )
            for client in clients:
                role = practice.roles.get((user.pk, client.slug), "")
                shown = [choice for choice in Role.choices if choice[0] == role]
                offered = self._offered({client.slug})
                choices = [("", _("none")), *(choice for choice in Role.choices if choice in [*offered, *shown])]
                is_fixed = role == Role.OWNER and client.slug not in practice.owned
                self.fields[f"role-{user.pk}-{client.slug}"] = forms.ChoiceField(
                    label=client.name, choices=choices, initial=role, required=False, disabled=is_fixed, show_hidden_initial=True
                )

    def _offered(self, slugs: set[str]) -> list[tuple[str, Any]]:
        """Return the roles that the person may give in all these clients."""
        return [choice for choice in Role.choices if choice in STAFF_ROLES or (choice[0] == Role.OWNER and slugs <= self._practice.owned)]

    def rows(self) -> list[tuple[User, BoundField, list[BoundField]]]:
        """Return each person with the field for all clients and the field for each."""
        return [(user, self[f"all-{user.pk}"], [self[f"role-{user.pk}-{client.slug}"] for client in self._clients]) for user in self.people]

    def cells(self) -> tuple[dict[Cell, str], dict[Cell, str]]:
        """Return the roles that were shown and those that are wanted."""
        shown: dict[Cell, str] = {}
        wanted: dict[Cell, str] = {}
        for user in self.people:
            everywhere = self.cleaned_data[f"all-{user.pk}"]
            for client in self._clients:
                cell, name = (user.pk, client.slug), f"role-{user.pk}-{client.slug}"
                role = self.cleaned_data[name]
                if self.fields[name].disabled:
                    continue
                shown[cell] = self.data.get(self[name].html_initial_name, "")
                wanted[cell] = role if not everywhere else "" if everywhere == NONE else everywhere
        return shown, wanted
