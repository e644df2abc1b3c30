"""The buttons of a statement's page: a question answered, an opening adopted, a decision withdrawn."""

import re
from dataclasses import replace

import pytest

from people.models import Organization
from people.roles import Role
from reconciliation.models import Decision, StatementImport
from tests.addresses import reverse
from tests.decisions.cases import answer, deposit, question, statement_of, weak
from tests.factories import AccountFactory, OrganizationFactory
from tests.pipeline.papers import JANUARY, books_of, load
from tests.pipeline.uploads import processed
from tests.read_statements import paper, read_in
from tests.web.browsing import address, browser, page

pytestmark = pytest.mark.django_db


@pytest.mark.path
def test_a_question_is_answered_with_one_press(ours: Organization) -> None:
    done, _ = weak(ours)
    client, asked = browser(ours), question(done)
    assert ">Match</button>" in page(client, done)
    assert "Not a match" in page(client, done)

    told = {"lines": list(asked.lines), "entries": list(asked.entries), "answer": "yes"}
    client.post(address("answer_question", done), told)

    assert answer(done)["verdict"] == "matched"
    assert "Saved and re-checked." in page(client, done)
    assert "One payment: Aldi Sued, Tesco Stores" in page(client, done)


def test_no_tells_the_rows_apart(ours: Organization) -> None:
    done, _ = deposit(ours)
    asked = question(done)

    browser(ours).post(address("answer_question", done), {"lines": list(asked.lines), "entries": list(asked.entries), "answer": "no"})

    assert answer(done)["verdict"] == "mismatched"


def test_twins_have_no_yes(ours: Organization) -> None:
    books = books_of(JANUARY)
    books["transactions"].append(books["transactions"][0] | {"id": "twin"})
    load(ours, books)
    done = processed(ours, JANUARY.pdf())

    assert 'data-do="accept"' not in page(browser(ours), done)
    assert "Not a match" in page(browser(ours), done)


def test_a_viewer_sees_the_question_and_no_button(ours: Organization) -> None:
    done, _ = weak(ours)
    viewer, asked = browser(ours, Role.VIEWER), question(done)

    assert "Not a match" not in page(viewer, done)
    refused = viewer.post(address("answer_question", done), {"lines": list(asked.lines), "entries": list(asked.entries), "answer": "yes"})
    assert refused.status_code == 403


def test_another_organizations_statement_is_not_found(ours: Organization) -> None:
    done, _ = weak(ours)
    stranger = browser(OrganizationFactory.create())

    for name in ("answer_question", "confirm_all", "decide_rows", "correct_line", "adopt_opening"):
        assert stranger.post(address(name, done)).status_code == 404


def test_a_decision_that_cannot_be_applied_is_explained_in_a_sentence(ours: Organization) -> None:
    done, _ = weak(ours)
    client = browser(ours)

    client.post(address("decide_rows", done), {"kind": "pair", "lines": [1], "entries": ["t1"]})

    assert "The amounts are not equal to the cent." in page(client, done)
    assert not Decision.objects.of(ours).exists()


@pytest.mark.parametrize(("name", "sent"), [("confirm_all", {}), ("decide_rows", {"kind": "pair", "lines": [1], "entries": ["t2"]})])
def test_nothing_is_decided_while_a_statement_is_being_read(ours: Organization, name: str, sent: dict[str, object]) -> None:
    done, _ = weak(ours)
    client = browser(ours)
    StatementImport.objects.of(ours).update(status=StatementImport.Status.PROCESSING)

    assert client.post(address(name, done), sent).status_code == 302
    assert not Decision.objects.of(ours).exists()


def test_rows_are_decided_one_by_one(ours: Organization) -> None:
    done, _ = weak(ours)
    client = browser(ours)

    client.post(address("decide_rows", done), {"kind": "pair", "lines": [1], "entries": ["t2"], "reason": "Shop card"})

    assert answer(done)["verdict"] == "matched"
    assert Decision.objects.of(ours).get().reason == "Shop card"
    assert client.post(address("decide_rows", done), {"kind": "wave"}).status_code == 404
    assert client.post(address("decide_rows", done), {"kind": "pair", "lines": ["x"]}).status_code == 404


