"""A row and an entry of unequal amounts are matched, and the difference is an entry of its own in a named account."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal

import pytest
from django.contrib.auth.models import User

from finance.models import Account, Transaction
from people.access import NotYours
from people.audit import Act
from people.models import AuditEntry, Organization
from people.roles import Role
from reconciliation.decisions.deciding import withdraw_decision
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.decisions.rows import pair_with_difference
from reconciliation.models import Decision, StatementImport
from tests.decisions.cases import answer, entries, standing, statement_of
from tests.factories import MembershipFactory
from tests.pipeline.papers import JANUARY, books_of, load
from tests.pipeline.uploads import processed
from tests.web.browsing import address, browser, page

pytestmark = pytest.mark.django_db


def _differs(organization: Organization, booked: str = "602.50", **of_account: object) -> tuple[StatementImport, Account]:
    """Return a statement whose salary was booked without the charge that the bank deducted."""
    books = books_of(JANUARY)
    books["transactions"][2] |= {"amount": booked}
    account = load(organization, books | of_account)
    return processed(organization, JANUARY.pdf()), account


def _added(account: Account) -> list[Transaction]:
    return list(account.transactions.filter(external_id="").select_related("coding", "account"))


def _rounded(done: StatementImport, account: Account, actor: User | None = None) -> Decision:
    paid = entries(account, "t3")
    return pair_with_difference(statement=statement_of(done), lines=[2], entries=paid, booked_to="Rounding", actor=actor)


def test_the_difference_becomes_an_entry_and_the_statement_ties(ours: Organization) -> None:
    done, account = _differs(ours)
    assert answer(done)["reasons"] == ["amount_differs"]

    decision = pair_with_difference(
        statement=statement_of(done), lines=[2], entries=entries(account, "t3"), booked_to=" Bank  charges ", actor=None
    )

    [entry] = _added(account)
    assert (entry.amount, entry.booked_on, entry.description) == (Decimal("-2.50"), dt.date(2026, 1, 20), "Salary Larkspur Ltd")
    assert entry.coding.nominal == "Bank charges"
    assert (answer(done)["verdict"], answer(done)["relied_on"]) == ("matched", [str(decision.pk)])
    [cleared] = [item for item in answer(done)["matched"] if item["line"] == 2]
    assert sorted(cleared["transactions"]) == sorted(["t3", str(entry.pk)])
    assert Decimal(answer(done)["closing_balance"]["books"]) == JANUARY.closing_balance


def test_undo_takes_the_entry_back(ours: Organization) -> None:
    done, account = _differs(ours)
    before = dict(answer(done))
    decision = _rounded(done, account)

    withdraw_decision(decision=decision, actor=None)

    assert _added(account) == []
    assert answer(done) == before
    assert AuditEntry.objects.of(ours).filter(act__in=[Act.ENTERED, Act.DELETED_ENTRY]).count() == 2


def test_an_entry_that_was_changed_since_stays_when_the_decision_is_undone(ours: Organization) -> None:
    done, account = _differs(ours)
    decision = _rounded(done, account)
    Transaction.objects.of(ours).filter(pk=_added(account)[0].pk).update(description="Charge of January, checked")

    withdraw_decision(decision=decision, actor=None)

    assert [entry.description for entry in _added(account)] == ["Charge of January, checked"]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"booked_to": "  "}, "no_booked_to"),
        ({"lines": [1, 2]}, "one_row_with_difference"),
        ({"lines": []}, "one_row_with_difference"),
        ({"lines": [9]}, "line_changed"),
        ({"lines": [0]}, "no_difference"),
    ],
)
def test_a_senseless_difference_is_refused_and_books_nothing(changes: dict[str, object], code: str, ours: Organization) -> None:
    done, account = _differs(ours)
    sent = {"lines": [2], "entries": entries(account, "t1" if changes.get("lines") == [0] else "t3"), "booked_to": "Rounding"} | changes

    with pytest.raises(DecisionRefused, match=code):
        pair_with_difference(statement=statement_of(done), actor=None, **sent)  # type: ignore[arg-type]
    assert (_added(account), standing(ours)) == ([], [])


def test_locked_books_are_left_alone(ours: Organization) -> None:
    done, account = _differs(ours)
    Account.objects.of(ours).filter(pk=account.pk).update(locked_until=dt.date(2026, 1, 31))

    with pytest.raises(DecisionRefused, match="ledger_locked"):
        _rounded(done, account)
    assert (_added(account), standing(ours)) == ([], [])


def test_a_role_that_may_not_post_cannot_book_a_difference(ours: Organization) -> None:
    done, account = _differs(ours)
    viewer = MembershipFactory.create(organization=ours, role=Role.VIEWER).user

    with pytest.raises(NotYours):
        _rounded(done, account, viewer)
    assert (_added(account), standing(ours)) == ([], [])


def test_it_is_done_on_the_page_beside_the_row(ours: Organization) -> None:
    done, _ = _differs(ours)
    client = browser(ours)
    assert "Match and book the difference" in page(client, done)

    client.post(address("decide_rows", done), {"kind": "pair_difference", "lines": ["2"], "entries": ["t3"], "booked_to": "Bank charges"})

    assert answer(done)["verdict"] == "matched"
    assert "booked to Bank charges" in page(client, done)
    assert Decision.objects.of(ours).get().after["difference"]["nominal"] == "Bank charges"


def test_another_row_of_the_same_difference_is_not_taken_for_it(ours: Organization) -> None:
    """The booked difference is of the decision's row alone, also if the bank prints its amount elsewhere."""
    paper = replace(JANUARY, rows=[*JANUARY.rows, (21, "Salary Larkspur Ltd", "-2.50")])
    books = books_of(JANUARY)
    books["transactions"][2] |= {"amount": "602.50"}
    account = load(ours, books)
    done = processed(ours, paper.pdf())

    pair_with_difference(statement=statement_of(done), lines=[2], entries=entries(account, "t3"), booked_to="Bank charges", actor=None)

    assert [item["line"] for item in answer(done)["new"]] == [3]
    assert answer(done)["verdict"] == "mismatched"
