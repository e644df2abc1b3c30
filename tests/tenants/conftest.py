"""Two organizations, and everybody who may ask for what is theirs; built once for each module."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass

import pytest
from django.contrib.auth.models import User

from finance.roles import Role
from tests.tenants.tenant import CANARY, Tenant, a_person, a_tenant


@dataclass(frozen=True, slots=True)
class World:
    ours: Tenant
    theirs: Tenant
    visitors: Mapping[str, User | None]


@pytest.fixture(scope="module")
def built_world(module_rows: None) -> World:
    ours, theirs = a_tenant("ours", "Own"), a_tenant("theirs", CANARY)
    visitors = {
        "nobody": None,
        "viewer": a_person(ours.organization, "viewer", Role.VIEWER),
        "owner": ours.owner,
        "staff": a_person(ours.organization, "staff", Role.OWNER, staff=True),
    }
    return World(ours, theirs, visitors)


@pytest.fixture
def world(built_world: World, db: None) -> World:
    return copy.deepcopy(built_world)
