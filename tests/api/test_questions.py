"""Questions of a statement through the API: pairs of other names, equal rows that the books lack, and unequal amounts."""

from dataclasses import replace
from typing import Any

import pytest
from django.core.cache import cache

from finance.models import Account, Transaction
from people.models import Organization
from reconciliation.models import StatementImport
from tests.api.programs import Program
from tests.decisions.cases import answer, standing, statement_of
from tests.factories import MembershipFactory
from tests.pipeline.papers import JANUARY, Paper, books_of, load
from tests.pipeline.uploads import processed

pytestmark = pytest.mark.django_db
NAMES = replace(JANUARY, rows=[(5, "METRO EPICERIE", "-20.00"), (9, "HYDRO OUEST", "-64.10"), (20, "Salary Larkspur Ltd", "600.00")])
EQUAL = Paper(rows=[(5, "Tramline", "-2.40"), (6, "Tramline", "-2.40"), (7, "Tramline", "-2.40"), (20, "Salary Larkspur Ltd", "600.00")])


@pytest.fixture
def program(ours: Organization) -> Program:
    cache.clear()
    return Program(MembershipFactory.create(organization=ours))


@pytest.fixture
def decides_only(program: Program) -> Program:
    """A program of the same member whose token covers decisions, and not the books."""
    return Program(program.membership, "read", "decide")


def of_other_names(organization: Organization) -> StatementImport:
    books = books_of(NAMES)
    for row, name in zip(books["transactions"], ("Groceries", "Electricity"), strict=False):
        row["description"] = name
    load(organization, books)
    return processed(organization, NAMES.pdf())


def of_equal_rows(organization: Organization) -> StatementImport:
    books = books_of(EQUAL)
    del books["transactions"][1]
    load(organization, books)
    return processed(organization, EQUAL.pdf())


def of_unequal_amounts(organization: Organization) -> tuple[StatementImport, Account]:
    books = books_of(JANUARY)
    books["transactions"][2]["amount"] = "602.50"
    account = load(organization, books)
    return processed(organization, JANUARY.pdf()), account


def decide(program: Program, done: StatementImport, kind: str, **fields: Any) -> tuple[int, dict[str, Any]]:
    response = program.post(f"/statements/{statement_of(done).pk}/decisions", {"kind": kind, **fields})
    return response.status_code, response.json()


def question_of(done: StatementImport) -> dict[str, Any]:
    [asked] = answer(done)["ambiguous"]
    return {"lines": asked["lines"], "entries": asked["transactions"]}


def test_pairs_of_other_names_are_one_act(program: Program, ours: Organization) -> None:
    done = of_other_names(ours)

    status, body = decide(program, done, "confirm_pairs", lines=[0, 1], entries=["t1", "t2"])

    assert (status, [each["kind"] for each in body["decisions"]]) == (200, ["pair", "pair"])
    assert body["statement_import"]["verdict"] == answer(done)["verdict"] == "matched"


def test_the_names_of_a_pair_that_is_left_out_are_not_learned(program: Program, ours: Organization) -> None:
    done = of_other_names(ours)

    status, _ = decide(program, done, "confirm_pairs", lines=[0], entries=["t1"])

    assert status == 200
    assert [each["lines"] for each in answer(done)["ambiguous"]] == [[1]]


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"lines": [0, 1], "entries": ["t1"]}, "no_pairs"),
        ({}, "too_few_rows"),
        ({"lines": [0], "entries": ["t2"]}, "asked_no_more"),
    ],
)
def test_pairs_that_are_not_asked_about_are_refused(program: Program, ours: Organization, sent: dict[str, Any], code: str) -> None:
    done = of_other_names(ours)

    status, body = decide(program, done, "confirm_pairs", **sent)

    assert (status, body["code"], standing(ours)) == (409, code, [])


