"""A statement that was proved or confirmed teaches its layout, and the next one of it is proved by that testimony and its own figures."""

import pytest

from finance.models import Account
from people.models import Organization
from people.roles import Role
from reconciliation.decisions.deciding import withdraw_decision
from reconciliation.decisions.reading import correct_statement
from reconciliation.models import KnownLayout
from tests.decisions.cases import answer, statement_of
from tests.factories import AccountFactory, MembershipFactory, OrganizationFactory
from tests.layouts.papers import (
    CARD_FIRST,
    CARD_NEXT,
    ORDER_FIRST,
    ORDER_NEXT,
    ORDER_PRINTED,
    SIDE_FIRST,
    SIDE_NEXT,
    confirm,
    holds,
    read_paper,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def account(ours: Organization) -> Account:
    return AccountFactory.create(organization=ours, number="40021234", institution="Riverside Savings Bank")


def test_the_order_of_days(ours: Organization, account: Account) -> None:
    first = read_paper(ours, ORDER_FIRST)
    assert holds(first) is None
    confirm(first)
    second = read_paper(ours, ORDER_NEXT)
    assert statement_of(second).integrity["unconfirmed"] == []
    assert holds(second) is True
    assert statement_of(second).testified["settled"] == ["order"]


def test_the_side(ours: Organization, account: Account) -> None:
    first = read_paper(ours, SIDE_FIRST)
    assert holds(first) is None
    confirm(first)
    second = read_paper(ours, SIDE_NEXT)
    assert holds(second) is True


def test_the_kind(ours: Organization, account: Account) -> None:
    first = read_paper(ours, CARD_FIRST)
    assert holds(first) is None
    correct_statement(statement=statement_of(first), actor=None, turned=True, account_kind="credit_card")
    print(answer(first)["reasons"], statement_of(first).account)
    confirm(first)
    print(answer(first)["reasons"], KnownLayout.objects.of(ours).values())
    second = read_paper(ours, CARD_NEXT)
    print(statement_of(second).integrity)
    assert holds(second) is True
