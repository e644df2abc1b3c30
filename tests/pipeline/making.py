"""Rows that the pipeline's tests start from."""

import hashlib
import itertools
from typing import Any

from django.utils import timezone

from finance.models import Organization
from reconciliation.models import Doorbell, StatementImport

_numbers = itertools.count(1)


def an_organization(name: str = "") -> Organization:
    slug = name or f"organization-{next(_numbers)}"
    return Organization.objects.create(name=slug, slug=slug)


def an_import(organization: Organization | None = None, **fields: Any) -> StatementImport:
    """An import that waits, as an upload leaves it; its file is not stored."""
    sha256 = hashlib.sha256(str(next(_numbers)).encode()).hexdigest()
    statement_import = StatementImport.objects.create(
        organization=organization or an_organization(),
        **{"channel": "command_line", "filename": "statement.pdf", "sha256": sha256, "size": 1, "stored_as": "nowhere"} | fields,
    )
    Doorbell.objects.create(statement_import=statement_import, due_at=timezone.now())
    return statement_import
