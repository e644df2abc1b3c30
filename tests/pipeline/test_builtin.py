"""The provider without a model: the same tools in the same loop, page after page, and as little believed."""

from dataclasses import replace

import pytest

from reconciliation.proposing import builtin
from reconciliation.proposing.builtin_accounts import account_for
from tests.pipeline.making import an_organization, processed
from tests.pipeline.papers import JANUARY, books_of, load

STATEMENT = {"institution": "Riverside Savings Bank", "account": "4002-1234", "currency": "EUR"}
NEUTRAL = {"id": "a1", "number": "", "institution": "", "currency": "EUR"}


@pytest.mark.django_db
def test_it_turns_every_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builtin, "PAGE", 2)
    ours = an_organization()
    load(ours, books_of(JANUARY))

    done = processed(ours, JANUARY.pdf())

    pages = done.runs.get().steps.filter(name="get_transactions")
    assert [step.detail["arguments"]["cursor"] for step in pages] == [None, "t2"]
    assert (done.reconciliation or {})["disagreements"] == []


@pytest.mark.django_db
def test_it_says_what_it_did_not_find() -> None:
    ours = an_organization()
    load(ours, books_of(replace(JANUARY, rows=JANUARY.rows[:2])))

    proposal = (processed(ours, JANUARY.pdf()).reconciliation or {})["proposal"]

    assert proposal["statements"][0]["new"] == [2]
    assert proposal["summary"] == "2 of 3 printed rows are in the ledger."


@pytest.mark.django_db
def test_without_an_account_it_proposes_none() -> None:
    proposal = (processed(an_organization(), JANUARY.pdf()).reconciliation or {})["proposal"]

    assert (proposal["statements"][0]["account"], proposal["statements"][0]["new"]) == (None, [0, 1, 2])


def test_the_number_decides_before_the_institution() -> None:
    numbered = NEUTRAL | {"id": "a2", "number": "1234"}
    named = NEUTRAL | {"id": "a1", "institution": "Riverside"}

    assert account_for(STATEMENT, [named, numbered]) == "a2"
    assert account_for(STATEMENT | {"account": None}, [named, numbered]) == "a1"


def test_equal_accounts_are_not_guessed_at() -> None:
    assert account_for(STATEMENT, [NEUTRAL, NEUTRAL | {"id": "a2"}]) is None


@pytest.mark.parametrize("veto", [{"number": "9999"}, {"currency": "USD"}])
def test_a_number_or_a_currency_forbids_an_account(veto: dict[str, str]) -> None:
    assert account_for(STATEMENT, [NEUTRAL | veto]) is None
