"""A member who opens a statement in a browser."""

from people.models import Organization
from people.roles import Role
from reconciliation.models import StatementImport
from tests.addresses import inside
from tests.factories import MembershipFactory, UserFactory
from tests.journeys.person import PASSWORD, Person


def member(ours: Organization, name: str, role: Role = Role.OWNER) -> str:
    MembershipFactory.create(organization=ours, user=UserFactory.create(username=name, password=PASSWORD), role=role)
    return name


def opens(person: Person, name: str, done: StatementImport) -> None:
    person.signs_in(name)
    person.page.goto(inside(f"/statements/{done.pk}/"))
