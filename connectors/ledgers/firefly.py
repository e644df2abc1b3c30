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
from connectors.ledgers.accounts import RemoteAccount, placed
from connectors.ledgers.published import RemoteRow, cleared, mark_of, remember, take
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
        for key, account in placed(connection, _accounts(firefly), counts).items():
            missing = _read_in(connection, firefly, key, account, counts)
            if chosen.get("add_published"):
                _add(connection, firefly, key, missing, counts)
            if chosen.get("mark_reconciled"):
                _mark(connection, firefly, account, counts)
    return counts


def _accounts(firefly: HttpClient) -> Iterator[RemoteAccount]:
    """Yield its asset accounts."""
    for account in _data(firefly, "api/v1/accounts", type="asset"):
        attributes = account.get("attributes") or {}
        yield RemoteAccount(
            key=str(account["id"]), name=str(attributes.get("name") or ""), currency=str(attributes.get("currency_code") or "")
        )


def _read_in(connection: Connection, firefly: HttpClient, key: str, account: Account, counts: Counts) -> list[Transaction]:
    """Read the account's entries and return the published ones that are missing there."""
    first = account.opening_date or dt.date(2000, 1, 1)
    groups = _data(firefly, f"api/v1/accounts/{int(key)}/transactions", start=first.isoformat(), end="2100-01-01")
    rows = [
        RemoteRow(row=row, made_of=str(split.get("external_id") or ""))
        for place, split in enumerate(_splits(groups), 1)
        if (row := _row(place, split, key)) is not None
    ]
    return take(connection, account, WAY, rows, counts)


def _splits(groups: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for group in groups:
        splits = (group.get("attributes") or {}).get("transactions")
        yield from (split for split in splits or [] if isinstance(split, dict))


def _row(place: int, split: dict[str, Any], key: str) -> FileRow | None:
    """Return the row of a split, None if the account is on neither side of it; a row that cannot be read has a problem, and is not
    dropped."""
    side = _side(split, key)
    if side is None:
        return None
    try:
        amount = _amount(split) * side
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


def _side(split: dict[str, Any], key: str) -> int | None:
    if str(split.get("source_id")) == key:
        return -1
    return 1 if str(split.get("destination_id")) == key else None


def _amount(split: dict[str, Any]) -> Decimal:
    """Return the amount with the decimals of its currency: Firefly III writes more of them, and a longer figure is refused later."""
    amount = Decimal(str(split["amount"]))
    places = int(split.get("currency_decimal_places", 2))
    rounded = amount.quantize(Decimal(1).scaleb(-places))
    return rounded if rounded == amount else amount


def _mark(connection: Connection, firefly: HttpClient, account: Account, counts: Counts) -> None:
    """Mark the entries that matched statements cleared. Each mark is recorded as an arrival, so that it is set once."""
    done = set(connection.arrivals.filter(key__startswith="reconciled:").values_list("key", flat=True))
    for name in cleared(connection, account, WAY):
        journal = name.split(":")[1]
        key = f"reconciled:{journal}"
        if key in done or not journal.isdigit():
            continue
        group = _group_of(firefly, journal)
        if group is None:
            continue
        renew_lease(connection)
        body = {"apply_rules": False, "fire_webhooks": False, "transactions": [{"transaction_journal_id": journal, "reconciled": True}]}
        firefly.put(f"api/v1/transactions/{group}", body)
        connection.arrivals.create(key=key, written="reconciled")
        counts.written += 1


def _group_of(firefly: HttpClient, journal: str) -> int | None:
    """Return the entry of a journal; None if it was removed there."""
    try:
        return int(firefly.get(f"api/v1/transaction-journals/{journal}")["data"]["id"])
    except (KeyError, TypeError, ValueError) as error:
        raise ConnectionEnded("answer") from error
    except ConnectionEnded as not_done:
        if not_done.code == "not_found":
            return None
        raise


def _add(connection: Connection, firefly: HttpClient, key: str, missing: list[Transaction], counts: Counts) -> None:
    """Add each entry in a request of its own: one that Firefly III refuses is counted, and does not stop the others."""
    for entry in missing:
        renew_lease(connection)
        try:
            answer = firefly.post("api/v1/transactions", _addition(entry, key))
        except ConnectionEnded as not_done:
            if not_done.code != "answer":
                raise
            counts.add("refused")
            continue
        remember(connection, entry, f"{WAY}:{_journal(answer)}:{key}")
        counts.add("added_there")


def _addition(entry: Transaction, key: str) -> dict[str, Any]:
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
    return {"apply_rules": False, "fire_webhooks": False, "error_if_duplicate_hash": False, "transactions": [split]}


def _journal(answer: Any) -> int:
    """Return the id of the new journal. Raises ConnectionEnded; the next run then finds the entry by its external id."""
    try:
        return int(answer["data"]["attributes"]["transactions"][0]["transaction_journal_id"])
    except (IndexError, KeyError, TypeError, ValueError) as error:
        raise ConnectionEnded("answer") from error


def _data(firefly: HttpClient, path: str, **parameters: Any) -> Iterator[dict[str, Any]]:
    for page in range(1, MOST_PAGES + 1):
        answer = firefly.get(path, page=page, limit=PAGE, **parameters)
        if not isinstance(answer, dict) or not isinstance(answer.get("data"), list):
            raise ConnectionEnded("answer")
        yield from (item for item in answer["data"] if isinstance(item, dict))
        pages = ((answer.get("meta") or {}).get("pagination") or {}).get("total_pages", 1)
        if page >= int(pages):
            return