def test_a_row_of_a_difference_is_accepted_with_its_reason(ours: Organization) -> None:
    load(ours, books_of(JANUARY) | {"transactions": books_of(JANUARY)["transactions"][:2]})
    done = processed(ours, JANUARY.pdf())
    client = browser(ours)

    client.post(address("decide_rows", done), {"kind": "bank_error", "lines": [2], "reason": "Not ours"})

    assert answer(done)["verdict"] == "mismatched"
    assert "Not ours" in page(client, done)


def test_an_error_that_the_bank_put_right_is_named_on_both_pages(ours: Organization) -> None:
    account = AccountFactory.create(organization=ours, opening="1000.00")
    january = read_in(ours, paper([(27, "-90.00", "DD NOT OURS")], opening="1000.00"))
    february = read_in(ours, paper([(3, "90.00", "CORRECTION")], month=2, opening="910.00"))
    client = browser(ours)
    [value] = re.findall(r'name="rows" value="([^"]+)"', page(client, february))

    client.post(address("cancel_rows", february), {"rows": value, "reason": ""})
    assert "Choose two rows that cancel out, and say why." in page(client, february)
    client.post(address("cancel_rows", february), {"rows": value, "reason": "The bank wrote"})

    assert Decision.objects.of(ours).get().account == account
    for done in (january, february):
        shown = page(client, done)
        assert "Bank error and its correction" in shown
        assert "The bank wrote" in shown
        assert 'name="rows"' not in shown
    client.post(reverse("withdraw_decision", args=[january.pk, Decision.objects.of(ours).get().pk]))
    assert not Decision.objects.of(ours).standing().exists()


def test_the_opening_is_adopted_with_one_press(ours: Organization) -> None:
    load(ours, books_of(JANUARY) | {"opening_balance": None})
    done = processed(ours, JANUARY.pdf())
    client = browser(ours)
    assert "as opening balance" in page(client, done)
    assert "Nothing left." not in page(client, done)

    client.post(address("adopt_opening", done))

    assert answer(done)["verdict"] == "matched"
    assert "as opening balance" not in page(client, done)


def test_a_misread_row_is_put_right(ours: Organization) -> None:
    done, _ = weak(ours)
    client = browser(ours)

    client.post(address("correct_line", done), {"line": 1, "description": "Tesco Stores"})

    assert answer(done)["verdict"] == "matched"
    client.post(address("correct_line", done), {"line": "x"})
    assert "Enter the number of the row" in page(client, done)


def test_a_decision_is_withdrawn_with_one_press(ours: Organization) -> None:
    done, _ = weak(ours)
    client = browser(ours)
    client.post(address("confirm_all", done))
    client.post(address("decide_rows", done), {"kind": "pair", "lines": [1], "entries": ["t2"]})
    decision = Decision.objects.of(ours).standing().get()

    client.post(reverse("withdraw_decision", args=[done.pk, decision.pk]))

    assert answer(done)["verdict"] == "partial"
    assert not Decision.objects.of(ours).standing().exists()


def test_a_decision_that_no_longer_applies_is_shown_with_why(ours: Organization) -> None:
    done, account = weak(ours)
    client = browser(ours)
    client.post(address("decide_rows", done), {"kind": "pair", "lines": [1], "entries": ["t2"]})
    account.transactions.filter(external_id="t2").update(amount_minor=-2100)
    client.post(reverse("choose_account", args=[done.pk]), {"account": account.pk})

    assert "No longer applies." in page(client, done)
    assert "The amounts are not equal to the cent." in page(client, done)


def test_a_statement_replaces_another_as_its_reissue(ours: Organization) -> None:
    load(ours, books_of(JANUARY))
    wrong = processed(ours, replace(JANUARY, rows=[(5, "Rent Hillside Homes", "-251.00")]).pdf())
    anew = processed(ours, JANUARY.pdf())

    browser(ours).post(reverse("replace_statement", args=[anew.pk, statement_of(anew).pk, statement_of(wrong).pk]))

    assert answer(anew)["verdict"] == "matched"


def test_a_page_has_no_shortcuts_for_a_user_who_switched_them_off(ours: Organization) -> None:
    statement_import = read_in(ours, paper([(5, "-250.00", "Rent")]))
    client = browser(ours)
    assert 'id="keys-help"' in page(client, statement_import)

    client.post(reverse("preferences"), {"language": ""})

    shown = page(client, statement_import)
    assert 'id="keys-help"' not in shown
    assert "keys.js" not in shown
    assert "Key: " not in shown
