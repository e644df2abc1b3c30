"""The base of all forms: their rendering, and the saving of settings with an entry in the audit log."""

from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import User
from django.db import models, transaction
from django.forms import BoundField, ModelForm
from django.forms.renderers import DjangoTemplates

from people.audit.acts import Act
from people.audit.trail import record
from people.models import Organization

if TYPE_CHECKING:
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
