"""Passwords and tokens of a connection, by the names of its form: sealed together, and opened for a run."""

import json
from collections.abc import Mapping

from django.views.decorators.debug import sensitive_variables

from connectors.models import Connection
from people.encryption import Unopened, opened, seal
from people.models import Organization

PURPOSE = "connection"


@sensitive_variables()
def sealed_for(organization: Organization, secrets: Mapping[str, str]) -> bytes:
    return seal(organization, json.dumps(dict(secrets)).encode(), purpose=PURPOSE)


@sensitive_variables()
def secrets_of(connection: Connection) -> dict[str, str]:
    """Return the secrets by name. Raises Unopened."""
    try:
        secrets = json.loads(opened(connection.organization, bytes(connection.sealed), purpose=PURPOSE))
    except ValueError as error:
        raise Unopened from error
    if not isinstance(secrets, dict):
        raise Unopened
    return {name: str(secret) for name, secret in secrets.items()}


@sensitive_variables()
def kept_secrets(connection: Connection) -> dict[str, str]:
    """Return the secrets, or none of them if they cannot be opened: they must then be entered again."""
    try:
        return secrets_of(connection)
    except Unopened:
        return {}
