"""A member who opens a statement in a browser."""

from django.contrib.auth.models import User

from finance.models import Membership, Organization
from finance.roles import Role
from reconciliation.models import StatementImport
from tests.journeys.person import PASSWORD, Person


def member(ours: Organization, name: str, role: Role = Role.OWNER) -> str:
    Membership.objects.create(organization=ours, user=User.objects.create_user(name, password=PASSWORD), role=role)
    return name


def opens(person: Person, name: str, done: StatementImport) -> None:
    person.signs_in(name)
    person.page.goto(f"/statements/{done.pk}/")
