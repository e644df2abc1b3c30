"""A client of the API: needs httpx2 and nothing else of Tieout.

from tieout.client import Tieout

with Tieout("https://books.example.org", token="tieout_...") as tieout:
    received = tieout.upload("january.pdf")
    done = tieout.wait(received["statement_import"]["id"])
    print(done["verdict"], tieout.verdict(done["id"])["reasons"])
"""

from collections.abc import Sequence
from typing import Any, cast

from tieout.client.asking import NotInTime, Refused, Unreachable
from tieout.client.books import Books
from tieout.client.shapes import Delivery, Organization, Webhook, WebhookMade
from tieout.client.statements import Statements

__all__ = ["NotInTime", "Refused", "Tieout", "Unreachable"]


class Tieout(Statements, Books):
    """`Tieout(address, token=...)`, to be closed or used within `with`. Its methods raise Refused, Unreachable.

    A change without an answer is sent again under one key: it is done once."""

    def organizations(self) -> list[Organization]:
        return cast("list[Organization]", self.get("organizations"))

    def webhooks(self) -> list[Webhook]:
        return cast("list[Webhook]", self.get("webhooks"))

    def add_webhook(self, url: str, events: Sequence[str]) -> WebhookMade:
        return cast("WebhookMade", self.post("webhooks", {"url": url, "events": list(events)}))

    def change_webhook(self, key: str, **fields: Any) -> Webhook:
        return cast("Webhook", self.patch(f"webhooks/{key}", fields))

    def remove_webhook(self, key: str) -> None:
        self.delete(f"webhooks/{key}")

    def try_webhook(self, key: str) -> Delivery:
        return cast("Delivery", self.post(f"webhooks/{key}/try"))

    def deliveries(self, key: str) -> list[Delivery]:
        return cast("list[Delivery]", self.get(f"webhooks/{key}/deliveries"))
