"""Endpoints for machines: liveness, readiness and status."""

import datetime as dt
from collections.abc import Iterator

import pytest
from django.core.files.storage import default_storage
from django.db import OperationalError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from config import health
from config.celery import app
from reconciliation.models import WorkerSign
from reconciliation.tasks import sweep

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _asked_anew() -> Iterator[None]:
    health._lacking_at.cache_clear()
    yield
    health._lacking_at.cache_clear()


@pytest.fixture
def worker() -> WorkerSign:
    return WorkerSign.objects.create(heard_at=timezone.now())


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
@pytest.mark.usefixtures("worker")
def test_it_answers_under_any_name_and_without_https(path: str, client: Client, settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True

    answer = client.get(path, headers={"host": "10.0.0.7:8000"})

    assert (answer.status_code, answer.content) == (200, b"ok\n")


@pytest.mark.usefixtures("worker")
def test_without_a_database_the_process_is_alive_and_the_installation_not_ready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise OperationalError("postgres://user:secret@host")

    monkeypatch.setattr(connection, "cursor", refuse)

    assert client.get("/healthz").status_code == 200
    assert (client.get("/readyz").status_code, client.get("/readyz").content) == (503, b"database\n")


@pytest.mark.usefixtures("worker")
def test_a_migration_that_is_not_applied_is_missed() -> None:
    (newest,) = MigrationLoader(connection).graph.leaf_nodes("reconciliation")
    MigrationRecorder(connection).record_unapplied(*newest)

    assert list(health.lacking()) == ["migrations"]


@pytest.mark.usefixtures("worker")
def test_a_storage_that_takes_nothing_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> str:
        raise OSError("No space left on device")

    monkeypatch.setattr(default_storage, "save", full)

    assert list(health.lacking()) == ["storage"]


@pytest.mark.usefixtures("worker")
def test_a_broker_that_does_not_answer_is_missed(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(app.conf, "broker_write_url", settings.REDIS_URL)

    assert list(health.lacking()) == ["broker"]


def test_a_worker_is_missed_until_one_sweeps_and_again_once_it_falls_silent() -> None:
    assert list(health.lacking()) == ["worker"]

    sweep()
    assert list(health.lacking()) == []

    WorkerSign.objects.update(heard_at=timezone.now() - dt.timedelta(hours=1))
    assert list(health.lacking()) == ["worker"]


@pytest.mark.usefixtures("worker")
def test_a_health_check_repeated_at_once_is_answered_from_the_cache(client: Client) -> None:
    assert {health._lacking_at(1), health._lacking_at(1)} == {()}
    assert health._lacking_at.cache_info().misses == 1

    health._lacking_at(2)
    assert health._lacking_at.cache_info().misses == 2


def test_no_probe_is_left_in_the_storage() -> None:
    list(health.lacking())

    assert default_storage.listdir("probes") == ([], [])


def test_metrics_are_nowhere_without_a_token_and_nobodys_without_knowing_it(client: Client, settings: Settings) -> None:
    assert client.get("/metrics").status_code == 404

    settings.METRICS_TOKEN = "the token"
    assert client.get("/metrics").status_code == 401
    assert client.get("/metrics", headers={"Authorization": "Bearer another"}).status_code == 401
    assert client.get("/metrics", headers={"Authorization": "Bearer \u00e9"}).status_code == 401
