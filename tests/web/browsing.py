"""A member's browser on the pages of a statement."""

from django.test import Client

from people.models import Membership, Organization
from people.roles import Role
from reconciliation.models import StatementImport
from tests.addresses import reverse
from tests.decisions.cases import statement_of
from tests.factories import MembershipFactory
from tests.world import browser_of


def browser(organization: Organization, role: Role = Role.PREPARER) -> Client:
    """The browser of a new member."""
    return browser_of(MembershipFactory.create(organization=organization, role=role))


def address(name: str, statement_import: StatementImport) -> str:
    return reverse(name, args=[statement_import.pk, statement_of(statement_import).pk])


def page(client: Client, statement_import: StatementImport) -> str:
    return client.get(reverse("import_detail", args=[statement_import.pk])).content.decode()


def page_of(membership: Membership, statement_import: StatementImport) -> str:
    """The page of a statement, which the member is allowed to open."""
    response = browser_of(membership).get(reverse("import_detail", args=[statement_import.pk]))
    assert response.status_code == 200
    return response.content.decode()
