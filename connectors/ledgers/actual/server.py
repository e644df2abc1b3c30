"""A budget on a server of Actual, over the HTTP that its own clients speak (sync-server 26): as it stands now, and changes to it."""

from base64 import b64decode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from connectors.ledgers.actual.messages import BEGINNING, BudgetKey, SyncChange, asking, deciphered, key_of, telling, told
from connectors.outside import ConnectionEnded, Outside
from finance.imports.actual_budget.tables import COLUMNS, Stored, stored_budget
from finance.imports.problems import FileRefused
from finance.imports.sqlite_file import text_of

LARGEST = 50_000_000
"""Bytes of the stored budget, and of all changes since: some 400,000."""
SYNC = "sync/sync"
SYNC_TYPE = "application/actual-sync"


class RemoteBudget:
    """`stored` is read once; what is told is told the server alone."""

    def __init__(self, server: Outside, place: BudgetKey, data: bytes) -> None:
        self._server, self._place, self._last = server, place, BEGINNING
        self.stored = self._now(data)

    def tell(self, changes: Sequence[SyncChange]) -> None:
        """All of them or none. Raises NotDone."""
        if not changes:
            return
        content = self._server.exchange(SYNC, telling(self._place, changes, after=self._last), kind=SYNC_TYPE, largest=LARGEST)
        _changes, self._last = told(content, self._place, COLUMNS)
        _apply(self.stored, changes)

    def _now(self, data: bytes) -> Stored:
        try:
            stored = stored_budget(data)
        except FileRefused as refused:
            raise ConnectionEnded("answer") from refused
        if stored is None:
            raise ConnectionEnded("answer")
        content = self._server.exchange(SYNC, asking(self._place), kind=SYNC_TYPE, largest=LARGEST)
        changes, self._last = told(content, self._place, COLUMNS)
        _apply(stored, changes)
        return stored


@contextmanager
def remote_budget(address: str, *, password: str, named: str, encryption: str) -> Iterator[RemoteBudget]:
    """The budget of that name or sync id. Raises NotDone."""
    with Outside(address, headers={}) as server:
        server.say({"X-ACTUAL-TOKEN": _token(server, password)})
        found = _named(server, named)
        server.say({"X-ACTUAL-FILE-ID": str(found["fileId"])})
        key = _key(server, found, encryption)
        place = BudgetKey(file=str(found["fileId"]), group=str(found["groupId"]), key_name=str(found.get("encryptKeyId") or ""), key=key)
        yield RemoteBudget(server, place, _file(server, key))


def _token(server: Outside, password: str) -> str:
    """What is no server of Actual says so before it is told the password."""
    server.get("account/needs-bootstrap")
    try:
        said = server.post("account/login", {"loginMethod": "password", "password": password})
    except ConnectionEnded as not_done:
        raise ConnectionEnded("refused" if not_done.code == "answer" else not_done.code) from not_done
    token = _data(said, dict).get("token")
    if not isinstance(token, str) or not token.isascii() or not token.isprintable():
        raise ConnectionEnded("refused")
    return token


def _named(server: Outside, named: str) -> dict[str, Any]:
    """One that is not deleted; two of one name are told apart by their sync ids."""
    files = [each for each in _data(server.get("sync/list-user-files"), list) if isinstance(each, dict) and not each.get("deleted")]
    found = [each for each in files if named in {each.get("groupId"), each.get("fileId"), each.get("name")}]
    if len(found) != 1:
        raise ConnectionEnded("not_found")
    if not all(isinstance(found[0].get(name), str) and found[0][name].isascii() for name in ("fileId", "groupId")):
        raise ConnectionEnded("answer")
    return found[0]


def _key(server: Outside, found: dict[str, Any], encryption: str) -> bytes | None:
    if not found.get("encryptKeyId"):
        return None
    if not encryption:
        raise ConnectionEnded("encryption")
    said = _data(server.post("sync/user-get-key", {"fileId": found["fileId"]}), dict)
    return key_of(encryption, str(said.get("salt")))


def _file(server: Outside, key: bytes | None) -> bytes:
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


def _data(said: Any, kind: type[Any]) -> Any:
    found = said.get("data") if isinstance(said, dict) else None
    if not isinstance(found, kind):
        raise ConnectionEnded("answer")
    return found


def _apply(stored: Stored, changes: Sequence[SyncChange]) -> None:
    """Later ones last."""
    for change in changes:
        names = COLUMNS.get(change.table, ())
        if change.column in names and text_of(change.row):  # of ours too: more is told than is read
            stored[change.table].setdefault(change.row, dict.fromkeys(names))[change.column] = change.value
