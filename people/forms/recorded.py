"""Saving of settings forms with an entry in the audit log."""

from typing import Any

from django.contrib.auth.models import User
from django.db import models, transaction

from people.audit.acts import Act
from people.audit.trail import record
from people.forms.rendering import AnyModelForm
from people.models import Organization


@transaction.atomic
def save_recorded(form: AnyModelForm, *, organization: Organization, by: User, act: Act, named_only: frozenset[str] = frozenset()) -> Any:
    """Save the form and record each changed field with its values before and after; fields of `named_only` without values."""
    saved: models.Model = form.save()
    changed = {name: None if name in named_only else [form.initial.get(name), form.cleaned_data[name]] for name in form.changed_data}
    record(organization, by, act, saved, changed=changed)
    return saved
