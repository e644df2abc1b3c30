"""A client of the API: needs httpx2 and nothing else of Tieout.

from tieout.client import Tieout

with Tieout("https://books.example.org", token="tieout_...") as tieout:
    received = tieout.upload("january.pdf")
    done = tieout.wait(received["statement_import"]["id"])
    print(done["verdict"], tieout.verdict(done["id"])["reasons"])
"""

from tieout.client.client import Tieout
from tieout.client.errors import NotInTime, Refused, Unreachable

__all__ = ["NotInTime", "Refused", "Tieout", "Unreachable"]
