"""A budget on a server of Actual, over the HTTP of its own clients (sync-server 26): its current state, and changes to it.

Imports actualpy. Actual's clients exchange changes as messages: one column of one row for each. An entry is added as Actual's own imports
add one."""

import re
import time
from base64 import b64decode
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from actual.crypto import create_key_buffer, decrypt
from actual.exceptions import ActualError
from actual.protobuf_models import HULC_Client, Message, SyncRequest, SyncResponse
from google.protobuf.message import DecodeError

from connectors.http_client import ConnectionEnded, HttpClient
from connectors.ledgers.exchange import mark_of
from finance.categories import codes_of
from finance.imports.actual_budget import COLUMNS, Stored, stored_budget
from finance.imports.untrusted_files import FileRefused, text_of
from finance.models import Transaction

LARGEST = 50_000_000
"""Bytes of the stored budget, and of all changes since: some 400,000."""
LARGEST_AMOUNT = 2**53
"""Largest amount, in hundredths: numbers of JavaScript are exact up to it."""
SYNC = "sync/sync"
SYNC_TYPE = "application/actual-sync"
Value = str | int | None
BEGINNING = "1970-01-01T00:00:00.000Z-0000-0000000000000000"
WHOLE = re.compile(r"(-?[0-9]{1,18})(\.0+)?")
NOT_UNDERSTOOD = (DecodeError, ValueError, TypeError, KeyError)


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncChange:
    table: str
    row: str
    column: str
    value: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetKey:
    """The budget of the messages. `key` decrypts them; None if the budget is not encrypted."""

    file: str
    group: str
    key_name: str
    key: bytes | None


class RemoteBudget:
    """A budget. `stored` is read once and updated with each change that is sent."""

    def __init__(self, server: HttpClient, place: BudgetKey, data: bytes) -> None:
        self._server, self._place = server, place
        try:
            stored = stored_budget(data)
        except FileRefused as refused:
            raise ConnectionEnded("answer") from refused
        if stored is None:
            raise ConnectionEnded("answer")
        self.stored = stored
        request = bytes(SyncRequest.serialize(_request(place)))
        changes, self._last = changes_in(server.exchange(SYNC, request, kind=SYNC_TYPE, largest=LARGEST), place, COLUMNS)
        self._apply(changes)

    def tell(self, changes: Sequence[SyncChange]) -> None:
        """Send all of the changes or none, as later than the last one there. Raises ConnectionEnded."""
        if not changes:
            return
        messages = []
        for change in changes:
            message = Message({"dataset": change.table, "row": change.row, "column": change.column})
            message.set_value(change.value)
            messages.append(message)
        request, clock = _request(self._place), HULC_Client.from_timestamp(self._last)
        request.set_messages(messages, HULC_Client(None, clock.initial_count, clock.ts), master_key=self._place.key)
        content = self._server.exchange(SYNC, bytes(SyncRequest.serialize(request)), kind=SYNC_TYPE, largest=LARGEST)
        _changes, self._last = changes_in(content, self._place, COLUMNS)
        self._apply(changes)

    def _apply(self, changes: Sequence[SyncChange]) -> None:
        """Apply the changes in order."""
        for change in changes:
            names = COLUMNS.get(change.table, ())
            if change.column in names and text_of(change.row):  # also in changes from here: more is sent than is read
                self.stored[change.table].setdefault(change.row, dict.fromkeys(names))[change.column] = change.value


@contextmanager
def remote_budget(address: str, *, password: str, named: str, encryption: str) -> Iterator[RemoteBudget]:
    """Open the budget of that name or sync id. Raises ConnectionEnded."""
    with HttpClient(address, headers={}) as server:
        server.get("account/needs-bootstrap")  # a server that is not Actual's is recognized before the password is sent
        try:
            answer = server.send("POST", "account/login", {"loginMethod": "password", "password": password})
        except ConnectionEnded as not_done:
            raise ConnectionEnded("refused" if not_done.code == "answer" else not_done.code) from not_done
        token = _data(answer, dict).get("token")
        if not isinstance(token, str) or not token.isascii() or not token.isprintable():
            raise ConnectionEnded("refused")
        server.add_headers({"X-ACTUAL-TOKEN": token})
        files = [file for file in _data(server.get("sync/list-user-files"), list) if isinstance(file, dict) and not file.get("deleted")]
        matching = [file for file in files if named in {file.get("groupId"), file.get("fileId"), file.get("name")}]
        if len(matching) != 1:  # two budgets of one name differ by their sync ids
            raise ConnectionEnded("not_found")
        budget = matching[0]
        if not all(isinstance(budget.get(name), str) and budget[name].isascii() for name in ("fileId", "groupId")):
            raise ConnectionEnded("answer")
        server.add_headers({"X-ACTUAL-FILE-ID": budget["fileId"]})
        key: bytes | None = None
        if budget.get("encryptKeyId"):
            if not encryption:
                raise ConnectionEnded("encryption")
            answer = _data(server.send("POST", "sync/user-get-key", {"fileId": budget["fileId"]}), dict)
            key = create_key_buffer(encryption, str(answer.get("salt")))
        place = BudgetKey(file=budget["fileId"], group=budget["groupId"], key_name=str(budget.get("encryptKeyId") or ""), key=key)
        yield RemoteBudget(server, place, _stored_file(server, key))


