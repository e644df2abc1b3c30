"""One run at a time for each connection: a lease that a run takes and renews."""

import datetime as dt

from django.db import transaction
from django.utils import timezone

from connectors.http_client import ConnectionEnded
from connectors.models import Connection

ALL = "connections of every organization are run by one worker"
LEASE = dt.timedelta(minutes=10)
"""Longer than any step of a run."""


class LeaseLost(ConnectionEnded):
    """The run ends: another run has the connection, or the connection was changed."""

    def __init__(self) -> None:
        super().__init__("held")


@transaction.atomic
def lease_next(now: dt.datetime) -> Connection | None:
    """Lease and return the due connection that has waited longest, or None."""
    rows = Connection.objects.across_organizations(ALL).due(now).order_by("due_at", "id")
    connection = rows.select_for_update(skip_locked=True, of=("self",)).select_related("organization").first()
    if connection is not None:
        connection.held_until, connection.hold = now + LEASE, connection.hold + 1
        connection.save(update_fields=["held_until", "hold"])
    return connection


def renew_lease(connection: Connection) -> None:
    """Renew the lease, before each step that only one run may take. Raises LeaseLost if another run has the connection, or if it was
    changed, which sets its time."""
    current = Connection.objects.of(connection.organization).filter(pk=connection.pk, enabled=True)
    if not current.filter(hold=connection.hold, due_at=connection.due_at).update(held_until=timezone.now() + LEASE):
        raise LeaseLost
