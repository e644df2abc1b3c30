"""Rendering of forms: after a refusal the first invalid field gets the focus."""

from typing import TYPE_CHECKING, Any

from django.forms import BoundField, ModelForm
from django.forms.renderers import DjangoTemplates

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
