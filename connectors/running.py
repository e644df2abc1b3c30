"""Runs of due connections in sequence, with their results recorded."""

import datetime as dt
import logging
from collections.abc import Callable, Mapping

from django.utils import timezone

from connectors.http_client import ConnectionEnded
from connectors.intake import Counts
from connectors.lease import LeaseLost, lease_next
from connectors.ledgers import actual, firefly
from connectors.models import Connection, secrets_of
from connectors.sources import mailbox, paperless
from people.encryption import Unopened
from reconciliation.uploads.services import TooManyWaiting

logger = logging.getLogger(__name__)
EVERY = dt.timedelta(minutes=5)
LONGEST_WAIT = dt.timedelta(hours=6)

Run = Callable[[Connection, Mapping[str, str]], Counts]
"""A connection and its secrets by their names; raises ConnectionEnded."""
KINDS: dict[str, Run] = {
    Connection.Kind.MAILBOX: mailbox.run,
    Connection.Kind.PAPERLESS: paperless.run,
    Connection.Kind.FIREFLY: firefly.run,
    Connection.Kind.ACTUAL: actual.run,
}


def run_due(now: dt.datetime | None = None) -> int:
    """Run all due connections in sequence and return how many ran."""
    count = 0
    while (connection := lease_next(now or timezone.now())) is not None:
        run(connection)
        count += 1
    return count


def run(connection: Connection) -> None:
    """Run a connection. A failure is recorded with its code and tried again at growing intervals; nothing is lost."""
    failure, counts = "", Counts()
    try:
        with timezone.override(connection.organization.zone):
            counts = KINDS[connection.kind](connection, secrets_of(connection))
    except LeaseLost:
        # it was changed meanwhile: the next round runs it
        Connection.objects.of(connection.organization).filter(pk=connection.pk, hold=connection.hold).update(held_until=None)
        return
    except ConnectionEnded as ended:
        failure = ended.code
    except TooManyWaiting as waiting:
        failure = waiting.code
    except Unopened:
        failure = "key"
    except Exception:
        logger.exception("connection=%s failed", connection.pk)
        failure = "failed"
    # The result counts if the lease is still held. A run that was requested meanwhile stays due.
    failures = connection.failures + 1 if failure else 0
    wait = min(LONGEST_WAIT, EVERY * 2 ** min(failures, 10)) if failure else EVERY
    now = timezone.now()
    held = Connection.objects.of(connection.organization).filter(pk=connection.pk, hold=connection.hold)
    held.filter(due_at=connection.due_at).update(due_at=now + wait)
    result = {} if failure else counts.as_json()
    held.update(held_until=None, ran_at=now, failure=failure, failures=min(failures, 1000), told=result)
