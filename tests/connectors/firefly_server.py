"""The answers of Firefly III, as its documentation has them (API 1, release 6)."""

from typing import Any


def split(journal: int, day: str, amount: str, text: str, *, source: str = "1", destination: str = "50") -> dict[str, Any]:
    """An entry as it is stored there."""
    return {
        "transaction_journal_id": str(journal),
        "type": "withdrawal",
        "date": f"{day}T00:00:00+01:00",
        "amount": amount,
        "currency_code": "EUR",
        "currency_decimal_places": 2,
        "description": text,
        "source_id": source,
        "destination_id": destination,
        "internal_reference": None,
        "reconciled": False,
    }


class Firefly:
    """Three accounts and three groups of entries, on two pages; it records its requests, and refuses the text in `refuses`."""

    def __init__(self) -> None:
        self.splits = {
            "11": [split(101, "2026-01-05", "250.000000000000", "Rent")],
            "12": [split(102, "2026-01-09", "7.500000000000", "Fee"), split(103, "2026-01-09", "1.000000000000", "of another", source="2")],
            "13": [split(104, "2026-01-12", "90.000000000000", "Salary", source="60", destination="1")],
        }
        self.marked: list[Any] = []
        self.sent: list[dict[str, Any]] = []
        self.refuses = ""

    def answer(self, method: str, path: str, question: dict[str, str], body: Any) -> tuple[int, Any]:
        if method == "PUT":
            self.marked.append((path, body))
            return 200, {"data": {"id": path.rpartition("/")[2]}}
        if method == "POST":
            return self.added(path, body)
        if path == "/api/v1/accounts":
            assert question["type"] == "asset"
            listed = [("1", "Checking", "EUR"), ("2", "Dollars", "USD"), ("3", "Nobody's", "EUR")]
            return 200, {
                "data": [{"id": key, "attributes": {"name": name, "currency_code": code}} for key, name, code in listed],
                "meta": {},
            }
        if path == "/api/v1/accounts/1/transactions":
            page = int(question["page"])
            groups = list(self.splits)
            pages = [groups[:2], groups[2:]]
            data = [{"id": group, "attributes": {"transactions": self.splits[group]}} for group in pages[page - 1]]
            return 200, {"data": data, "meta": {"pagination": {"total_pages": 2}}}
        if path.startswith("/api/v1/transaction-journals/"):
            journal = path.rpartition("/")[2]
            group = next(
                (key for key, splits in self.splits.items() if any(each["transaction_journal_id"] == journal for each in splits)), ""
            )
            return (200, {"data": {"id": group}}) if group else (404, {})
        return 404, {}

    def added(self, path: str, body: dict[str, Any]) -> tuple[int, Any]:
        """As it is stored: with a journal's number, the ids of both sides, and more decimals than were sent."""
        assert path == "/api/v1/transactions"
        [said] = body.pop("transactions")
        assert body == {"apply_rules": False, "fire_webhooks": False, "error_if_duplicate_hash": False}
        if said["description"] == self.refuses:
            return 422, {"message": "The given data was invalid."}
        self.sent.append(said)
        journal = 200 + len(self.sent)
        made = split(journal, said["date"], said["amount"] + "0000000000", said["description"])
        sides = {"source_id": said.get("source_id", "70"), "destination_id": said.get("destination_id", "71")}
        self.splits[str(journal)] = [made | sides | {"external_id": said["external_id"]}]
        return 200, {"data": {"id": str(journal), "attributes": {"transactions": self.splits[str(journal)]}}}
