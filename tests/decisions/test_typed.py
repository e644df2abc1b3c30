"""Typed balances and ticks go through the same engine, and no verdict is proved by them."""

from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from finance.models import Account
from people.access import NotYours
from people.models import Organization
from people.roles import Role
from reconciliation.decisions.manual_statement import reconcile_typed
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.models import StatementImport
from reconciliation.uploads import services
from tests.addresses import reverse
from tests.decisions.cases import answer, entries
from tests.factories import MembershipFactory, OrganizationFactory
from tests.pipeline.papers import FEBRUARY, JANUARY, books_of, load
from tests.pipeline.uploads import processed

pytestmark = pytest.mark.django_db


@pytest.fixture
def account(ours: Organization) -> Account:
    return load(ours, books_of(JANUARY, FEBRUARY))


def typed(account: Account, *ticks: str, closing: str = "1308.70") -> StatementImport:
    return reconcile_typed(
        account=account,
        first=JANUARY.first,
        last=JANUARY.last,
        opening=Decimal("1000.00"),
        closing=Decimal(closing),
        entries=entries(account, *ticks),
        actor=None,
    )


def test_a_manual_statement_that_ties_is_compared_by_row_and_stays_unproved(account: Account) -> None:
    done = typed(account, "t1", "t2", "t3")

    found = answer(done)
    assert (found["verdict"], found["reasons"]) == ("partial", ["integrity_unproved"])
    assert (len(found["matched"]), found["new"], found["missing"]) == (3, [], [])
    assert found["bridge"]["unexplained"] == "0.00"


def test_an_entry_that_was_not_ticked_is_missing(account: Account) -> None:
    found = answer(typed(account, "t1", "t3", closing="1350.00"))

    assert [item["transaction"] for item in found["missing"]] == ["t2"]


def test_ticks_that_do_not_make_the_closing_balance_do_not_add_up(account: Account) -> None:
    assert "integrity_failed" in answer(typed(account, "t1"))["reasons"]


def test_a_document_of_the_same_days_takes_its_place(account: Account, ours: Organization) -> None:
    by_hand = typed(account, "t1", "t2", "t3")

    january = processed(ours, JANUARY.pdf())

    assert answer(january)["verdict"] == "matched"
    assert "overlaps" in answer(by_hand)["reasons"]


def test_it_is_weighed_again_and_not_read_again(account: Account) -> None:
    done = typed(account, "t1", "t2", "t3")

    services.process_again(statement_import=done, actor=None)

    assert (answer(done)["verdict"], done.status) == ("partial", StatementImport.Status.REVIEW)
    assert done.statements.count() == 1


def test_its_page_is_shown_and_it_has_no_document(account: Account, ours: Organization) -> None:
    done, client = typed(account, "t1", "t2", "t3"), Client()
    client.force_login(MembershipFactory.create(organization=ours, role=Role.PREPARER).user)

    assert client.get(reverse("import_detail", args=[done.pk])).status_code == 200
    assert client.get(reverse("import_document", args=[done.pk])).status_code == 404


def test_the_same_is_not_typed_twice(account: Account) -> None:
    typed(account, "t1")

    with pytest.raises(DecisionRefused, match="typed_already"):
        typed(account, "t1")


def nothing_typed(account: Account, **changes: Any) -> dict[str, Any]:
    days = {"first": JANUARY.first, "last": JANUARY.last}
    return {"account": account, "opening": Decimal(0), "closing": Decimal(0), "entries": (), "actor": None} | days | changes


def test_entries_of_another_account_are_not_ticked(account: Account) -> None:
    other = load(OrganizationFactory.create(), books_of(JANUARY))

    with pytest.raises(DecisionRefused, match="no_entry"):
        reconcile_typed(**nothing_typed(account, entries=entries(other, "t1")))
    with pytest.raises(DecisionRefused, match="days_reversed"):
        reconcile_typed(**nothing_typed(account, first=JANUARY.last, last=JANUARY.first))


def test_a_role_that_may_not_decide_cannot_enter_a_statement_by_hand(account: Account, ours: Organization) -> None:
    with pytest.raises(NotYours):
        reconcile_typed(**nothing_typed(account, actor=MembershipFactory.create(organization=ours, role=Role.VIEWER).user))
