"""Changes of a budget as Actual's clients exchange them: one column of one row for each message. Imports actualpy."""

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from actual.crypto import create_key_buffer, decrypt
from actual.exceptions import ActualError
from actual.protobuf_models import HULC_Client, Message, SyncRequest, SyncResponse
from google.protobuf.message import DecodeError

from connectors.http_client import ConnectionEnded

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


def set_columns(table: str, row: str, values: Mapping[str, Value]) -> list[SyncChange]:
    return [SyncChange(table=table, row=row, column=column, value=value) for column, value in values.items()]


def key_of(password: str, salt: str) -> bytes:
    key: bytes = create_key_buffer(password, salt)
    return key


def deciphered(key: bytes, nonce: bytes, data: bytes, tag: bytes) -> bytes:
    """Return the decrypted content. Raises ConnectionEnded."""
    try:
        content: bytes = decrypt(key, nonce, data, tag)
    except (ActualError, ValueError) as error:
        raise ConnectionEnded("encryption") from error
    return content


def asking(place: BudgetKey) -> bytes:
    """Return a request for every change since the budget was uploaded: changes may arrive late."""
    return bytes(SyncRequest.serialize(_request(place)))


def telling(place: BudgetKey, changes: Sequence[SyncChange], *, after: str) -> bytes:
    """Return a message of changes that are later than the last one there."""
    request = _request(place)
    clock = HULC_Client.from_timestamp(after)
    client = HULC_Client(None, clock.initial_count, clock.ts)
    request.set_messages([_message(change) for change in changes], client, master_key=place.key)
    return bytes(SyncRequest.serialize(request))


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
            if message.column in wanted.get(message.dataset, ()):
                changes.append(_change(message))
        HULC_Client.from_timestamp(last)
    except ActualError as error:
        raise ConnectionEnded("encryption") from error
    except NOT_UNDERSTOOD as error:
        raise ConnectionEnded("answer") from error
    return changes, last


def _request(place: BudgetKey) -> SyncRequest:
    fields: dict[str, str] = {"fileId": place.file, "groupId": place.group, "since": BEGINNING}
    return SyncRequest(fields | {"keyId": place.key_name} if place.key_name else fields)


def _message(change: SyncChange) -> Message:
    message = Message({"dataset": change.table, "row": change.row, "column": change.column})
    message.set_value(change.value)
    return message


def _change(message: Message) -> SyncChange:
    return SyncChange(table=message.dataset, row=message.row, column=message.column, value=_value(message.value))


def _value(text: str) -> Value:
    """Return a whole number as one; any other value as its text, which is no amount."""
    kind, _colon, digits = text.partition(":")
    if kind == "0":
        return None
    whole = WHOLE.fullmatch(digits) if kind == "N" else None
    return int(whole[1]) if whole else digits
