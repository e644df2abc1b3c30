"""Settings as forms save them, with what they were and are."""

from typing import Any

from django.contrib.auth.models import User
from django.db import models, transaction

from people.audit.acts import Act
from people.audit.trail import record
from people.forms.rendering import AnyModelForm
from people.models import Organization


@transaction.atomic
def save_recorded(form: AnyModelForm, *, organization: Organization, by: User, act: Act, named_only: frozenset[str] = frozenset()) -> Any:
    """Save the form; the entry names each field that changed with its values before and after, those of `named_only` without."""
    saved: models.Model = form.save()
    changed = {name: None if name in named_only else [form.initial.get(name), form.cleaned_data[name]] for name in form.changed_data}
    record(organization, by, act, saved, changed=changed)
    return saved
