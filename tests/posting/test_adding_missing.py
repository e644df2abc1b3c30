"""Of three equal rows the books have two: one answer matches two of them and adds the third."""

import datetime as dt
from decimal import Decimal

import pytest

from finance.models import Account
from people.access import NotYours
from people.models import Organization
from people.roles import Role
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.models import Decision, Posting, StatementImport
from reconciliation.posting.publishing import add_missing
from reconciliation.posting.undoing import undo
from tests.decisions.cases import answer, question, statement_of
from tests.factories import MembershipFactory
from tests.pipeline.papers import Paper, books_of, load
from tests.pipeline.uploads import processed
from tests.web.browsing import address, browser, page

pytestmark = pytest.mark.django_db

PAPER = Paper(rows=[(5, "Tramline", "-2.40"), (6, "Tramline", "-2.40"), (7, "Tramline", "-2.40"), (20, "Salary Larkspur Ltd", "600.00")])


def _two_of_three(organization: Organization, paper: Paper = PAPER, lacks: int = 1) -> tuple[StatementImport, Account]:
    books = books_of(paper)
    del books["transactions"][lacks]
    account = load(organization, books)
    return processed(organization, paper.pdf()), account


@pytest.mark.parametrize(("lacks", "day"), [(0, 5), (1, 6), (2, 7)])
def test_one_answer_matches_the_two_and_adds_the_third(lacks: int, day: int, ours: Organization) -> None:
    done, account = _two_of_three(ours, lacks=lacks)
    assert (len(question(done).lines), len(question(done).entries)) == (3, 2)

    published = add_missing(statement=statement_of(done), question=question(done), actor=None)

    assert [posting.line["date"] for posting in published.postings] == [f"2026-01-0{day}"]
    added = account.transactions.get(external_id="")
    assert (added.amount, added.booked_on) == (Decimal("-2.40"), dt.date(2026, 1, day))
    assert (answer(done)["ambiguous"], answer(done)["new"], answer(done)["missing"]) == ([], [], [])


def test_the_row_that_was_added_is_taken_out_again(ours: Organization) -> None:
    done, account = _two_of_three(ours)
    add_missing(statement=statement_of(done), question=question(done), actor=None)

    undo(statement_import=done, actor=MembershipFactory.create(organization=ours, role=Role.OWNER).user)

    assert not account.transactions.filter(external_id="").exists()
    assert [item["line"] for item in answer(done)["new"]] == [1]


def test_rows_of_two_payees_are_not_added_by_chance(ours: Organization) -> None:
    rows = [(5, "Tramline", "-2.40"), (6, "", "-2.40"), (20, "Salary Larkspur Ltd", "600.00")]
    done, _ = _two_of_three(ours, Paper(rows=rows), lacks=0)
    asked = [group for group in answer(done)["ambiguous"] if len(group["lines"]) > len(group["transactions"])]

    assert "Add the missing row" not in page(browser(ours), done)
    for _group in asked:
        with pytest.raises(DecisionRefused):
            add_missing(statement=statement_of(done), question=question(done), actor=None)


def test_locked_books_take_no_row_and_no_decision_remains(ours: Organization) -> None:
    done, account = _two_of_three(ours)
    Account.objects.of(ours).filter(pk=account.pk).update(locked_until=dt.date(2026, 1, 31))

    browser(ours).post(address("add_missing_rows", done), {"lines": list(question(done).lines), "entries": list(question(done).entries)})

    assert not Decision.objects.of(ours).exists()
    assert not Posting.objects.of(ours).exists()
    assert len(answer(done)["ambiguous"]) == 1


def test_it_is_one_press_on_the_page(ours: Organization) -> None:
    done, _ = _two_of_three(ours)
    client, asked = browser(ours), question(done)
    assert "Add the missing row" in page(client, done)

    client.post(address("add_missing_rows", done), {"lines": list(asked.lines), "entries": list(asked.entries)})

    assert "1 row was added to the books." in page(client, done)
    assert answer(done)["ambiguous"] == []


def test_a_role_that_may_not_post_cannot_add_missing_rows(ours: Organization) -> None:
    done, _ = _two_of_three(ours)
    viewer = MembershipFactory.create(organization=ours, role=Role.VIEWER).user

    with pytest.raises(NotYours):
        add_missing(statement=statement_of(done), question=question(done), actor=viewer)
    assert "Add the missing row" not in page(browser(ours, Role.VIEWER), done)
