"""How forms are drawn: after a refusal the reader is brought to the first field that wants something."""

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
        return built | {"autofocus": True} if built.get("aria-invalid") and self._is_first_refused() else built

    def _is_first_refused(self) -> bool:
        return self.name == next((name for name in self.form.fields if name in self.form.errors), None)


class Renderer(DjangoTemplates):
    bound_field_class = GuidedField
