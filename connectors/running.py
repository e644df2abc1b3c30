"""Which connection is due, one run at a time for each, and what came of it."""

import datetime as dt
import logging

from django.db import transaction
from django.utils import timezone

from connectors.kinds import KINDS
from connectors.models import Connection
from connectors.outside import NotDone
from connectors.receiving import Counts
from finance.vault.services import Unopened, opened
from reconciliation.services import TooManyWaiting

logger = logging.getLogger(__name__)
ALL = "connections of every organization are run by one worker"
EVERY = dt.timedelta(minutes=5)
LONGEST_WAIT = dt.timedelta(hours=6)
LEASE = dt.timedelta(minutes=30)


def run_due(now: dt.datetime | None = None) -> int:
    """Run what is due, one after the other; how many were run."""
    count = 0
    while (held := _held(now or timezone.now())) is not None:
        run(held)
        count += 1
    return count


@transaction.atomic
def _held(now: dt.datetime) -> Connection | None:
    """The one that waits the longest, for whoever asks first."""
    rows = Connection.objects.across_organizations(ALL).due(now).order_by("due_at", "id")
    found = rows.select_for_update(skip_locked=True, of=("self",)).select_related("organization").first()
    if found is not None:
        found.held_until, found.hold = now + LEASE, found.hold + 1
        found.save(update_fields=["held_until", "hold"])
    return found


def run(connection: Connection) -> None:
    """What fails is written down with its code, and tried again later and later; nothing is lost by it."""
    failure, counts = "", Counts()
    try:
        secret = opened(connection.organization, bytes(connection.sealed), purpose="connection").decode()
        counts = KINDS[connection.kind](connection, secret)
    except NotDone as not_done:
        failure = not_done.code
    except TooManyWaiting as waiting:
        failure = waiting.code
    except Unopened:
        failure = "key"
    except Exception:
        logger.exception("connection=%s failed", connection.pk)
        failure = "failed"
    _write(connection, failure, counts)


def _write(connection: Connection, failure: str, counts: Counts) -> None:
    """Only who still holds it."""
    failures = connection.failures + 1 if failure else 0
    wait = min(LONGEST_WAIT, EVERY * 2 ** min(failures, 10)) if failure else EVERY
    now = timezone.now()
    held = Connection.objects.of(connection.organization).filter(pk=connection.pk, hold=connection.hold)
    held.update(
        held_until=None,
        ran_at=now,
        due_at=now + wait,
        failure=failure,
        failures=min(failures, 1000),
        told={} if failure else counts.as_json(),
    )
