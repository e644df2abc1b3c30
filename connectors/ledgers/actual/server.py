"""A budget on a server of Actual, over the HTTP of its own clients (sync-server 26): its current state, and changes to it."""

from base64 import b64decode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from connectors.http_client import ConnectionEnded, HttpClient
from connectors.ledgers.actual.messages import BEGINNING, BudgetKey, SyncChange, asking, changes_in, deciphered, key_of, telling
from finance.imports.actual_budget import COLUMNS, Stored, stored_budget
from finance.imports.untrusted_files import FileRefused, text_of

LARGEST = 50_000_000
"""Bytes of the stored budget, and of all changes since: some 400,000."""
SYNC = "sync/sync"
SYNC_TYPE = "application/actual-sync"


class RemoteBudget:
    """A budget. `stored` is read once and updated with each change that is sent."""

    def __init__(self, server: HttpClient, place: BudgetKey, data: bytes) -> None:
        self._server, self._place, self._last = server, place, BEGINNING
        self.stored = self._now(data)

    def tell(self, changes: Sequence[SyncChange]) -> None:
        """Send all of the changes or none. Raises ConnectionEnded."""
        if not changes:
            return
        content = self._server.exchange(SYNC, telling(self._place, changes, after=self._last), kind=SYNC_TYPE, largest=LARGEST)
        _changes, self._last = changes_in(content, self._place, COLUMNS)
        _apply(self.stored, changes)

    def _now(self, data: bytes) -> Stored:
        try:
            stored = stored_budget(data)
        except FileRefused as refused:
            raise ConnectionEnded("answer") from refused
        if stored is None:
            raise ConnectionEnded("answer")
        content = self._server.exchange(SYNC, asking(self._place), kind=SYNC_TYPE, largest=LARGEST)
        changes, self._last = changes_in(content, self._place, COLUMNS)
        _apply(stored, changes)
        return stored


@contextmanager
def remote_budget(address: str, *, password: str, named: str, encryption: str) -> Iterator[RemoteBudget]:
    """Open the budget of that name or sync id. Raises ConnectionEnded."""
    with HttpClient(address, headers={}) as server:
        server.add_headers({"X-ACTUAL-TOKEN": _token(server, password)})
        budget = _named(server, named)
        server.add_headers({"X-ACTUAL-FILE-ID": str(budget["fileId"])})
        key = _key(server, budget, encryption)
        place = BudgetKey(file=str(budget["fileId"]), group=str(budget["groupId"]), key_name=str(budget.get("encryptKeyId") or ""), key=key)
        yield RemoteBudget(server, place, _file(server, key))


def _token(server: HttpClient, password: str) -> str:
    """Return a token. A server that is not Actual's is recognized before the password is sent."""
    server.get("account/needs-bootstrap")
    try:
        answer = server.post("account/login", {"loginMethod": "password", "password": password})
    except ConnectionEnded as not_done:
        raise ConnectionEnded("refused" if not_done.code == "answer" else not_done.code) from not_done
    token = _data(answer, dict).get("token")
    if not isinstance(token, str) or not token.isascii() or not token.isprintable():
        raise ConnectionEnded("refused")
    return token


def _named(server: HttpClient, named: str) -> dict[str, Any]:
    """Return the one budget that is not deleted and has this name; two of one name differ by their sync ids."""
    files = [file for file in _data(server.get("sync/list-user-files"), list) if isinstance(file, dict) and not file.get("deleted")]
    matching = [file for file in files if named in {file.get("groupId"), file.get("fileId"), file.get("name")}]
    if len(matching) != 1:
        raise ConnectionEnded("not_found")
    if not all(isinstance(matching[0].get(name), str) and matching[0][name].isascii() for name in ("fileId", "groupId")):
        raise ConnectionEnded("answer")
    return matching[0]


def _key(server: HttpClient, budget: dict[str, Any], encryption: str) -> bytes | None:
    if not budget.get("encryptKeyId"):
        return None
    if not encryption:
        raise ConnectionEnded("encryption")
    answer = _data(server.post("sync/user-get-key", {"fileId": budget["fileId"]}), dict)
    return key_of(encryption, str(answer.get("salt")))


def _file(server: HttpClient, key: bytes | None) -> bytes:
    data = server.file("sync/download-user-file", largest=LARGEST)
    if len(data) > LARGEST:
        raise ConnectionEnded("answer")
    if key is None:
        return data
    meta = _data(server.get("sync/get-user-file-info"), dict).get("encryptMeta") or {}
    try:
        return deciphered(key, b64decode(meta["iv"]), data, b64decode(meta["authTag"]))
    except (KeyError, TypeError, ValueError) as error:
        raise ConnectionEnded("answer") from error


def _data(answer: Any, kind: type[Any]) -> Any:
    data = answer.get("data") if isinstance(answer, dict) else None
    if not isinstance(data, kind):
        raise ConnectionEnded("answer")
    return data


def _apply(stored: Stored, changes: Sequence[SyncChange]) -> None:
    """Apply the changes in order."""
    for change in changes:
        names = COLUMNS.get(change.table, ())
        if change.column in names and text_of(change.row):  # also in changes from here: more is sent than is read
            stored[change.table].setdefault(change.row, dict.fromkeys(names))[change.column] = change.value
