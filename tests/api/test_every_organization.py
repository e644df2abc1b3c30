"""A person's token for every organization: each request names one, and has the rights held there."""

import pytest
from django.contrib.auth.models import User

from api.access import Scope
from api.tokens import recognized
from finance.models import Account
from people.models import Membership
from people.roles import Role
from tests.api.programs import Program
from tests.factories import AccountFactory, MembershipFactory, UserFactory

pytestmark = pytest.mark.django_db
NAMED = "Tieout-Organization"


@pytest.fixture
def person() -> User:
    return UserFactory.create(username="rowe")


@pytest.fixture
def bakery(person: User) -> Membership:
    return MembershipFactory.create(user=person, role=Role.ADMIN, organization__name="Bakery", organization__slug="bakery")


@pytest.fixture
def smithy(person: User) -> Membership:
    return MembershipFactory.create(user=person, role=Role.VIEWER, organization__name="Smithy", organization__slug="smithy")


@pytest.fixture
def program(bakery: Membership, smithy: Membership) -> Program:
    return Program(bakery, every_organization=True)


def test_the_token_lists_the_organizations_of_its_person(program: Program, smithy: Membership) -> None:
    MembershipFactory.create(organization__slug="strange")

    listed = program.get("/organizations").json()

    assert [(row["slug"], row["name"], row["role"]) for row in listed] == [("bakery", "Bakery", "admin"), ("smithy", "Smithy", "viewer")]
    assert [row["slug"] for row in Program(smithy).get("/organizations").json()] == ["smithy"]


def test_a_request_reaches_the_organization_that_it_names(program: Program, bakery: Membership, smithy: Membership) -> None:
    for membership, name in ((bakery, "Till"), (smithy, "Forge")):
        AccountFactory.create(organization=membership.organization, name=name)

    found = {slug: [row["name"] for row in program.get("/accounts", **{NAMED: slug}).json()["items"]] for slug in ("bakery", "smithy")}

    assert found == {"bakery": ["Till"], "smithy": ["Forge"]}
    assert program.get("/me", **{NAMED: "smithy"}).json()["organization"] == str(smithy.organization_id)


@pytest.mark.parametrize("path", ["/me", "/accounts", "/imports"])
def test_no_organization_is_implied(program: Program, path: str) -> None:
    answer = program.get(path)

    assert (answer.status_code, answer.json()["code"]) == (400, "organization_not_named")


def test_an_organization_of_others_is_not_there(program: Program, bakery: Membership) -> None:
    MembershipFactory.create(organization__slug="strange")
    of_one = Program(bakery)

    for asking, slug in ((program, "strange"), (program, "nowhere"), (of_one, "smithy"), (of_one, "strange")):
        answer = asking.get("/accounts", **{NAMED: slug})
        assert (answer.status_code, answer.json()["code"]) == (404, "no_such_organization")
    assert of_one.get("/accounts", **{NAMED: "bakery"}).status_code == 200


def test_the_rights_are_those_held_there_at_that_moment(program: Program, smithy: Membership) -> None:
    new = {"name": "Vault", "currency": "EUR"}
    assert program.post("/accounts", new, **{NAMED: "smithy"}).status_code == 403
    smithy.role = Role.ADMIN
    smithy.save()

    assert program.post("/accounts", new, **{NAMED: "smithy"}).status_code == 201
    assert Account.objects.of(smithy.organization).filter(name="Vault").exists()
    smithy.delete()
    assert program.get("/accounts", **{NAMED: "smithy"}).status_code == 404


def test_one_key_is_not_replayed_for_another_organization(program: Program, smithy: Membership) -> None:
    smithy.role = Role.ADMIN
    smithy.save()
    new, key = {"name": "Vault", "currency": "EUR"}, {"Idempotency-Key": "once"}
    assert program.post("/accounts", new, **{NAMED: "bakery", **key}).status_code == 201

    answer = program.post("/accounts", new, **{NAMED: "smithy", **key})

    assert (answer.status_code, answer.json()["code"]) == (409, "idempotency_key_reused")


def test_a_place_that_names_no_organization_does_not_take_the_token(program: Program) -> None:
    assert recognized(program.secret) is None
    assert recognized(program.secret, of_every_organization=True) == program.token


def test_the_scopes_limit_it_everywhere(bakery: Membership, smithy: Membership) -> None:
    uploads = Program(bakery, Scope.UPLOAD, every_organization=True)

    assert uploads.get("/organizations").json()["code"] == "out_of_scope"
    assert uploads.get("/accounts", **{NAMED: "smithy"}).json()["code"] == "out_of_scope"
