"""A layout is forgotten while a statement is processed whose proof rests on it: the proof ends."""

from uuid import UUID

import pytest
from django.contrib.auth.models import User

from people.models import Organization
from people.roles import Role
from reconciliation.decisions.known_layouts import forget
from reconciliation.models import KnownLayout, Statement
from reconciliation.reconcile import known_layouts, persist
from tests.concurrency.racing import race, vendor
from tests.factories import AccountFactory, MembershipFactory
from tests.layouts.papers import ORDER_FIRST, ORDER_NEXT, confirm, holds, read_paper

pytestmark = pytest.mark.postgres


@pytest.fixture
def owner(address: str) -> User:
    assert vendor() == "postgresql"
    account = AccountFactory.create(number="40021234")
    owner: User = MembershipFactory.create(organization=account.organization, role=Role.OWNER).user
    confirm(read_paper(account.organization, ORDER_FIRST))
    return owner


def read_next(organization: UUID) -> object:
    return holds(read_paper(Organization.objects.get(pk=organization), ORDER_NEXT))


def forget_all(organization: UUID, actor: User) -> None:
    for layout in KnownLayout.objects.of(Organization.objects.get(pk=organization)):
        forget(layout=layout, actor=actor)


@pytest.mark.parametrize("stops_at", [(known_layouts, "_review"), (persist, "learn_again")], ids=["before its check", "after its check"])
def test_no_proof_rests_on_a_layout_that_was_forgotten_meanwhile(
    owner: User, address: str, monkeypatch: pytest.MonkeyPatch, stops_at: tuple[object, str]
) -> None:
    organization = owner.memberships.get().organization.pk

    race(
        monkeypatch,
        address,
        first=lambda: read_next(organization),
        second=lambda: forget_all(organization, owner),
        stops_at=stops_at,
    )

    ours = Organization.objects.get(pk=organization)
    assert Statement.objects.of(ours).count() == 2
    assert not Statement.objects.of(ours).filter(testified__isnull=False).exists()
