"""Names that differ are asked once: an answer settles the other rows of the page and later months, until it is withdrawn."""

import copy
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from finance.models import Account
from people.models import Organization
from reconciliation.decisions.deciding import withdraw_decision
from reconciliation.decisions.questions import confirm, confirm_all, confirm_pairs, deny
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.decisions.rows import correct_line, pair
from reconciliation.models import Decision, StatementImport
from reconciliation.presentation.statement_page.sheet import sheets_of
from reconciliation.proof.check import check_proof
from reconciliation.proof.write import proof_of
from tests.decisions.cases import answer, entries, question, standing, statement_of
from tests.factories import OrganizationFactory
from tests.pipeline.papers import Paper, books_of, load
from tests.pipeline.uploads import processed

pytestmark = pytest.mark.django_db

SHOPPING = [(5, "METRO EPICERIE 4411", "-20.00"), (9, "METRO EPICERIE 4412", "-31.50"), (20, "HYDRO OUEST", "-64.10")]
JANUARY = Paper(rows=SHOPPING)
FEBRUARY = replace(JANUARY, month=2, opening="884.40", rows=[(6, "METRO EPICERIE 4413", "-18.25"), (21, "HYDRO OUEST", "-66.20")])
BOOKED = {"METRO EPICERIE": "Groceries", "HYDRO OUEST": "Electricity"}


def _booked(*papers: Paper, names: dict[str, str] = BOOKED) -> dict[str, Any]:
    """The books of these months, with the payees as the person writes them."""
    months = [books_of(paper) for paper in papers]
    rows = [row | {"id": f"{number}-{row['id']}"} for number, month in enumerate(months) for row in month["transactions"]]
    for row in rows:
        name = " ".join(word for word in row["description"].split() if not word.isdigit())
        row["description"] = names.get(name, row["description"])
    return months[0] | {"transactions": rows}


def _read(organization: Organization, *papers: Paper) -> tuple[list[StatementImport], Account]:
    account = load(organization, _booked(*papers))
    return [processed(organization, paper.pdf()) for paper in papers], account


def _reasons(done: StatementImport) -> tuple[str, list[str]]:
    found = answer(done)
    return found["verdict"], found["reasons"]


def test_one_answer_settles_the_other_rows_of_these_names_and_no_others(ours: Organization) -> None:
    (done,), _ = _read(ours, JANUARY)
    assert [item["doubt"] for item in answer(done)["ambiguous"]] == ["weak_pair"] * 3

    (decision,) = confirm(statement=statement_of(done), question=question(done), actor=None)

    assert decision.after == {"paired": True, "learned": True}
    assert [item["lines"] for item in answer(done)["ambiguous"]] == [[2]]
    learned = next(item for item in answer(done)["matched"] if item["line"] == 1)
    assert learned["why"] == ["learned", "days:0"]
    assert answer(done)["relied_on"] == [str(decision.pk)]


def test_all_pairs_are_confirmed_at_once_and_the_next_month_asks_nothing(ours: Organization) -> None:
    (january, february), _ = _read(ours, JANUARY, FEBRUARY)
    assert "weak_pair" in answer(february)["reasons"]

    pairs = [(item["lines"][0], item["transactions"][0]) for item in answer(january)["ambiguous"]]
    decisions = confirm_pairs(statement=statement_of(january), pairs=pairs, actor=None)

    assert [len(decision.lines) for decision in decisions] == [1, 1, 1]
    assert _reasons(january) == ("matched", [])
    assert _reasons(february) == ("matched", [])
    assert set(answer(february)["relied_on"]) == {str(decision.pk) for decision in decisions}


def test_a_month_that_arrives_later_is_not_asked_again(ours: Organization) -> None:
    load(ours, _booked(JANUARY, FEBRUARY))
    january = processed(ours, JANUARY.pdf())
    confirm_all(statement=statement_of(january), actor=None)

    assert _reasons(processed(ours, FEBRUARY.pdf())) == ("matched", [])


def test_an_answer_in_a_later_month_settles_an_earlier_one(ours: Organization) -> None:
    (january, february), _ = _read(ours, JANUARY, FEBRUARY)

    confirm_all(statement=statement_of(february), actor=None)

    assert _reasons(january) == ("matched", [])


def test_withdrawn_it_is_unlearned_everywhere(ours: Organization) -> None:
    (january, february), _ = _read(ours, JANUARY, FEBRUARY)
    before = (dict(answer(january)), dict(answer(february)))
    for decision in confirm_all(statement=statement_of(january), actor=None):
        withdraw_decision(decision=decision, actor=None)

    assert (answer(january), answer(february)) == before


