"""Metrics of the installation in Prometheus' format: counters of its processes, and the state of the queue in its database.

Every process counts in files of its own beside the data, so that any of them may answer for all that share the folder."""

from collections.abc import Iterator

from django.conf import settings
from django.db.models import Count, Min
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from config.logs import route
from reconciliation import metrics as work
from reconciliation.models import StatementImport

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
REQUESTS = Counter("tieout_http_requests", "Answers, by page and status.", ["method", "route", "status"])
ANSWERING = Histogram("tieout_http_seconds", "How long an answer took.", ["route"], buckets=work.SECONDS)


def count_request(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    REQUESTS.labels(request.method if request.method in METHODS else "other", route(request), str(response.status_code)).inc()
    ANSWERING.labels(route(request)).observe(seconds)


WAITING, OLDEST = "tieout_imports_waiting", "tieout_oldest_waiting_seconds"


class Queue(Collector):
    """Metrics of the queue, which the database is the record of, queried at each scrape."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        now = timezone.now()
        waiting = GaugeMetricFamily(WAITING, "Imports that wait for a worker, by its queue.", labels=["queue"])
        oldest = GaugeMetricFamily(OLDEST, "How long the oldest of them has waited.", labels=["queue"])
        for queue, for_model in (("documents", False), ("models", True)):
            free = StatementImport.queue.free_to_claim(now).filter(waits_for_model=for_model)
            totals = free.aggregate(number=Count("pk"), first=Min(Coalesce("doorbell__created_at", "uploaded_at")))
            waiting.add_metric([queue], totals["number"])
            oldest.add_metric([queue], (now - totals["first"]).total_seconds() if totals["first"] else 0.0)
        yield from (waiting, oldest)


def exposition() -> tuple[bytes, str]:
    """Return the metrics and their content type."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry, path=str(settings.METRICS_DIR))  # type: ignore[no-untyped-call]
    registry.register(Queue())
    return generate_latest(registry), CONTENT_TYPE_LATEST
