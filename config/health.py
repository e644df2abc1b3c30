"""Health endpoints for machines, over plain HTTP and for any host name: liveness, readiness with the missing parts, and metrics."""

import datetime as dt
import logging
import secrets
import time
from collections.abc import Callable, Iterator
from functools import lru_cache

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from config.celery import app
from config.logs import ALIVE, METRICS, READY
from config.metrics import exposition
from reconciliation.models import StatementImport, WorkerSign
from reconciliation.storage import files

logger = logging.getLogger(__name__)
SILENT = dt.timedelta(minutes=2)  # without a sign from any worker, and SWEEP_SECONDS six times over where that is longer


def lacking() -> Iterator[str]:
    """Yield the missing parts: `database`, `migrations`, `worker`, `storage` and `broker`. Nothing more is asked of a database that does
    not answer."""
    parts = {"storage": files.is_writable, "broker": _broker_answers}
    if _holds(_database_answers):
        parts = {"migrations": _migrations_are_applied, "worker": _worker_was_heard_of} | parts
    else:
        yield "database"
    yield from (name for name, question in parts.items() if not _holds(question))


def _holds(question: Callable[[], bool]) -> bool:
    try:
        return question()
    except Exception as error:  # noqa: BLE001  any error means that the part does not work
        logger.warning("asked=%s error=%s", question.__name__.strip("_"), type(error).__name__)
        return False


def _database_answers() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return True


def _migrations_are_applied() -> bool:
    """Return True if this release's migrations are applied; later ones do no harm."""
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _worker_was_heard_of() -> bool:
    """Return True if a worker swept recently, or has renewed its claim on an import: a busy worker sweeps late."""
    now = timezone.now()
    silent = max(SILENT, dt.timedelta(seconds=6 * settings.SWEEP_SECONDS))
    at_work = StatementImport.queue.filter(status=StatementImport.Status.PROCESSING, claimed_until__gt=now)
    return WorkerSign.objects.filter(heard_at__gt=now - silent).exists() or at_work.exists()


def _broker_answers() -> bool:
    if not settings.REDIS_URL:
        return True  # a folder beside the database
    with app.connection_for_write() as broker:
        broker.ensure_connection(max_retries=1, interval_start=0)
    return True


FRESH = 5.0  # seconds for which an answer about readiness holds, however often it is asked for


class Machines:
    """Answers before any other middleware checks the host or requires HTTPS."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.answers = {ALIVE: alive, READY: ready, METRICS: metrics}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.answers.get(request.path, self.get_response)(request)


def alive(_request: HttpRequest) -> HttpResponse:
    """Answer that this process responds; nothing else is checked, since a restart would mend nothing else."""
    return _text("ok")


def ready(_request: HttpRequest) -> HttpResponse:
    missing = _lacking_at(int(time.monotonic() // FRESH))
    return _text("ok") if not missing else _text("\n".join(missing), status=503)


@lru_cache(maxsize=1)
def _lacking_at(_moment: int) -> tuple[str, ...]:
    return tuple(lacking())


def metrics(request: HttpRequest) -> HttpResponse:
    """Answer with the metrics for the token in the settings; without one there is no such page."""
    if not settings.METRICS_TOKEN:
        return _text("not found", status=404)
    if not secrets.compare_digest(request.headers.get("Authorization", "").encode(), f"Bearer {settings.METRICS_TOKEN}".encode()):
        return _text("the token is missing or wrong", status=401)
    content, content_type = exposition()
    return HttpResponse(content, content_type=content_type)


def _text(text: str, status: int = 200) -> HttpResponse:
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain")
