"""What can be connected to: how each is run. The form of each stands in `forms`."""

from collections.abc import Callable, Mapping

from connectors.arrivals import mailbox, paperless
from connectors.ledgers import firefly
from connectors.ledgers.actual import running as actual
from connectors.models import Connection
from connectors.receiving import Counts

Run = Callable[[Connection, Mapping[str, str]], Counts]
"""A connection and its secrets by their names; raises NotDone."""

KINDS: dict[str, Run] = {
    Connection.Kind.MAILBOX: mailbox.run,
    Connection.Kind.PAPERLESS: paperless.run,
    Connection.Kind.FIREFLY: firefly.run,
    Connection.Kind.ACTUAL: actual.run,
}
