"""Rows that the pipeline's tests start from."""

import hashlib
import itertools
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from finance.models import Account, Membership, Organization
from finance.roles import Role
from reconciliation.models import Doorbell, StatementImport
from reconciliation.services import receive_statement
from reconciliation.tasks import ask_model, process_pdf

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


def a_member(organization: Organization, role: Role, *given: Account) -> User:
    user = User.objects.create_user(f"member-{next(_numbers)}")
    Membership.objects.create(organization=organization, user=user, role=role).accounts.set(given)
    return user


def received(organization: Organization, pdf: bytes, uploaded_by: User | None = None) -> StatementImport:
    """An upload, as it is before any worker has seen it."""
    channel = StatementImport.Channel.WEB if uploaded_by else StatementImport.Channel.COMMAND_LINE
    found = receive_statement(organization=organization, uploaded_by=uploaded_by, channel=channel, filename="statement.pdf", pdf=pdf)
    return found.statement_import


def processed(organization: Organization, pdf: bytes, uploaded_by: User | None = None) -> StatementImport:
    """An upload whose task has run."""
    statement_import = received(organization, pdf, uploaded_by)
    worked_on(statement_import)
    statement_import.refresh_from_db()
    return statement_import


def worked_on(statement_import: StatementImport) -> None:
    """The workers' tasks by turns, until no model is waited for any more."""
    waiting = StatementImport.queue.filter(pk=statement_import.pk, status=StatementImport.Status.PROCESSING, waits_for_model=True)
    process_pdf(str(statement_import.pk))
    while waiting.exists():
        ask_model(str(statement_import.pk))
        process_pdf(str(statement_import.pk))