def _stored_file(server: HttpClient, key: bytes | None) -> bytes:
    """Return the budget as it was uploaded, decrypted by the key if there is one. Raises ConnectionEnded."""
    data = server.file("sync/download-user-file", largest=LARGEST)
    if len(data) > LARGEST:
        raise ConnectionEnded("answer")
    if key is None:
        return data
    meta = _data(server.get("sync/get-user-file-info"), dict).get("encryptMeta") or {}
    try:
        nonce, tag = b64decode(meta["iv"]), b64decode(meta["authTag"])
    except (KeyError, TypeError, ValueError) as error:
        raise ConnectionEnded("answer") from error
    try:
        content: bytes = decrypt(key, nonce, data, tag)
    except (ActualError, ValueError) as error:
        raise ConnectionEnded("encryption") from error
    return content


def _data(answer: Any, kind: type[Any]) -> Any:
    data = answer.get("data") if isinstance(answer, dict) else None
    if not isinstance(data, kind):
        raise ConnectionEnded("answer")
    return data


def _request(place: BudgetKey) -> SyncRequest:
    """Return a request for every change since the budget was uploaded: changes may arrive late."""
    fields: dict[str, str] = {"fileId": place.file, "groupId": place.group, "since": BEGINNING}
    return SyncRequest(fields | {"keyId": place.key_name} if place.key_name else fields)


def changes_in(content: bytes, place: BudgetKey, wanted: Mapping[str, Container[str]]) -> tuple[list[SyncChange], str]:
    """Return the changes of the wanted columns, earlier ones first as a server sends them, and the time of the last of all. Raises
    ConnectionEnded."""
    changes: list[SyncChange] = []
    last = BEGINNING
    try:
        for envelope in SyncResponse.deserialize(content).messages:
            if envelope.timestamp < last:
                raise ConnectionEnded("answer")
            last = str(envelope.timestamp)
            message = envelope.message(place.key)
            if message.column not in wanted.get(message.dataset, ()):
                continue
            kind, _colon, digits = message.value.partition(":")
            whole = WHOLE.fullmatch(digits) if kind == "N" else None
            value: Value = digits  # a number that is not whole stays a text, which is no amount
            if kind == "0":
                value = None
            elif whole:
                value = int(whole[1])
            changes.append(SyncChange(table=message.dataset, row=message.row, column=message.column, value=value))
        HULC_Client.from_timestamp(last)
    except ActualError as error:
        raise ConnectionEnded("encryption") from error
    except NOT_UNDERSTOOD as error:
        raise ConnectionEnded("answer") from error
    return changes, last


def set_columns(table: str, row: str, values: Mapping[str, Value]) -> list[SyncChange]:
    return [SyncChange(table=table, row=row, column=column, value=value) for column, value in values.items()]


def lacking(stored: Stored, entries: Iterable[Transaction]) -> list[Transaction]:
    """Return the entries that were never added, not even to be removed again."""
    known = {row["financial_id"] for row in stored["transactions"].values()}
    return [entry for entry in entries if str(entry.pk) not in stored["transactions"] and mark_of(entry) not in known]


def addition(stored: Stored, account: str, entry: Transaction) -> list[SyncChange] | None:
    """Return the changes that add an entry under its id here: two runs that both add it add one. None if the amount has no whole
    hundredths, or is too large. A new payee is then in `stored`."""
    hundredths = entry.amount * 100
    if hundredths != hundredths.to_integral_value() or abs(hundredths) > LARGEST_AMOUNT:
        return None
    name = codes_of(entry).payee or entry.description
    payee: str | None = None
    changes: list[SyncChange] = []
    if name:
        for key, row in stored["payees"].items():
            if not row["tombstone"] and not row["transfer_acct"] and str(row["name"] or "").casefold() == name.casefold():
                payee = key
                break
        else:
            payee = str(uuid4())
            stored["payees"][payee] = {"name": name, "transfer_acct": None, "tombstone": 0}
            changes += set_columns("payees", payee, {"name": name}) + set_columns("payee_mapping", payee, {"targetId": payee})
    day = entry.booked_on
    return changes + set_columns(
        "transactions",
        str(entry.pk),
        {
            "acct": account,
            "date": day.year * 10_000 + day.month * 100 + day.day,
            "amount": int(hundredths),
            "description": payee,
            "imported_description": entry.description or None,
            "notes": entry.reference or None,
            "financial_id": mark_of(entry),
            "cleared": 1,
            "reconciled": 0,
            "sort_order": time.time_ns() // 1_000_000,
        },
    )


def marks(stored: Stored, wanted: Container[str]) -> dict[str, list[SyncChange]]:
    """Return the changes that mark entries with their parts, by their ids; none for those that are marked, or no longer there."""
    changes: dict[str, list[SyncChange]] = defaultdict(list)
    for key, row in stored["transactions"].items():
        whole = text_of(row["parent_id"]) if row["isChild"] else key
        entry = stored["transactions"].get(whole, row)
        if whole in wanted and not entry["reconciled"] and not row["tombstone"] and not entry["tombstone"]:
            changes[whole] += set_columns("transactions", key, {"cleared": 1, "reconciled": 1})
    return changes
