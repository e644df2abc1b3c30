"""Questions about a statement on its page: a model's proposals are buttons, its text is drawn safely, an answer names its look-ups."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django.fixtures import Settings

from assistant.contract import Turn
from assistant.scripted import Line, ScriptedProvider, calls, says
from finance.models import Transaction
from people.models import Organization
from people.roles import Role
from reconciliation.chat.services import answer as answer_of
from reconciliation.chat.services import ask
from reconciliation.models import Question, StatementImport
from reconciliation.presentation.statement_page.chat import chat_of
from reconciliation.presentation.statement_page.sheet import shown_sheets_of
from tests.addresses import reverse
from tests.assistant.local_server import events, serving
from tests.chat.asking import PIECES
from tests.decisions.cases import answer, statement_of, weak
from tests.factories import MembershipFactory, OrganizationFactory
from tests.web.browsing import browser, page

pytestmark = pytest.mark.django_db


@pytest.fixture
def ours(settings: Settings) -> Organization:
    settings.PROVIDER, settings.PROVIDER_MODEL, settings.PROVIDER_BASE_URL = "compatible", "small", "http://127.0.0.1:9"
    settings.PROVIDER_TRIES = 1
    return OrganizationFactory.create()


def answered(done: StatementImport, *proposals: dict[str, Any], text: str = "A row is missing.", course: Any = None) -> Question:
    finished = {"finished_at": timezone.now(), "stop_reason": "answered", "course": course}
    return Question.objects.create(statement_import=done, text="Why?", answer=text, proposals=list(proposals), **finished)


def looked_up(done: StatementImport, *script: Line, text: str = "A row is missing.") -> Question:
    """A question whose answer a model came to by these turns."""
    question = ask(statement_import=done, text="Why?", actor=MembershipFactory.create(organization=done.organization).user)
    list(answer_of(question=question, name="scripted", chosen=lambda *_: [ScriptedProvider([*script, says(text)])]))
    question.refresh_from_db()
    return question


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

    pressed(client, done, "Match")

    assert answer(done)["verdict"] == "matched"


def test_a_models_text_is_plain(ours: Organization) -> None:
    done, _ = weak(ours)
    answered(done, pair_of(done), text="<script>alert(1)</script>")

    shown = page(browser(ours), done)

    assert "&lt;script&gt;alert(1)" in shown
    assert "&lt;b&gt;Same day." in shown
    assert "<script>alert" not in shown


def test_the_reasoning_of_an_answer_is_shown_folded_and_as_text(ours: Organization) -> None:
    done, _ = weak(ours)
    thought = Turn(text="A row is missing.", reasoning="**First** <b>the rent</b>.\nThen the rest.")
    question = ask(statement_import=done, text="Why?", actor=MembershipFactory.create(organization=ours).user)
    list(answer_of(question=question, name="scripted", chosen=lambda *_: [ScriptedProvider([*LOOKS, thought])]))
    answered(done)

    shown = page(browser(ours), done)

    assert shown.count('<details class="reasoning small"><summary>Reasoning</summary>') == 1
    assert "<p><strong>First</strong> &lt;b&gt;the rent&lt;/b&gt;.<br />" in shown


LOOKS: tuple[Line, ...] = (
    calls(("get_accounts", {}), text="I look at the accounts."),
    calls(("get_transactions", {"account": "a1", "first": "2026-01-01", "last": "2026-01-31"}), text="Now at January."),
)


def test_an_answer_names_its_look_ups(ours: Organization) -> None:
    done, account = weak(ours)
    looked_up(done, *LOOKS)
    count = account.transactions.count()

    shown = page(browser(ours), done)

    assert "Looked up 1 account</li>" in shown
    assert f"Looked up {count} transactions of {account.name}, January 2026</li>" in shown
    assert "Not based on" not in shown


def test_arguments_and_results_can_be_opened_without_handles(ours: Organization) -> None:
    done, account = weak(ours)
    question = looked_up(done, *LOOKS)

    client = browser(ours)
    found = client.get(reverse("import_detail", args=[done.pk]), {"look-ups": str(question.pk)})

    (asked,) = found.context["chat"].asked
    accounts, transactions = asked.look_ups
    assert accounts.accounts == [f"{account.name} · {account.currency}"]
    assert [row.description.split()[0] for row in transactions.rows] == ["Rent", "Tesco"]
    assert [name for name, _value in transactions.figures][:4] == ["Account", "First day", "Last day", "Entries that count"]
    assert [value for _name, value in transactions.figures][:3] == [account.name, "1 Jan 2026", "31 Jan 2026"]
    assert not re.search(r">\s*[at]\d+\s*<", found.content.decode())


def test_a_member_who_does_not_see_an_account_opens_no_look_up_of_it(ours: Organization) -> None:
    done, account = weak(ours)
    question = looked_up(done, *LOOKS)
    membership = MembershipFactory.create(organization=ours, role=Role.CLIENT)
    sheets = shown_sheets_of(done, membership)

    (asked,) = chat_of(done, sheets, membership, {"look-ups": str(question.pk)}).asked

    assert all(not look_up.rows and not look_up.accounts and not look_up.figures for look_up in asked.look_ups)
    assert all(account.name not in look_up.says for look_up in asked.look_ups)


def test_an_answer_without_a_look_up_is_marked(ours: Organization) -> None:
    done, _ = weak(ours)
    looked_up(done)

    assert "Not based on a look-up in your books." in page(browser(ours), done)


def test_an_answer_that_goes_on_from_earlier_look_ups_says_so(ours: Organization) -> None:
    done, _ = weak(ours)
    looked_up(done, *LOOKS)
    looked_up(done)

    shown = page(browser(ours), done)

    assert "Based on 2 look-ups above." in shown
    assert "Not based on" not in shown


def test_an_answer_from_before_look_ups_were_stored_is_not_marked(ours: Organization) -> None:
    done, _ = weak(ours)
    answered(done)

    assert "Based on" not in page(browser(ours), done)


def test_texts_of_the_turns_of_an_answer_stay_apart(ours: Organization) -> None:
    done, _ = weak(ours)
    looked_up(done, *LOOKS, text="```\nnot closed")
    looked_up(done, text="After it.")

    first, second = browser(ours).get(reverse("import_detail", args=[done.pk])).context["chat"].asked

    assert list(first.texts) == ["<p>I look at the accounts.</p>\n", "<p>Now at January.</p>\n", "<pre><code>not closed</code></pre>\n"]
    assert list(second.texts) == ["<p>After it.</p>\n"]


def test_a_proposed_pair_is_changed_on_the_form_of_its_statement(ours: Organization) -> None:
    done, _ = weak(ours)
    question = answered(done, pair_of(done))
    client = browser(ours)
    (asked,) = client.get(reverse("import_detail", args=[done.pk])).context["chat"].asked
    (offer,) = asked.offers

    form = client.get(reverse("import_detail", args=[done.pk]) + offer.change_at.partition("#")[0]).content.decode()

    assert f'name="question" value="{question.pk}"' in form
    assert form.count(" checked>") == 2
    said = {"kind": "pair", "question": str(question.pk), "number": "0", "shown": dict(offer.fields)["shown"]}
    filled = offer.filled
    client.post(
        reverse("decide_rows", args=[done.pk, filled.statement]), said | {"lines": list(filled.lines), "entries": list(filled.entries)}
    )
    assert question.proposal_answers.get().outcome == "approved"
    assert answer(done)["verdict"] == "matched"


def test_a_proposal_is_rejected_on_the_page_with_a_reason(ours: Organization) -> None:
    done, _ = weak(ours)
    question = answered(done, pair_of(done))
    client = browser(ours)
    (asked,) = client.get(reverse("import_detail", args=[done.pk])).context["chat"].asked
    (offer,) = asked.offers
    said = {"outcome": "refused", "shown": dict(offer.fields)["shown"], "reason": "Another shop."}

    shown = client.post(offer.address, said, follow=True).content.decode()

    assert "Another shop." in shown
    assert "Rejected" in shown
    assert reverse("answer_proposal", args=[done.pk, question.pk, 0]) not in shown


def test_the_model_goes_on_once_every_proposal_is_answered(ours: Organization) -> None:
    done, _ = weak(ours)
    answered(done, pair_of(done), pair_of(done))
    client = browser(ours)

    def goes_on() -> bool:
        return bool(client.get(reverse("import_detail", args=[done.pk])).context["chat"].goes_on)

    (asked,) = client.get(reverse("import_detail", args=[done.pk])).context["chat"].asked
    states = [goes_on()]
    for offer in asked.offers:
        client.post(offer.address, {"outcome": "refused", "shown": dict(offer.fields)["shown"]})
        states.append(goes_on())

    assert states == [False, False, True]
    assert ">Continue</button>" in page(client, done)


def test_a_proposal_of_another_organization_is_not_there(ours: Organization) -> None:
    done, _ = weak(ours)
    question = answered(done, pair_of(done))
    theirs = OrganizationFactory.create()

    refused = browser(theirs).post(reverse("answer_proposal", args=[done.pk, question.pk, 0]), {"outcome": "refused"})

    assert refused.status_code == 404
    assert not question.proposal_answers.exists()


def test_an_offer_about_a_missing_entry_has_no_button(ours: Organization) -> None:
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


def test_a_viewer_is_not_shown_the_questions(ours: Organization) -> None:
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