def test_the_names_of_an_exception_are_not_learned_from_the_others(ours: Organization) -> None:
    (january, february), _ = _read(ours, JANUARY, FEBRUARY)
    groceries, exception, power = [(item["lines"][0], item["transactions"][0]) for item in answer(january)["ambiguous"]]

    decisions = confirm_pairs(statement=statement_of(january), pairs=[groceries, power], actor=None)

    assert [bool(decision.after.get("learned")) for decision in decisions] == [False, True]
    assert [item["lines"] for item in answer(january)["ambiguous"]] == [[exception[0]]]
    assert [item["lines"] for item in answer(february)["ambiguous"]] == [[0]]


def test_names_that_were_denied_are_not_learned(ours: Organization) -> None:
    (done,), _ = _read(ours, JANUARY)
    deny(statement=statement_of(done), question=question(done), actor=None)

    confirm(statement=statement_of(done), question=question(done), actor=None)
    assert [decision.kind for decision in standing(ours)] == ["unpair", "pair"]

    later = processed(ours, FEBRUARY.pdf())
    assert [item["line"] for item in answer(later)["new"]] == [0, 1]


def test_a_pair_by_hand_teaches_nothing(ours: Organization) -> None:
    (done,), account = _read(ours, JANUARY)
    entry = answer(done)["ambiguous"][0]["transactions"][0]

    decision = pair(statement=statement_of(done), lines=[0], entries=entries(account, entry), actor=None)

    assert "learned" not in decision.after
    assert [item["lines"] for item in answer(done)["ambiguous"]] == [[1], [2]]


def test_names_are_learned_for_one_account_of_one_organization(ours: Organization) -> None:
    theirs = OrganizationFactory.create()
    (done,), _ = _read(ours, JANUARY)
    (untouched,), _ = _read(theirs, JANUARY)
    confirm_all(statement=statement_of(done), actor=None)

    second = replace(FEBRUARY, number="70099999")
    load(ours, _booked(second) | {"name": "Other", "number": "70099999"})
    other = processed(ours, second.pdf())

    assert [item["doubt"] for item in answer(untouched)["ambiguous"]] == ["weak_pair"] * 3
    assert [item["doubt"] for item in answer(other)["ambiguous"]] == ["weak_pair"] * 2


def test_a_learned_name_leaves_two_entries_for_one_row_to_a_person(ours: Organization) -> None:
    books = _booked(JANUARY, FEBRUARY)
    books["transactions"].append(books["transactions"][-1] | {"id": "twice"})
    load(ours, books)
    january = processed(ours, JANUARY.pdf())
    confirm_all(statement=statement_of(january), actor=None)

    february = processed(ours, FEBRUARY.pdf())

    assert _reasons(february) == ("partial", ["ambiguous_rows"])


@pytest.mark.parametrize("pairs", [[], [(0, "no-such-entry")], [(9, "0-t1")]])
def test_a_pair_without_a_question_cannot_be_confirmed(pairs: list[tuple[int, str]], ours: Organization) -> None:
    (done,), _ = _read(ours, JANUARY)

    with pytest.raises(DecisionRefused):
        confirm_pairs(statement=statement_of(done), pairs=pairs, actor=None)
    assert not Decision.objects.of(ours).exists()


def test_the_proof_of_learned_names_holds_here_and_in_later_months(ours: Organization) -> None:
    months, _ = _read(ours, JANUARY, FEBRUARY)
    confirm_all(statement=statement_of(months[0]), actor=None)

    for done in months:
        done.refresh_from_db()
        assert check_proof(proof_of(sheets_of(done)[0])) == []
    forged = copy.deepcopy(proof_of(sheets_of(months[1])[0]))
    forged["answer"]["relied_on"] = []
    assert "decision_missing" in {finding.code for finding in check_proof(forged)}


def test_names_stay_learned_when_the_amount_of_their_row_is_corrected(ours: Organization) -> None:
    """The answer was about the names; the pair that taught them applies no longer, and the proof says both."""
    (done,), _ = _read(ours, JANUARY)
    (decision,) = confirm(statement=statement_of(done), question=question(done), actor=None)

    correct_line(statement=statement_of(done), line=0, amount=Decimal("-20.01"), actor=None)

    outcomes = {each["decision"]: each["why_not"] for each in answer(done)["decisions"]}
    assert outcomes[str(decision.pk)] == "sums_differ"
    assert str(decision.pk) in answer(done)["relied_on"]
    assert check_proof(proof_of(sheets_of(done)[0])) == []
