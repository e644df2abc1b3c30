"""An organization with the books of the paper, and documents in a folder of their own."""

from pathlib import Path
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from finance.models import Organization
from reconciliation import tasks
from tests.pipeline.making import an_organization
from tests.pipeline.papers import JANUARY, books_of, load


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Path:
    documents = tmp_path / "media"
    settings.MEDIA_ROOT = documents
    return documents


@pytest.fixture
def ours(folder: Path) -> Organization:
    organization = an_organization("ours")
    load(organization, books_of(JANUARY))
    return organization


@pytest.fixture
def rings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the broker was given, which nobody delivers."""
    sent: list[str] = []
    monkeypatch.setattr(tasks.process_pdf, "apply_async", lambda args, **_: sent.append(args[0]))
    return sent


def pytest_collection_modifyitems(items: list[Any]) -> None:
    """Of these tests alone: whichever database the others run on, they are the same."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.faults)
