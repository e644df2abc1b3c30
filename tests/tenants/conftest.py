"""Two organizations, and every user who may ask for rows of the other one; built once for each module."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass

import pytest
from django.contrib.auth.models import User

from people.roles import Role
from tests.factories import MembershipFactory
from tests.tenants.tenant import CANARY, Tenant, a_tenant, rows_of


@dataclass(frozen=True, slots=True)
class World:
    ours: Tenant
    theirs: Tenant
    visitors: Mapping[str, User | None]
    our_rows: str
    their_rows: str
    """The stored rows of each before a test begins: the same for every test of the module."""


@pytest.fixture(scope="module")
def built_world(module_rows: None) -> World:
    ours, theirs = a_tenant("ours", "Own"), a_tenant("theirs", CANARY)
    visitors = {
        "nobody": None,
        "viewer": MembershipFactory.create(organization=ours.organization, role=Role.VIEWER, user__username="viewer").user,
        "owner": ours.owner,
        "staff": MembershipFactory.create(
            organization=ours.organization, role=Role.OWNER, user__username="staff", user__is_staff=True
        ).user,
    }
    return World(ours, theirs, visitors, rows_of(ours.organization), rows_of(theirs.organization))


@pytest.fixture
def world(built_world: World, db: None) -> World:
    return copy.deepcopy(built_world)
