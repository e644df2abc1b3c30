"""Every process of an installation reports the common metrics, and the dashboard shows only existing ones."""

import json
import re
import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest
from prometheus_client import Counter, Histogram
from prometheus_client.parser import text_string_to_metric_families

from tests.deployment.processes import PATIENCE, eventually
from tests.installations import Installation
from tests.preparing import prepared
from tests.project import PROJECT

TOKEN = "a-token-of-this-test"
NAMED = re.compile(r"\btieout_\w+")


class Measured(Installation):
    """An installation whose pages are served by two processes, with metrics switched on."""

    def __init__(self, folder: Path, port: int) -> None:
        super().__init__(folder, METRICS_TOKEN=TOKEN, PROVIDER_ALWAYS="true")
        self.port = port

    def serve(self) -> None:
        self.start("-m", "gunicorn", "-c", "python:config.gunicorn", "config.wsgi", "--bind", f"127.0.0.1:{self.port}", "--workers", "2")
        eventually(lambda: self.get("/healthz") != "", "the pages are served")

    def get(self, path: str) -> str:
        with suppress(OSError), closing(HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as connection:
            connection.request("GET", path, headers={"Authorization": f"Bearer {TOKEN}"})
            return connection.getresponse().read().decode()
        return ""

    def counted(self) -> dict[tuple[str, ...], float]:
        """Each sample by its name and the values of its labels in the order of their names, those of buckets left out."""
        families = text_string_to_metric_families(self.get("/metrics"))
        samples = (sample for family in families for sample in family.samples if "le" not in sample.labels)
        return {(sample.name, *dict(sorted(sample.labels.items())).values()): sample.value for sample in samples}


@pytest.fixture
def measured(tmp_path: Path) -> Iterator[Measured]:
    with closing(socket.socket()) as taker:
        taker.bind(("127.0.0.1", 0))
        measured = Measured(tmp_path, taker.getsockname()[1])
    with prepared(measured):
        yield measured


def test_web_and_worker_are_counted_together_and_the_dashboard_names_nothing_else(measured: Measured) -> None:
    measured.upload()
    measured.serve()
    before = measured.counted()
    assert before["tieout_imports_waiting", "documents"] == 1
    assert before["tieout_oldest_waiting_seconds", "documents"] > 0

    measured.worker()
    eventually(lambda: ("tieout_verdicts_total", "matched") in measured.counted(), "the worker processes the upload")
    for _ in range(8):
        measured.get("/no-such-page/of-anybody")

    after = measured.counted()
    assert after["tieout_imports_waiting", "documents"] == 0
    assert after["tieout_verdicts_total", "matched"] == 1
    assert after["tieout_stage_seconds_count", "open"] == after["tieout_stage_seconds_count", "verify"] == 1
    assert after["tieout_model_calls_total", "stop", "builtin"] == 1
    assert after["tieout_http_requests_total", "GET", "unknown", "404"] == 8
    assert not [labels for labels in after if "anybody" in "".join(labels)]


def shown() -> set[str]:
    return set(NAMED.findall((PROJECT / "deploy" / "grafana.json").read_text()))


def test_every_metric_of_the_dashboard_is_one_and_every_metric_is_on_it() -> None:
    from config import metrics as pages
    from reconciliation import metrics as work

    made = [each for module in (pages, work) for each in vars(module).values() if isinstance(each, Counter | Histogram)]
    gauges = {pages.WAITING, pages.OLDEST}
    counters = {f"{each._name}_total" for each in made if isinstance(each, Counter)}
    histograms = {f"{each._name}_{part}" for each in made if isinstance(each, Histogram) for part in ("bucket", "sum", "count")}

    assert shown() <= counters | histograms | gauges
    assert counters | gauges <= shown()


def test_the_dashboard_is_one_and_its_panels_do_not_lie_over_each_other() -> None:
    dashboard = json.loads((PROJECT / "deploy" / "grafana.json").read_text())

    assert len({(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in dashboard["panels"]}) == len(dashboard["panels"])
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"])
