"""Everything that the API can do, as methods."""

from tieout.client.books import Books
from tieout.client.statements import Statements
from tieout.client.webhooks import Webhooks


class Tieout(Statements, Books, Webhooks):
    """`Tieout(address, token=...)`, to be closed or used within `with`. What is asked for raises Refused, Unreachable.

    A change is sent again where no answer came, under one key: it is done once."""
