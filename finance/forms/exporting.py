"""The form for an export of an account."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from finance.exports.account import FORMS


def _day(label: Any) -> forms.DateField:
    return forms.DateField(label=label, required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))


class ExportForm(forms.Form):
    """Form and days of an export; without days the whole account."""

    form = forms.ChoiceField(label=_("For"), choices=[(name, form.named) for name, form in FORMS.items()])
    first = _day(_("From"))
    last = _day(_("To"))
    added_here = forms.BooleanField(
        label=_("Only what was added here, from statements or by hand"),
        required=False,
        help_text=_("Your books have the rest already, where it came from a file of theirs."),
    )

    def selected(self) -> dict[str, Any]:
        """Return the selection of entries, once the form is valid."""
        return {name: self.cleaned_data[name] for name in ("first", "last", "added_here")}
