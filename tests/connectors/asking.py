"""A connection of the tests: asked once more, and told which account is which."""

from collections.abc import Collection, Mapping

from connectors.models import Connection
from connectors.running import run_due
from connectors.services import place_accounts
from finance.models import Account
from finance.roles import Role


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
