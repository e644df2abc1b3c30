"""A model that lies about books that do not agree: no claim of it is believed, and the verdict is that of code alone."""

import random
from collections.abc import Mapping

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
"""Seeds of the books that do not agree."""
Honest = dict[tuple[int, bool], tuple[str, Mapping[str, list[str]]]]


@pytest.fixture(scope="module")
def honest() -> Honest:
    """The verdict and the outcome of code alone, by the books' seed and by who reads the rows. Tests fill it."""
    return {}


@pytest.mark.parametrize("is_read", [True, False], ids=["read by code", "read by the model"])
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("way", LIES)
def test_no_lie_is_believed(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, honest: Honest, way: str, seed: int, is_read: bool
) -> None:
    books = wrong_books(random.Random(seed))  # noqa: S311  a seed must give the same books again
    world = World(pdf=Paper(rows=ROWS, unread=not is_read).pdf(), entries=books)
    theirs = another_organization()
    if (seed, is_read) not in honest:
        by_code = OrganizationFactory.create()
        honest[seed, is_read] = uploaded(by_code, world).verdict, outcome(by_code)
    liar = Liar(way, theirs, random.Random(f"{way} {seed}"))  # noqa: S311  a seed must give the same lies again
    installing(settings, monkeypatch)(liar)

    ours = OrganizationFactory.create()
    lied_to = uploaded(ours, world)

    assert liar.requests
    assert lied_to.status == StatementImport.Status.REVIEW
    assert lied_to.error is None
    assert lied_to.verdict != "matched"
    assert (lied_to.verdict, outcome(ours)) == honest[seed, is_read]
    assert "Theirs" not in rows_of(ours)
