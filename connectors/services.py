"""Connections added, changed, switched and removed: one transaction each."""

from collections.abc import Collection, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from connectors import tasks
from connectors.models import Connection, sealed_for, usable_secrets
from finance.models import Account
from people.access import require
from people.audit import Act, record
from people.models import Organization

MOST = 20


class TooManyConnections(ValueError):
    """The organization has as many connections as allowed."""


@transaction.atomic
@sensitive_variables()
def add_connection(
    *, organization: Organization, by: User, kind: str, name: str, secrets: Mapping[str, str], settings: Mapping[str, Any]
) -> Connection:
    """Return a new connection, which runs at once and then every few minutes. Raises NotYours, TooManyConnections, ValueError for an
    unknown kind."""
    require(by, organization, "manage_settings")
    Connection.Kind(kind)
    if Connection.objects.of(organization).count() >= MOST:
        raise TooManyConnections
    made = Connection.objects.create(
        organization=organization,
        kind=kind,
        name=name,
        settings=dict(settings),
        sealed=sealed_for(organization, secrets),
        due_at=timezone.now(),
    )
    record(organization, by, Act.ADDED_CONNECTION, made, kind=kind)
    transaction.on_commit(tasks.ring, robust=True)
    return made


@transaction.atomic
@sensitive_variables()
def change_connection(*, connection: Connection, by: User, name: str, secrets: Mapping[str, str], settings: Mapping[str, Any]) -> None:
    """Replace all secrets and settings, and run at once. Raises NotYours."""
    require(by, connection.organization, "manage_settings")
    before = usable_secrets(connection)
    Connection.objects.of(connection.organization).filter(pk=connection.pk).update(
        name=name,
        settings=dict(settings),
        sealed=sealed_for(connection.organization, secrets),
        failure="",
        failures=0,
        due_at=timezone.now(),
    )
    changed = {"changed": _differing(settings, connection.settings), "secrets": _differing(secrets, before)}
    record(connection.organization, by, Act.CHANGED_CONNECTION, connection, **changed)
    transaction.on_commit(tasks.ring, robust=True)


def _differing(before: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    return sorted(name for name in {*before, *other} if before.get(name) != other.get(name))


@transaction.atomic
def place_accounts(*, connection: Connection, by: User, accounts: Mapping[str, Account], left_out: Collection[str]) -> None:
    """Assign accounts there, by their keys, to accounts here, exclude others, and leave the rest to be found by name; run at once.
    Raises NotYours, ValueError for an account of another organization."""
    require(by, connection.organization, "manage_settings")
    if any(account.organization_id != connection.organization_id for account in accounts.values()):
        raise ValueError("an account of another organization")
    there = Connection.objects.of(connection.organization).select_for_update().get(pk=connection.pk).accounts_there
    there.update(account=None, left_out=False)
    there.filter(key__in=left_out).update(left_out=True)
    for key, account in accounts.items():
        there.filter(key=key).update(account=account)
    record(connection.organization, by, Act.CHANGED_CONNECTION, connection, accounts=len(accounts), left_out=len(left_out))
    run_soon(connection=connection, by=by)


@transaction.atomic
def switch_connection(*, connection: Connection, by: User, enabled: bool) -> None:
    """Switch a connection off, or on, which also runs it at once. Raises NotYours."""
    require(by, connection.organization, "manage_settings")
    rows = Connection.objects.of(connection.organization).filter(pk=connection.pk)
    rows.update(enabled=enabled, failure="", failures=0, due_at=timezone.now())
    record(connection.organization, by, Act.CHANGED_CONNECTION, connection, enabled=enabled)
    transaction.on_commit(tasks.ring, robust=True)


@transaction.atomic
def run_soon(*, connection: Connection, by: User) -> None:
    """Make a connection due. Raises NotYours."""
    require(by, connection.organization, "manage_settings")
    Connection.objects.of(connection.organization).filter(pk=connection.pk).update(due_at=timezone.now(), failures=0)
    transaction.on_commit(tasks.ring, robust=True)


@transaction.atomic
def remove_connection(*, connection: Connection, by: User) -> None:
    """Remove a connection; its imports stay. Raises NotYours."""
    require(by, connection.organization, "manage_settings")
    record(connection.organization, by, Act.REMOVED_CONNECTION, connection, kind=connection.kind)
    Connection.objects.of(connection.organization).filter(pk=connection.pk).delete()
