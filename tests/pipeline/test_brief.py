"""A model receives the items that code left open, and answers in one turn."""

import json
from decimal import Decimal
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from assistant.contract import Provider, Request
from assistant.masking import masked
from assistant.scripted import ScriptedProvider, says
from finance.models import Account
from people.models import Organization
from reconciliation.conversation.builtin import BuiltinProvider
from reconciliation.model_access.providers import MONEY
from reconciliation.models import StatementImport
from reconciliation.models.actor import Actor
from reconciliation.pipeline.processor import PdfProcessor
from reconciliation.pipeline.retries import claim
from reconciliation.proposals import run
from reconciliation.proposals.run import TASK
from tests.factories import OrganizationFactory
from tests.pipeline.papers import JANUARY, books_of, entry, load
from tests.pipeline.uploads import received

pytestmark = pytest.mark.django_db
Json = dict[str, Any]


@pytest.fixture(autouse=True)
def a_model(settings: Settings) -> None:
    settings.PROVIDER = "compatible"


@pytest.fixture
def ours() -> Organization:
    """Books that have the rent, and another amount at the grocer's; they lack the salary."""
    organization = OrganizationFactory.create()
    account = load(organization, books_of(JANUARY))
    entry(account, "t3").delete()
    changed(account, "t2", "-43.10", "Grocer Wheatsheaf, 40021234")
    return organization


def changed(account: Account, name: str, amount: str, description: str) -> None:
    row = entry(account, name)
    row.delete()
    row.external_id, row.amount, row.description = "t9", Decimal(amount), description
    row.save(force_insert=True)


def asked(organization: Organization, provider: Provider) -> StatementImport:
    waiting = received(organization, JANUARY.pdf())
    with claim(waiting.pk) as claimed:
        PdfProcessor(choose=lambda name, *_: [BuiltinProvider() if name == "builtin" else provider]).process(claimed)
    waiting.refresh_from_db()
    return waiting


def answer(**said: Any) -> Json:
    statement = {"statement": 0, "account": "a1", "matched": [], "new": [], "missing": []} | said
    return {"statements": [statement], "summary": "Look at the salary."}


def told(request: Request) -> Json:
    found: Json = json.loads(request.messages[0].text.split("\n")[2])
    return found


def test_one_turn_ends_the_run(ours: Organization) -> None:
    model = ScriptedProvider([says(json.dumps(answer(new=[1, 2])))])

    done = asked(ours, model)

    assert len(model.requests) == 1
    assert [tool.name for tool in model.requests[0].tools] == ["get_accounts", "get_transactions"]
    assert (done.verdict, (done.reconciliation or {})["provider"]["failure"]) == ("mismatched", None)


def test_the_brief_has_open_rows_by_day_and_no_pairs(ours: Organization) -> None:
    model = ScriptedProvider([says(json.dumps(answer(new=[1, 2])))])

    asked(ours, model)

    (statement,) = told(model.requests[0])["statements"]
    assert (statement["rows"], statement["rows_paired"], statement["account"]) == (3, 1, "a1")
    assert statement["open_rows"] == {
        "2026-01-12": [[1, "-41.30", "Grocer Wheatsheaf"]],
        "2026-01-20": [[2, "600.00", "Salary Larkspur Ltd"]],
    }
    assert statement["open_entries"] == {"2026-01-12": [["t1", "-43.10", "Grocer Wheatsheaf, 40021234"]]}
    assert "Hillside" not in model.requests[0].messages[0].text


def test_pairs_that_a_model_does_not_mention_stay_as_code_paired_them(ours: Organization) -> None:
    done = asked(ours, ScriptedProvider([says(json.dumps(answer(new=[1, 2])))]))

    reconciliation = done.reconciliation or {}
    (proposed,) = reconciliation["proposal"]["statements"]
    assert proposed["matched"] == [{"line": 0, "transactions": ["t1"]}]
    assert not [each for each in reconciliation["disagreements"] if each["code"] in ("line_left_out", "pair_differs", "account_differs")]


def test_a_pair_is_named_by_the_handles_of_the_brief(ours: Organization) -> None:
    claimed = answer(matched=[{"line": 1, "transactions": ["t1"]}], new=[2])

    done = asked(ours, ScriptedProvider([says(json.dumps(claimed))]))

    (proposed,) = (done.reconciliation or {})["proposal"]["statements"]
    assert {"line": 1, "transactions": ["t9"]} in proposed["matched"]
    assert {"code": "pair_differs", "statement": 0, "line": 1, "proposed": ["t9"], "decided": []} in (done.reconciliation or {})[
        "disagreements"
    ]


def test_another_account_has_none_of_codes_pairs(ours: Organization) -> None:
    done = asked(ours, ScriptedProvider([says(json.dumps(answer(account=None, new=[1, 2])))]))

    (proposed,) = (done.reconciliation or {})["proposal"]["statements"]
    assert (proposed["account"], proposed["matched"]) == (None, [])


def test_without_an_account_the_brief_lists_the_accounts() -> None:
    """Two that agree equally: code refuses to choose."""
    ours = OrganizationFactory.create()
    for name in ("First", "Second"):
        load(ours, books_of(JANUARY, name=name))
    model = ScriptedProvider([says(json.dumps(answer(account=None, new=[0, 1, 2])))])

    asked(ours, model)

    found = told(model.requests[0])
    assert "account" not in found["statements"][0]
    assert [account["id"] for account in found["accounts"]] == ["a1", "a2"]
    assert len([row for rows in found["statements"][0]["open_rows"].values() for row in rows]) == 3


def test_a_shortened_list_gives_its_count_and_can_be_looked_up(ours: Organization, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "MOST", 1)
    model = ScriptedProvider([says(json.dumps(answer(new=[1, 2])))])

    asked(ours, model)

    (statement,) = told(model.requests[0])["statements"]
    assert (len(statement["open_rows"]), statement["left_out"]) == (1, 1)


def test_amounts_without_decimals_stay_whole_and_numbers_do_not() -> None:
    days = {"2026-01-05": [[4, "12500000", "From 87654321"]]}
    row = {"columns": ["id", "amount", "text"], "open_rows": days, "cleared_balance": "40000000"}

    told = json.loads(masked(json.dumps({"statements": [row]}), MONEY))

    assert told == {"statements": [row | {"open_rows": {"2026-01-05": [[4, "12500000", "From …4321"]]}}]}


def test_the_same_books_make_the_same_brief(ours: Organization) -> None:
    """So paid turns are found again, and a cache has the beginning."""
    first, second = ScriptedProvider([says(json.dumps(answer(new=[1, 2])))]), ScriptedProvider([says(json.dumps(answer(new=[1, 2])))])
    asked(ours, first)
    StatementImport.objects.of(ours).delete()

    asked(ours, second)

    assert first.requests[0].messages == second.requests[0].messages
    assert first.requests[0].messages[0].text.startswith(TASK)


def test_the_brief_has_nothing_of_another_organization(ours: Organization) -> None:
    load(OrganizationFactory.create(), books_of(JANUARY, name="Theirs"))
    model = ScriptedProvider([says(json.dumps(answer(new=[1, 2])))])

    asked(ours, model)

    assert "Theirs" not in model.requests[0].messages[0].text
    assert Actor(organization=ours, user=None, channel="web").accounts().count() == 1
