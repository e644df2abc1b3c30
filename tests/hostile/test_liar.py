"""A model that lies about books that do not agree: no claim of it is believed, and the verdict is that of code alone."""

import random

import pytest
from pytest_django.fixtures import Settings

from reconciliation.models import StatementImport
from tests.factories import OrganizationFactory
from tests.hostile.injections import Paper, World
from tests.hostile.lying import LIES, ROWS, Liar, wrong_books
from tests.hostile.model_runs import another_organization, installing, uploaded
from tests.hostile.outcome import outcome
from tests.hostile.suite import whole
from tests.tenants.tenant import rows_of

pytestmark = pytest.mark.django_db
SEEDS = range(3 if whole() else 1)
"""Books for each way to lie."""


@pytest.mark.parametrize("is_read", [True, False], ids=["read by code", "read by the model"])
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("way", LIES)
def test_no_lie_is_believed(settings: Settings, monkeypatch: pytest.MonkeyPatch, way: str, seed: int, is_read: bool) -> None:
    chance = random.Random(f"{way} {seed}")  # noqa: S311  a seed must give the same lies again
    world = World(pdf=Paper(rows=ROWS, unread=not is_read).pdf(), entries=wrong_books(chance))
    theirs = another_organization()
    by_code = OrganizationFactory.create()
    alone = uploaded(by_code, world)
    liar = Liar(way, theirs, chance)
    installing(settings, monkeypatch)(liar)

    ours = OrganizationFactory.create()
    lied_to = uploaded(ours, world)

    assert liar.requests
    assert lied_to.status == StatementImport.Status.REVIEW
    assert (lied_to.verdict, lied_to.error) == (alone.verdict, None)
    assert lied_to.verdict != "matched"
    assert outcome(ours) == outcome(by_code)
    assert "Theirs" not in rows_of(ours)
