"""Firefly III: its asset accounts are read into accounts of the same name or as a person said, with its own ids; what a matched
statement cleared is marked reconciled there, and what was published here is added there, if the connection says so.

Over its REST API, version 1 (Firefly III 6), as its documentation has it. Amounts there are positive: the side that our account is
on gives the sign. Nothing is ever changed there but the mark. An entry that is added has our own id as its external id: the account's
entries are read before, and tell what is there already.
"""

import datetime as dt
from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from connectors.holding import hold_on
from connectors.ledgers.accounts import RemoteAccount, placed
from connectors.ledgers.published import Theirs, cleared, mark_of, remember, take
from connectors.models import Connection
from connectors.outside import ConnectionEnded, Outside
from connectors.receiving import Counts
from finance.categories.services import codes_of
from finance.imports.rows import FileRow
from finance.models import Account, Transaction
from finance.models.codes import Codes

WAY = "firefly"
PAGE = 500
MOST_PAGES = 200
LONGEST_NAME = 255
"""Of an account there, which the other side is."""
OTHER_NAME = {-1: "destination_name", 1: "source_name"}
"""By the side that our account is on: who is on the other."""
JSON_API = "application/vnd.api+json"


def run(connection: Connection, secrets: Mapping[str, str]) -> Counts:
    """Raises NotDone."""
    counts, said = Counts(), connection.settings
    with Outside(said["address"], headers={"Authorization": f"Bearer {secrets['token']}", "Accept": JSON_API}) as firefly:
        for theirs, ours in placed(connection, _accounts(firefly), counts).items():
            missing = _read_in(connection, firefly, theirs, ours, counts)
            if said.get("add_published"):
                _add(connection, firefly, theirs, missing, counts)
            if said.get("mark_reconciled"):
                _mark(connection, firefly, ours, counts)
    return counts


def _accounts(firefly: Outside) -> Iterator[RemoteAccount]:
    """Its asset accounts."""
    for theirs in _data(firefly, "api/v1/accounts", type="asset"):
        said = theirs.get("attributes") or {}
        yield RemoteAccount(key=str(theirs["id"]), name=str(said.get("name") or ""), currency=str(said.get("currency_code") or ""))


def _read_in(connection: Connection, firefly: Outside, theirs: str, ours: Account, counts: Counts) -> list[Transaction]:
    """What was published here and is not there."""
    first = ours.opening_date or dt.date(2000, 1, 1)
    groups = _data(firefly, f"api/v1/accounts/{int(theirs)}/transactions", start=first.isoformat(), end="2100-01-01")
    rows = [
        Theirs(row=row, made_of=str(split.get("external_id") or ""))
        for place, split in enumerate(_splits(groups), 1)
        if (row := _row(place, split, theirs)) is not None
    ]
    return take(connection, ours, WAY, rows, counts)


def _splits(groups: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for group in groups:
        found = (group.get("attributes") or {}).get("transactions")
        yield from (split for split in found or [] if isinstance(split, dict))


def _row(place: int, split: dict[str, Any], theirs: str) -> FileRow | None:
    """None for a split that the account is on neither side of; a row that cannot be taken says so, and is not dropped."""
    side = _side(split, theirs)
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
        external_id=f"firefly:{split['transaction_journal_id']}:{theirs}",
        reference=str(split.get("internal_reference") or "")[:200],
        currency=str(split.get("currency_code") or ""),
        codes=Codes.read({"nominal": split.get("category_name"), "payee": split.get(OTHER_NAME[side])}),
    )


def _side(split: dict[str, Any], theirs: str) -> int | None:
    if str(split.get("source_id")) == theirs:
        return -1
    return 1 if str(split.get("destination_id")) == theirs else None


def _amount(split: dict[str, Any]) -> Decimal:
    """As many decimals as its currency has: Firefly III writes more of them, and a figure with more than that is refused later."""
    amount = Decimal(str(split["amount"]))
    places = int(split.get("currency_decimal_places", 2))
    rounded = amount.quantize(Decimal(1).scaleb(-places))
    return rounded if rounded == amount else amount


def _mark(connection: Connection, firefly: Outside, ours: Account, counts: Counts) -> None:
    """What matched statements cleared, and is not marked yet. The mark is kept with an arrival, so that it is set once."""
    done = set(connection.arrivals.filter(key__startswith="reconciled:").values_list("key", flat=True))
    for name in cleared(connection, ours, WAY):
        journal = name.split(":")[1]
        key = f"reconciled:{journal}"
        if key in done or not journal.isdigit():
            continue
        group = _group_of(firefly, journal)
        if group is None:
            continue
        hold_on(connection)
        body = {"apply_rules": False, "fire_webhooks": False, "transactions": [{"transaction_journal_id": journal, "reconciled": True}]}
        firefly.put(f"api/v1/transactions/{group}", body)
        connection.arrivals.create(key=key, written="reconciled")
        counts.written += 1


def _group_of(firefly: Outside, journal: str) -> int | None:
    """The entry that the journal is a part of; None where it was removed there."""
    try:
        return int(firefly.get(f"api/v1/transaction-journals/{journal}")["data"]["id"])
    except (KeyError, TypeError, ValueError) as error:
        raise ConnectionEnded("answer") from error
    except ConnectionEnded as not_done:
        if not_done.code == "not_found":
            return None
        raise


def _add(connection: Connection, firefly: Outside, theirs: str, missing: list[Transaction], counts: Counts) -> None:
    """Each in a request of its own: one that Firefly III does not take is counted, and holds no other up."""
    for entry in missing:
        hold_on(connection)
        try:
            answer = firefly.post("api/v1/transactions", _addition(entry, theirs))
        except ConnectionEnded as not_done:
            if not_done.code != "answer":
                raise
            counts.add("refused")
            continue
        remember(connection, entry, f"{WAY}:{_journal(answer)}:{theirs}")
        counts.add("added_there")


def _addition(entry: Transaction, theirs: str) -> dict[str, Any]:
    text, codes = entry.description or entry.reference or entry.booked_on.isoformat(), codes_of(entry)
    other = (codes.payee or text)[:LONGEST_NAME]
    out = entry.amount < 0
    sides = {"source_id": theirs, "destination_name": other} if out else {"source_name": other, "destination_id": theirs}
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
    """Raises NotDone; the next run finds the entry by its external id then."""
    try:
        return int(answer["data"]["attributes"]["transactions"][0]["transaction_journal_id"])
    except (IndexError, KeyError, TypeError, ValueError) as error:
        raise ConnectionEnded("answer") from error


def _data(firefly: Outside, path: str, **asked: Any) -> Iterator[dict[str, Any]]:
    for page in range(1, MOST_PAGES + 1):
        answer = firefly.get(path, page=page, limit=PAGE, **asked)
        if not isinstance(answer, dict) or not isinstance(answer.get("data"), list):
            raise ConnectionEnded("answer")
        yield from (each for each in answer["data"] if isinstance(each, dict))
        pages = ((answer.get("meta") or {}).get("pagination") or {}).get("total_pages", 1)
        if page >= int(pages):
            return
