"""A client of the API: needs httpx2 and nothing else of Tieout.

from tieout.client import Tieout

with Tieout("https://books.example.org", token="tieout_...") as tieout:
    received = tieout.upload("january.pdf")
    done = tieout.wait(received["statement_import"]["id"])
    print(done["verdict"], tieout.verdict(done["id"])["reasons"])
"""

from tieout.client.asking import NotInTime, Refused, Unreachable
from tieout.client.books import Books
from tieout.client.statements import Statements
from tieout.client.webhooks import Webhooks

__all__ = ["NotInTime", "Refused", "Tieout", "Unreachable"]


class Tieout(Statements, Books, Webhooks):
    """`Tieout(address, token=...)`, to be closed or used within `with`. Its methods raise Refused, Unreachable.

    A change without an answer is sent again under one key: it is done once."""
