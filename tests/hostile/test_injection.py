"""Orders to a model, at every place of a text in a statement or a ledger, and a model that obeys each: the result is the same as without
them."""

from collections.abc import Mapping
from itertools import product

import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from pytest_django.fixtures import Settings

from reconciliation.chat.services import answer as answered
from reconciliation.chat.services import ask
from reconciliation.models import StatementImport
from reconciliation.questions import Named, answer, ask_client
from reconciliation.uploads.services import process_again
from tests.factories import OrganizationFactory
from tests.hostile.gullible import Gullible
from tests.hostile.injections import HARMLESS, PLACES, Place, Targets, World, orders
from tests.hostile.model_runs import another_organization, installing, uploaded
from tests.hostile.outcome import outcome
from tests.hostile.suite import whole
from tests.pipeline.uploads import worked_on
from tests.tenants.tenant import rows_of

Outcome = Mapping[str, list[str]]
pytestmark = pytest.mark.django_db
ORDERS = list(orders(Targets("", "")))
PLAIN = PLACES[0]
EVERY = list(product(PLACES, ORDERS))
CASES = EVERY if whole() else [(place, ORDERS[number % len(ORDERS)]) for number, place in enumerate(PLACES)]
SOME = ORDERS if whole() else ["words", "proposed", "proposal"]


@pytest.fixture
def model(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Gullible:
    gullible = Gullible()
    installing(settings, monkeypatch)(gullible)
    return gullible


@pytest.fixture
def theirs() -> Targets:
    return another_organization()


@pytest.fixture(scope="module")
def harmless() -> dict[str, Outcome]:
    """The outcome of each place's world with a harmless text, by the place's name. Tests fill it."""
    return {}


def come_to(world: World) -> Outcome:
    ours = OrganizationFactory.create()
    kept = uploaded(ours, world)
    assert kept.status == StatementImport.Status.REVIEW, kept.error
    assert kept.verdict != "matched"
    return outcome(ours)


def uploader(kept: StatementImport) -> User:
    assert kept.uploaded_by
    return kept.uploaded_by


@pytest.mark.parametrize(("place", "order"), CASES, ids=lambda one: one if isinstance(one, str) else one.name)
def test_an_order_changes_nothing(model: Gullible, theirs: Targets, harmless: dict[str, Outcome], place: Place, order: str) -> None:
    """It is compared with its twin, which has a harmless text in the same place."""
    if place.name not in harmless:
        harmless[place.name] = come_to(place.world(HARMLESS))
        assert model.obeyed == []
    ordered = come_to(place.world(orders(theirs)[order]))

    assert bool(model.obeyed) == place.is_told
    assert ordered == harmless[place.name]


@pytest.mark.parametrize("order", SOME)
def test_an_answer_of_a_client_is_sent_to_no_model(model: Gullible, theirs: Targets, order: str) -> None:
    """The question and the name of a file sent with the answer are not sent either."""
    ours = OrganizationFactory.create()
    kept = uploaded(ours, PLAIN.world(HARMLESS))
    before, text = outcome(ours), orders(theirs)[order]
    owner = uploader(kept)
    asked = ask_client(statement=kept.statements.get(), named=Named(line=0), text=text, actor=owner)
    answer(enquiry=asked, text=text, actor=owner, file=ContentFile(text.encode(), name="answer.txt"))

    process_again(statement_import=kept, actor=owner)
    worked_on(kept)
    list(answered(question=ask(statement_import=kept, text="What did the client say?", actor=owner), name="compatible"))

    assert len(model.requests) > 2
    assert model.obeyed == []
    assert outcome(ours) == before


@pytest.mark.parametrize("order", SOME)
def test_an_order_in_a_document_makes_a_conversation_change_nothing(model: Gullible, theirs: Targets, order: str) -> None:
    """The model proposes as ordered; only a person decides, and no row of another organization is proposed."""
    ours = OrganizationFactory.create()
    kept = uploaded(ours, PLAIN.world(orders(theirs)[order]))
    before = outcome(ours)
    model.obeyed.clear()
    question = ask(statement_import=kept, text="Why does this not tie out?", actor=uploader(kept))

    list(answered(question=question, name="compatible"))

    question.refresh_from_db()
    assert model.obeyed
    assert question.proposals == []
    assert outcome(ours) == before
    assert "Theirs" not in rows_of(ours)
