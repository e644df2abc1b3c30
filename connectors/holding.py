"""One run at a time for each connection: a lease that a run takes, and goes on with as long as it lasts."""

import datetime as dt

from django.db import transaction
from django.utils import timezone

from connectors.models import Connection
from connectors.outside import ConnectionEnded

ALL = "connections of every organization are run by one worker"
LEASE = dt.timedelta(minutes=10)
"""Longer than any step of a run."""


class NotHeld(ConnectionEnded):
    """A run goes no further: another has its connection by now, or something else was said of it since."""

    def __init__(self) -> None:
        super().__init__("held")


@transaction.atomic
def take_next(now: dt.datetime) -> Connection | None:
    """The one that waits the longest, for whoever asks first."""
    rows = Connection.objects.across_organizations(ALL).due(now).order_by("due_at", "id")
    found = rows.select_for_update(skip_locked=True, of=("self",)).select_related("organization").first()
    if found is not None:
        found.held_until, found.hold = now + LEASE, found.hold + 1
        found.save(update_fields=["held_until", "hold"])
    return found


def hold_on(connection: Connection) -> None:
    """Before each step that another run may not take too. Raises NotHeld where another run has it by now, or something else was said of
    it since: whoever changes a connection sets its time."""
    ours = Connection.objects.of(connection.organization).filter(pk=connection.pk, enabled=True)
    if not ours.filter(hold=connection.hold, due_at=connection.due_at).update(held_until=timezone.now() + LEASE):
        raise NotHeld
