"""Connections made, tried, switched and removed: one transaction each."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from connectors.models import Connection
from finance.audit.acts import Act
from finance.audit.trail import record
from finance.models import Organization
from finance.rights import require
from finance.vault.services import seal

MOST = 20


class TooManyConnections(ValueError):
    """An organization has so many and no more."""


@transaction.atomic
@sensitive_variables()
def add_connection(*, organization: Organization, by: User, kind: str, name: str, secret: str, settings: Mapping[str, Any]) -> Connection:
    """A connection that runs at once, and then every few minutes. Raises NotYours, TooManyConnections, ValueError for no such kind."""
    require(by, organization, "manage_settings")
    Connection.Kind(kind)
    if Connection.objects.of(organization).count() >= MOST:
        raise TooManyConnections
    made = Connection.objects.create(
        organization=organization,
        kind=kind,
        name=name,
        settings=dict(settings),
        sealed=seal(organization, secret.encode(), purpose="connection"),
        due_at=timezone.now(),
    )
    record(organization, by, Act.ADDED_CONNECTION, made, kind=kind)
    return made


@transaction.atomic
def switch_connection(*, connection: Connection, by: User, enabled: bool) -> None:
    """Off, nothing is asked of it; on, it runs at once. Raises NotYours."""
    require(by, connection.organization, "manage_settings")
    ours = Connection.objects.of(connection.organization).filter(pk=connection.pk)
    ours.update(enabled=enabled, failure="", failures=0, due_at=timezone.now())
    record(connection.organization, by, Act.CHANGED_CONNECTION, connection, enabled=enabled)


@transaction.atomic
def run_soon(*, connection: Connection, by: User) -> None:
    """With the next round. Raises NotYours."""
    require(by, connection.organization, "manage_settings")
    Connection.objects.of(connection.organization).filter(pk=connection.pk).update(due_at=timezone.now(), failures=0)


@transaction.atomic
def remove_connection(*, connection: Connection, by: User) -> None:
    """What came by it stays. Raises NotYours."""
    require(by, connection.organization, "manage_settings")
    record(connection.organization, by, Act.REMOVED_CONNECTION, connection, kind=connection.kind)
    Connection.objects.of(connection.organization).filter(pk=connection.pk).delete()
