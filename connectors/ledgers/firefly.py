"""Firefly III: its asset accounts are read into accounts of the same name or as a person chose, with its own ids; entries that a matched
statement cleared are marked reconciled there, and entries from statements are added there, if the connection says so.

Uses its REST API, version 1 (Firefly III 6), as documented. Amounts there are positive: the side of the account gives the sign. Nothing
there is ever changed but the mark. An added entry has its id here as its external id: the account's entries are read before, and so show
which are there already."""

import datetime as dt
from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from connectors.http_client import ConnectionEnded, HttpClient
from connectors.intake import Counts
from connectors.lease import renew_lease
from connectors.ledgers.exchange import RemoteAccount, RemoteRow, cleared, mark_of, placed, remember, take
from connectors.models import Connection
from finance.categories import codes_of
from finance.imports.rows import FileRow
from finance.models import Account, Transaction
from finance.models.coding import Codes

WAY = "firefly"
PAGE = 500
MOST_PAGES = 200
LONGEST_NAME = 255
"""Characters in the name of an account there, which the other side is."""
OTHER_NAME = {-1: "destination_name", 1: "source_name"}
"""Field of the other side's name, by the side of the account."""
JSON_API = "application/vnd.api+json"


def run(connection: Connection, secrets: Mapping[str, str]) -> Counts:
    """Run a connection. Raises ConnectionEnded."""
    counts, chosen = Counts(), connection.settings
    with HttpClient(chosen["address"], headers={"Authorization": f"Bearer {secrets['token']}", "Accept": JSON_API}) as firefly:
        asset_accounts = (
            RemoteAccount(
                key=str(account["id"]), name=str(attributes.get("name") or ""), currency=str(attributes.get("currency_code") or "")
            )
            for account in _data(firefly, "api/v1/accounts", type="asset")
            for attributes in [account.get("attributes") or {}]
        )
        for key, account in placed(connection, asset_accounts, counts).items():
            first = account.opening_date or dt.date(2000, 1, 1)
            groups = _data(firefly, f"api/v1/accounts/{int(key)}/transactions", start=first.isoformat(), end="2100-01-01")
            splits = [split for group in groups for split in (group.get("attributes") or {}).get("transactions") or []]
            rows = [
                RemoteRow(row=row, made_of=str(split.get("external_id") or ""))
                for place, split in enumerate((split for split in splits if isinstance(split, dict)), 1)
                if (row := _row(place, split, key)) is not None
            ]
            missing = take(connection, account, WAY, rows, counts)
            if chosen.get("add_published"):
                _add_entries(connection, firefly, key, missing, counts)
            if chosen.get("mark_reconciled"):
                _mark_reconciled(connection, firefly, account, counts)
    return counts


def _row(place: int, split: dict[str, Any], key: str) -> FileRow | None:
    """Return the row of a split, None if the account is on neither side of it; a row that cannot be read has a problem, and is not
    dropped."""
    if str(split.get("source_id")) == key:
        side = -1
    elif str(split.get("destination_id")) == key:
        side = 1
    else:
        return None
    try:
        written = Decimal(str(split["amount"]))
        # Firefly III writes more decimals than the currency has; a figure that needs more of them is refused later.
        rounded = written.quantize(Decimal(1).scaleb(-int(split.get("currency_decimal_places", 2))))
        amount = (rounded if rounded == written else written) * side
        booked_on = dt.date.fromisoformat(str(split["date"])[:10])
    except (InvalidOperation, KeyError, ValueError):
        return FileRow(place=place, booked_on=None, amount=None, problem=f"Firefly III: {split.get('transaction_journal_id')}")
    return FileRow(
        place=place,
        booked_on=booked_on,
        amount=amount,
        description=str(split.get("description") or ""),
        external_id=f"firefly:{split['transaction_journal_id']}:{key}",
        reference=str(split.get("internal_reference") or "")[:200],
        currency=str(split.get("currency_code") or ""),
        codes=Codes.read({"nominal": split.get("category_name"), "payee": split.get(OTHER_NAME[side])}),
    )


def _mark_reconciled(connection: Connection, firefly: HttpClient, account: Account, counts: Counts) -> None:
    """Mark the entries that matched statements cleared. Each mark is recorded as an arrival, so that it is set once."""
    done = set(connection.arrivals.filter(key__startswith="reconciled:").values_list("key", flat=True))
    for name in cleared(connection, account, WAY):
        journal = name.split(":")[1]
        key = f"reconciled:{journal}"
        if key in done or not journal.isdigit():
            continue
        try:
            group = int(firefly.get(f"api/v1/transaction-journals/{journal}")["data"]["id"])
        except (KeyError, TypeError, ValueError) as error:
            raise ConnectionEnded("answer") from error
        except ConnectionEnded as ended:
            if ended.code == "not_found":  # it was removed there
                continue
            raise
        renew_lease(connection)
        body = {"apply_rules": False, "fire_webhooks": False, "transactions": [{"transaction_journal_id": journal, "reconciled": True}]}
        firefly.send("PUT", f"api/v1/transactions/{group}", body)
        connection.arrivals.create(key=key, written="reconciled")
        counts.written += 1


def _add_entries(connection: Connection, firefly: HttpClient, key: str, missing: list[Transaction], counts: Counts) -> None:
    """Add each entry in a request of its own: one that Firefly III refuses is counted, and does not stop the others.

    Raises ConnectionEnded without the id of a new journal; the next run then finds the entry by its external id."""
    for entry in missing:
        renew_lease(connection)
        text, codes = entry.description or entry.reference or entry.booked_on.isoformat(), codes_of(entry)
        other = (codes.payee or text)[:LONGEST_NAME]
        out = entry.amount < 0
        sides = {"source_id": key, "destination_name": other} if out else {"source_name": other, "destination_id": key}
        split = {
            "type": "withdrawal" if out else "deposit",
            "date": entry.booked_on.isoformat(),
            "amount": format(abs(entry.amount), "f"),
            "currency_code": entry.account.currency,
            "description": text,
            "internal_reference": entry.reference or None,
            "external_id": mark_of(entry),
            "category_name": codes.nominal or None,
            **sides,
        }
        body = {"apply_rules": False, "fire_webhooks": False, "error_if_duplicate_hash": False, "transactions": [split]}
        try:
            answer = firefly.send("POST", "api/v1/transactions", body)
        except ConnectionEnded as ended:
            if ended.code != "answer":
                raise
            counts.add("refused")
            continue
        try:
            journal = int(answer["data"]["attributes"]["transactions"][0]["transaction_journal_id"])
        except (IndexError, KeyError, TypeError, ValueError) as error:
            raise ConnectionEnded("answer") from error
        remember(connection, entry, f"{WAY}:{journal}:{key}")
        counts.add("added_there")


def _data(firefly: HttpClient, path: str, **parameters: Any) -> Iterator[dict[str, Any]]:
    for page in range(1, MOST_PAGES + 1):
        answer = firefly.get(path, page=page, limit=PAGE, **parameters)
        if not isinstance(answer, dict) or not isinstance(answer.get("data"), list):
            raise ConnectionEnded("answer")
        yield from (item for item in answer["data"] if isinstance(item, dict))
        pages = ((answer.get("meta") or {}).get("pagination") or {}).get("total_pages", 1)
        if page >= int(pages):
            return
