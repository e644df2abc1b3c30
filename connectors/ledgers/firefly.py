"""Firefly III: its asset accounts are read into accounts of the same name or as they are mapped, with its own ids; what a matched
statement cleared is marked reconciled there.

Over its REST API, version 1 (Firefly III 6), as its documentation has it. Amounts there are positive: the side that our account is
on gives the sign. Nothing is ever changed there but the mark.
"""

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from typing import Any

from connectors.models import Connection
from connectors.outside import NotDone, Outside
from connectors.receiving import Counts
from finance.imports.rows import FileRow
from finance.imports.taking import take_rows
from finance.models import Account
from reconciliation.models import Match

WAY = "firefly"
PAGE = 500
MOST_PAGES = 200
JSON_API = "application/vnd.api+json"


def run(connection: Connection, secret: str) -> Counts:
    """Raises NotDone."""
    counts, said = Counts(), connection.settings
    with Outside(said["address"], headers={"Authorization": f"Bearer {secret}", "Accept": JSON_API}) as firefly:
        for theirs in _data(firefly, "api/v1/accounts", type="asset"):
            ours = _account_of(connection, theirs)
            if ours is not None:
                _read_in(connection, firefly, str(theirs["id"]), ours, counts)
                if said.get("mark_reconciled"):
                    _mark(connection, firefly, ours, counts)
    return counts


def _account_of(connection: Connection, theirs: dict[str, Any]) -> Account | None:
    """As it is mapped by name, else of the same name and currency."""
    attributes = theirs.get("attributes") or {}
    name = str(attributes.get("name", ""))
    wanted = (connection.settings.get("accounts") or {}).get(name, name)
    found = Account.objects.of(connection.organization).filter(name=wanted).first()
    return found if found and found.currency == attributes.get("currency_code") else None


def _read_in(connection: Connection, firefly: Outside, theirs: str, ours: Account, counts: Counts) -> None:
    first = ours.opening_date or dt.date(2000, 1, 1)
    groups = _data(firefly, f"api/v1/accounts/{int(theirs)}/transactions", start=first.isoformat(), end="2100-01-01")
    rows = [row for place, split in enumerate(_splits(groups), 1) if (row := _row(place, split, theirs)) is not None]
    if not rows:
        return
    taken = take_rows(account=ours, by=None, way=WAY, named=connection.name, rows=rows)
    for outcome, count in taken.counts.items():
        counts.more[outcome] = counts.more.get(outcome, 0) + count


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
    matches = Match.objects.of(connection.organization).filter(statement__account=ours, statement__verdict="matched")
    ids = matches.filter(transactions__external_id__startswith="firefly:").values_list("transactions__external_id", flat=True)
    done = set(connection.arrivals.filter(key__startswith="reconciled:").values_list("key", flat=True))
    for name in sorted(set(ids)):
        journal = name.split(":")[1]
        key = f"reconciled:{journal}"
        if key in done or not journal.isdigit():
            continue
        group = firefly.get(f"api/v1/transaction-journals/{journal}")
        number = str((group.get("data") or {}).get("id", ""))
        body = {"apply_rules": False, "fire_webhooks": False, "transactions": [{"transaction_journal_id": journal, "reconciled": True}]}
        firefly.put(f"api/v1/transactions/{int(number)}", body)
        connection.arrivals.create(key=key, written="reconciled")
        counts.written += 1


def _data(firefly: Outside, path: str, **asked: Any) -> Iterator[dict[str, Any]]:
    for page in range(1, MOST_PAGES + 1):
        answer = firefly.get(path, page=page, limit=PAGE, **asked)
        if not isinstance(answer, dict) or not isinstance(answer.get("data"), list):
            raise NotDone("answer")
        yield from (each for each in answer["data"] if isinstance(each, dict))
        pages = ((answer.get("meta") or {}).get("pagination") or {}).get("total_pages", 1)
        if page >= int(pages):
            return
