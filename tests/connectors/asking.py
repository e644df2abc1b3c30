"""A connection of the tests: run again, given its accounts, and given a statement whose rows are published."""

from collections.abc import Collection, Mapping

from connectors.models import Connection
from connectors.running import run_due
from connectors.services import place_accounts
from finance.models import Account
from people.roles import Role
from reconciliation.models import StatementImport
from reconciliation.posting.publishing import publish
from tests.read_statements import only, paper, read_in


def asked(connection: Connection) -> Connection:
    """After it was asked once more."""
    Connection.objects.of(connection.organization).update(due_at=connection.made_at)
    assert run_due() == 1
    connection.refresh_from_db()
    return connection


def place(connection: Connection, names: Mapping[str, str], left_out: Collection[str] = ()) -> None:
    """Our accounts of these names are those there of these keys."""
    ours = {account.name: account for account in Account.objects.of(connection.organization)}
    owner = connection.organization.memberships.get(role=Role.OWNER).user
    place_accounts(connection=connection, by=owner, accounts={key: ours[name] for key, name in names.items()}, left_out=left_out)


def published(connection: Connection, *rows: tuple[int, str, str], opening: str = "1000.00") -> StatementImport:
    """A statement of these rows, read in and with all its rows published."""
    statement_import = read_in(connection.organization, paper(list(rows), opening=opening))
    publish(statement=only(statement_import), actor=None)
    statement_import.refresh_from_db()
    return statement_import
