"""Installations to break, and an organization with the books of the paper and documents in a folder of their own."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from people.models import Organization
from reconciliation import tasks
from tests.factories import OrganizationFactory
from tests.faults.prepared import ServersWorld, World, embedded_world, servers_world
from tests.pipeline.local_model import serving_a_model
from tests.pipeline.papers import JANUARY, books_of, load

FOLDER = str(Path(__file__).parent)


@pytest.fixture(scope="session")
def model() -> Iterator[dict[str, str]]:
    with serving_a_model() as (url, _):
        yield {"PROVIDER": "compatible", "PROVIDER_MODEL": "small-model", "PROVIDER_BASE_URL": url, "PROVIDER_ALWAYS": "true"}


@pytest.fixture(scope="session")
def embedded(tmp_path_factory: pytest.TempPathFactory, model: dict[str, str]) -> Iterator[World]:
    with embedded_world(tmp_path_factory.mktemp("embedded"), model) as world:
        yield world


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory, model: dict[str, str]) -> Iterator[ServersWorld]:
    with servers_world(tmp_path_factory.mktemp("servers"), model) as world:
        yield world


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Path:
    documents = tmp_path / "media"
    settings.MEDIA_ROOT = documents
    return documents


@pytest.fixture
def ours(folder: Path) -> Organization:
    organization = OrganizationFactory.create(name="ours")
    load(organization, books_of(JANUARY))
    return organization


@pytest.fixture
def rings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the ids given to the broker, which are not delivered."""
    sent: list[str] = []
    monkeypatch.setattr(tasks.process_pdf, "apply_async", lambda args, **_: sent.append(args[0]))
    return sent


def pytest_collection_modifyitems(items: list[Any]) -> None:
    """Mark only these tests: they are the same on every database."""
    for item in items:
        if str(item.path).startswith(FOLDER):
            item.add_marker(pytest.mark.faults)