def test_the_rows_that_the_books_lack_are_added(program: Program, ours: Organization) -> None:
    done = of_equal_rows(ours)

    status, body = decide(program, done, "add_missing", **question_of(done))

    assert (status, [each["lines"] for each in body["decisions"]]) == (200, [[0], [2]])
    assert body["statement_import"]["verdict"] == "matched"
    assert Transaction.objects.of(ours).count() == 4
    status, body = decide(program, done, "add_missing", lines=[0, 1, 2], entries=["t1", "t3"])
    assert (status, body["code"]) == (409, "asked_no_more")


def test_the_difference_of_two_amounts_is_booked_to_a_named_account(program: Program, ours: Organization) -> None:
    done, account = of_unequal_amounts(ours)
    assert decide(program, done, "pair_difference", lines=[2], entries=["t3"])[1]["code"] == "no_booked_to"

    status, body = decide(program, done, "pair_difference", lines=[2], entries=["t3"], booked_to="Bank charges")

    added = account.transactions.select_related("coding").get(external_id="")
    assert (status, str(added.amount), added.coding.nominal) == (200, "-2.50", "Bank charges")
    assert body["statement_import"]["verdict"] == "matched"
    withdrawn = program.post(f"/decisions/{body['decisions'][0]['id']}/withdraw", {})
    assert (withdrawn.status_code, account.transactions.count()) == (200, 3)


def test_a_token_for_decisions_alone_changes_no_entry(program: Program, decides_only: Program, ours: Organization) -> None:
    equal = of_equal_rows(ours)
    entries = Transaction.objects.of(ours).count()

    status, body = decide(decides_only, equal, "add_missing", **question_of(equal))

    assert (status, body["code"]) == (403, "out_of_scope")
    status, body = decide(decides_only, equal, "pair_difference", lines=[0], entries=["t1"], booked_to="Rounding")
    assert (status, body["code"]) == (403, "out_of_scope")
    assert (Transaction.objects.of(ours).count(), standing(ours)) == (entries, [])


def test_a_token_for_decisions_alone_withdraws_no_booked_difference(program: Program, decides_only: Program, ours: Organization) -> None:
    done, account = of_unequal_amounts(ours)
    _, body = decide(program, done, "pair_difference", lines=[2], entries=["t3"], booked_to="Bank charges")

    refused = decides_only.post(f"/decisions/{body['decisions'][0]['id']}/withdraw", {})

    assert (refused.status_code, account.transactions.count()) == (403, 4)


def test_a_token_for_decisions_alone_prepares_and_does_not_sign_off(decides_only: Program, ours: Organization) -> None:
    load(ours, books_of(JANUARY))
    path = f"/statements/{statement_of(processed(ours, JANUARY.pdf())).pk}/sign"

    for step in ("sign_off", "note", "review", "lock", "reopen"):
        assert decides_only.post(path, {"step": step, "reason": "Once"}).json()["code"] == "out_of_scope"
    assert decides_only.post(path, {"step": "prepare"}).status_code == 200


def test_a_fact_that_nothing_removes_is_acknowledged_and_the_statement_signed_off(ours: Organization, program: Program) -> None:
    february = replace(JANUARY, month=2, opening="1400.00", rows=[(4, "Gas Marlow", "-93.07")])
    load(ours, books_of(JANUARY, february))
    processed(ours, JANUARY.pdf())
    broken = processed(ours, february.pdf())
    assert answer(broken)["reasons"] == ["chain_breaks", "opening_differs"]
    path = f"/statements/{statement_of(broken).pk}/sign"

    assert program.post(path, {"step": "sign_off"}).json()["code"] == "unacknowledged"
    assert decide(program, broken, "acknowledged", reason="Asked")[1]["code"] == "no_fact"
    status, made = decide(program, broken, "acknowledged", fact="chain_breaks", reason="The bank was asked")

    assert (status, made["decisions"][0]["kind"], made["statement_import"]["verdict"]) == (200, "acknowledged", "partial")
    assert program.post(path, {"step": "sign_off"}).status_code == 200
