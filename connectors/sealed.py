"""Passwords and tokens of a connection, by the name of each as its form has it: sealed together, and opened for a run."""

import json
from collections.abc import Mapping

from django.views.decorators.debug import sensitive_variables

from connectors.models import Connection
from people.encryption.services import Unopened, opened, seal
from people.models import Organization

PURPOSE = "connection"


@sensitive_variables()
def sealed_for(organization: Organization, secrets: Mapping[str, str]) -> bytes:
    return seal(organization, json.dumps(dict(secrets)).encode(), purpose=PURPOSE)


@sensitive_variables()
def secrets_of(connection: Connection) -> dict[str, str]:
    """Raises Unopened."""
    try:
        found = json.loads(opened(connection.organization, bytes(connection.sealed), purpose=PURPOSE))
    except ValueError as error:
        raise Unopened from error
    if not isinstance(found, dict):
        raise Unopened
    return {name: str(secret) for name, secret in found.items()}


@sensitive_variables()
def kept_secrets(connection: Connection) -> dict[str, str]:
    """None where they cannot be opened: then they have to be said again."""
    try:
        return secrets_of(connection)
    except Unopened:
        return {}
