"""Questions about a statement on its page: a model's proposals are buttons, its text is plain, and without one the evidence speaks."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django.fixtures import Settings

from finance.models import Transaction
from people.models import Organization
from people.roles import Role
from reconciliation.models import Question, StatementImport
from tests.addresses import reverse
from tests.assistant.local_server import events, serving
from tests.chat.asking import PIECES
from tests.decisions.cases import answer, statement_of, weak
from tests.factories import OrganizationFactory
from tests.web.browsing import browser, page

pytestmark = pytest.mark.django_db


@pytest.fixture
def ours(settings: Settings) -> Organization:
    settings.PROVIDER, settings.PROVIDER_MODEL, settings.PROVIDER_BASE_URL = "compatible", "small", "http://127.0.0.1:9"
    return OrganizationFactory.create()


def answered(done: StatementImport, *proposals: dict[str, Any], text: str = "A row is missing.") -> None:
    finished = {"finished_at": timezone.now(), "stop_reason": "answered"}
    Question.objects.create(statement_import=done, text="Why?", answer=text, proposals=list(proposals), **finished)


def pair_of(done: StatementImport) -> dict[str, Any]:
    """Details of the statement's one doubtful row, as a model proposes it."""
    asked = answer(done)["ambiguous"][0]
    line = statement_of(done).lines.get(number=asked["lines"][0])
    entry = Transaction.objects.of(done.organization).named(asked["transactions"])[0]
    return {"kind": "pair", "line": str(line.pk), "transactions": [str(entry.pk)], "why": "<b>Same day.</b>"}


def pressed(client: Client, done: StatementImport, says: str) -> str:
    """The page after the button of an offer was pressed, with exactly what its form holds."""
    found = client.get(reverse("import_detail", args=[done.pk])).context["chat"]
    (offer,) = [offer for asked in found.asked for offer in asked.offers if offer.says == says]
    told: dict[str, list[str]] = {}
    for name, value in offer.fields:
        told.setdefault(name, []).append(value)
    return client.post(offer.address, told, follow=True).content.decode()


@pytest.mark.path
def test_a_proposed_pair_is_a_button_and_code_decides_when_it_is_pressed(ours: Organization) -> None:
    done, _ = weak(ours)
    answered(done, pair_of(done))
    client = browser(ours)
    assert answer(done)["verdict"] != "matched"

    pressed(client, done, "One payment")

    assert answer(done)["verdict"] == "matched"


def test_a_models_text_is_plain(ours: Organization) -> None:
    done, _ = weak(ours)
    answered(done, pair_of(done), text="<script>alert(1)</script>")

    shown = page(browser(ours), done)

    assert "&lt;script&gt;alert(1)" in shown
    assert "&lt;b&gt;Same day." in shown
    assert "<script>alert" not in shown


def test_what_is_not_there_any_more_has_no_button(ours: Organization) -> None:
    done, _ = weak(ours)
    answered(done, pair_of(done) | {"transactions": ["00000000-0000-0000-0000-000000000000"]})

    (asked,) = browser(ours).get(reverse("import_detail", args=[done.pk])).context["chat"].asked

    assert [offer.address for offer in asked.offers] == [""]


def test_a_form_without_javascript_comes_back_to_the_page_with_its_answer(ours: Organization, settings: Settings) -> None:
    done, _ = weak(ours)
    with serving(events(*PIECES)) as server:
        settings.PROVIDER_BASE_URL = server.url
        shown = browser(ours).post(reverse("ask", args=[done.pk]), {"question": "Why?", "then": "page"}, follow=True)

    assert shown.redirect_chain == [(f"{reverse('import_detail', args=[done.pk])}#chat", 302)]
    assert "A row is missing." in shown.content.decode()


def test_an_answer_that_broke_off_says_so(ours: Organization) -> None:
    done, _ = weak(ours)
    answered(done)
    Question.objects.of(ours).update(stop_reason="stopped")

    assert "this answer is incomplete" in page(browser(ours), done)


def test_without_a_model_nothing_is_asked(ours: Organization, settings: Settings) -> None:
    settings.PROVIDER = "builtin"
    done, _ = weak(ours)

    shown = page(browser(ours), done)

    assert "Ask about this statement" not in shown
    assert "Your question" not in shown


def test_a_model_that_is_not_switched_on_is_asked_nothing(ours: Organization, settings: Settings) -> None:
    settings.PROVIDER, settings.PROVIDER_BASE_URL, settings.PROVIDER_ALLOWED = "openai", "", []
    done, _ = weak(ours)

    shown = page(browser(ours), done)

    assert "once an owner enables it" in shown
    assert "Your question" not in shown


def test_who_may_not_decide_is_not_shown_the_questions(ours: Organization) -> None:
    done, _ = weak(ours)
    answered(done)

    assert "A row is missing." not in page(browser(ours, Role.VIEWER), done)


def test_more_questions_take_no_more_queries(ours: Organization, django_assert_num_queries: Any) -> None:
    done, _ = weak(ours)
    client = browser(ours)
    answered(done, pair_of(done))
    page(client, done)
    with CaptureQueriesContext(connection) as few:
        page(client, done)
    for _each in range(5):
        answered(done, pair_of(done))

    with django_assert_num_queries(len(few)):
        page(client, done)
