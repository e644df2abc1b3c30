"""Connections whose time has come are run one after the other, and what came of each is written down."""

import datetime as dt
import logging

from django.utils import timezone

from connectors.holding import NotHeld, take_next
from connectors.kinds import KINDS
from connectors.models import Connection
from connectors.outside import ConnectionEnded
from connectors.receiving import Counts
from connectors.sealed import secrets_of
from people.encryption.services import Unopened
from reconciliation.uploads.services import TooManyWaiting

logger = logging.getLogger(__name__)
EVERY = dt.timedelta(minutes=5)
LONGEST_WAIT = dt.timedelta(hours=6)


def run_due(now: dt.datetime | None = None) -> int:
    """Run what is due, one after the other; how many were run."""
    count = 0
    while (taken := take_next(now or timezone.now())) is not None:
        run(taken)
        count += 1
    return count


def run(connection: Connection) -> None:
    """What fails is written down with its code, and tried again later and later; nothing is lost by it."""
    failure, counts = "", Counts()
    try:
        counts = KINDS[connection.kind](connection, secrets_of(connection))
    except NotHeld:
        _release(connection)
        return
    except ConnectionEnded as not_done:
        failure = not_done.code
    except TooManyWaiting as waiting:
        failure = waiting.code
    except Unopened:
        failure = "key"
    except Exception:
        logger.exception("connection=%s failed", connection.pk)
        failure = "failed"
    _write(connection, failure, counts)


def _release(connection: Connection) -> None:
    """What was said of it since is asked with the next round."""
    Connection.objects.of(connection.organization).filter(pk=connection.pk, hold=connection.hold).update(held_until=None)


def _write(connection: Connection, failure: str, counts: Counts) -> None:
    """Only who still holds it. Who asked for another run meanwhile gets it: its time stays as they set it."""
    failures = connection.failures + 1 if failure else 0
    wait = min(LONGEST_WAIT, EVERY * 2 ** min(failures, 10)) if failure else EVERY
    now = timezone.now()
    held = Connection.objects.of(connection.organization).filter(pk=connection.pk, hold=connection.hold)
    held.filter(due_at=connection.due_at).update(due_at=now + wait)
    told = {} if failure else counts.as_json()
    held.update(held_until=None, ran_at=now, failure=failure, failures=min(failures, 1000), told=told)
