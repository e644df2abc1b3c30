"""Webhooks."""

from collections.abc import Sequence
from typing import Any, cast

from tieout.client.asking import Asking
from tieout.client.shapes import Delivery, Webhook, WebhookMade


class Webhooks(Asking):
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
