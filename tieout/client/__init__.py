"""A client of the API: needs httpx2 and nothing else of Tieout.

from tieout.client import Tieout

with Tieout("https://books.example.org", token="tieout_...") as tieout:
    received = tieout.upload("january.pdf")
    done = tieout.wait(received["statement_import"]["id"])
    print(done["verdict"], tieout.verdict(done["id"])["reasons"])
"""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self, cast
from uuid import uuid4

import httpx2

from tieout.client.shapes import (
    Account,
    Balance,
    BulkDone,
    Decided,
    Decision,
    Delivery,
    Entry,
    Import,
    LedgerImport,
    Me,
    Organization,
    Page,
    Published,
    Run,
    Signed,
    Statement,
    Suggestion,
    Undone,
    Uploaded,
    Webhook,
    WebhookMade,
)

TRIES = 4
LONGEST_PAUSE = 30.0
AGAIN = {429, 502, 503, 504}
"""Statuses after which a request is sent again: it was not refused, but cannot be answered now."""


class ApiRequests:
    """Requests to one installation with one token, with retries: every change carries a key, so that a repeated request does nothing twice.

    A token for every organization needs the short name of one."""

    def __init__(self, address: str, *, token: str, organization: str = "", seconds: float = 60.0, tries: int = TRIES) -> None:
        headers = {"Authorization": f"Bearer {token}"} | ({"Tieout-Organization": organization} if organization else {})
        self._client = httpx2.Client(base_url=f"{address.rstrip('/')}/api/v1/", headers=headers, timeout=seconds, follow_redirects=False)
        self._tries = tries

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._client.close()

    def get(self, path: str, **parameters: Any) -> Any:
        return self._answer("GET", path, params=_given(parameters)).json()

    def file(self, path: str, **parameters: Any) -> bytes:
        return self._answer("GET", path, params=_given(parameters)).content

    def post(self, path: str, sent: Mapping[str, Any] | None = None, *, key: str = "") -> Any:
        return self._answer("POST", path, json=dict(sent or {}), headers=_keyed(key)).json()

    def send(self, path: str, filename: str, content: bytes, *, key: str = "", **fields: str) -> Any:
        """Send a file as a form."""
        files = {"file": (filename, content)}
        return self._answer("POST", path, files=files, data=_given(fields), headers=_keyed(key)).json()

    def patch(self, path: str, sent: Mapping[str, Any], *, seen: str = "") -> Any:
        return self._answer("PATCH", path, json=dict(sent), headers=_keyed("") | _if_match(seen)).json()

    def delete(self, path: str, *, seen: str = "") -> None:
        self._answer("DELETE", path, headers=_keyed("") | _if_match(seen))

    def stream(self, path: str) -> Any:
        """Return an open answer, to be read line by line within `with`."""
        return self._client.stream("GET", path, headers={"Accept": "text/event-stream"})

    def _answer(self, method: str, path: str, **more: Any) -> httpx2.Response:
        """Return the answer. Raises Refused, Unreachable."""
        for attempt in range(1, self._tries + 1):
            try:
                answer = self._client.request(method, path, **more)
            except httpx2.TransportError as broken:
                if attempt == self._tries:
                    raise Unreachable(f"{type(broken).__name__}: {broken}") from broken
                time.sleep(_pause(attempt, ""))
                continue
            if answer.is_success:
                return answer
            if answer.status_code not in AGAIN or attempt == self._tries:
                try:
                    body = answer.json()
                except ValueError:
                    body = {}
                raise Refused(answer.status_code, body.get("code", "unknown"), body.get("detail", ""), body.get("errors") or ())
            time.sleep(_pause(attempt, answer.headers.get("Retry-After", "")))
        raise AssertionError("the last try returns or raises")


def _pause(attempt: int, stated: str) -> float:
    """Return the seconds to wait: those that the server asks for, else longer each time."""
    return min(LONGEST_PAUSE, float(stated) if stated.isdigit() else 0.5 * 2**attempt)


def _keyed(key: str) -> dict[str, str]:
    return {"Idempotency-Key": key or uuid4().hex}


def _if_match(etag: str) -> dict[str, str]:
    return {"If-Match": etag} if etag else {}


def _given(fields: Mapping[str, Any]) -> dict[str, str]:
    """Return the values that are neither None nor empty."""
    return {name: str(value) for name, value in fields.items() if value not in (None, "")}


class Refused(Exception):
    """Tieout refused a request. `code` does not change between releases; `detail` says what to do."""

    def __init__(self, status: int, code: str, detail: str = "", errors: Sequence[Any] = ()) -> None:
        self.status, self.code, self.detail, self.errors = status, code, detail, tuple(errors)
        super().__init__(" ".join(filter(None, (f"{status} {code}", detail, *(str(error.get("message", "")) for error in errors)))))


class Unreachable(Exception):
    """Raised if no answer came after all tries."""


class NotInTime(Exception):
    """The document was not finished within the given time. Tieout still works on it: ask again."""


__all__ = ["NotInTime", "Refused", "Tieout", "Unreachable"]

MOST_AT_ONCE = 5000
"""Entries in one request of `bring_in`."""


class Tieout(ApiRequests):
    """`Tieout(address, token=...)`, to be closed or used within `with`. Its methods raise Refused, Unreachable.

    A change without an answer is sent again under one key: it is done once."""

    def me(self) -> Me:
        return cast("Me", self.get("me"))

    def upload(self, pdf: str | Path | bytes, *, filename: str = "", account: str = "", password: str = "", key: str = "") -> Uploaded:
        """Upload a statement, as a file or its bytes. The same bytes are one import, however often they are sent."""
        content = pdf if isinstance(pdf, bytes) else Path(pdf).read_bytes()
        name = filename or ("statement.pdf" if isinstance(pdf, bytes) else Path(pdf).name)
        return cast("Uploaded", self.send("imports", name, content, key=key, account=account, password=password))

    def imports(self, *, status: str = "", verdict: str = "", sha256: str = "") -> Iterator[Import]:
        """Yield all imports, newest first, page by page."""
        after: str | None = ""
        while after is not None:
            page = cast("Page[Import]", self.get("imports", status=status, verdict=verdict, sha256=sha256, after=after))
            yield from page["items"]
            after = page["next"]

    def statement_import(self, key: str) -> Import:
        return cast("Import", self.get(f"imports/{key}"))

    def wait(self, key: str, *, seconds: float = 300.0, pause: float = 0.5) -> Import:
        """Wait until the import is finished and return it. Raises NotInTime."""
        deadline = time.monotonic() + seconds
        while True:
            state = self.statement_import(key)
            if state["finished"]:
                return state
            if time.monotonic() > deadline:
                raise NotInTime(f"{state['filename']} is {state['status']}")
            time.sleep(pause)

    def follow(self, key: str) -> Iterator[Import]:
        """Yield the import's state, and again after each change, until it is finished or the stream ends: then follow again."""
        with self.stream(f"imports/{key}/events") as answer:
            for line in answer.iter_lines():
                if line.startswith("data: "):
                    yield cast("Import", json.loads(line.removeprefix("data: ")))

    def verdict(self, key: str) -> dict[str, Any]:
        """Return the verdict of an import with all its evidence; the schema describes every part."""
        return cast("dict[str, Any]", self.get(f"imports/{key}/verdict"))

    def runs(self, key: str) -> list[Run]:
        return cast("list[Run]", self.get(f"imports/{key}/runs"))

    def document(self, key: str) -> bytes:
        return self.file(f"imports/{key}/document")

    def convert(self, key: str, form: str) -> bytes:
        """Return the statements of a document as a file for other programs, such as `ofx` or `xlsx`."""
        return self.file(f"imports/{key}/convert/{form}")

    def process_again(self, key: str) -> Import:
        return cast("Import", self.post(f"imports/{key}/process-again"))

    def verify_again(self, key: str) -> Import:
        return cast("Import", self.post(f"imports/{key}/verify-again"))

    def unlock(self, key: str, password: str) -> Import:
        return cast("Import", self.post(f"imports/{key}/unlock", {"password": password}))

    def choose_account(self, key: str, account: str, *, confirmed: bool = False) -> Import:
        """Choose the account; `confirmed` if both the printed number and the printed currency speak against it."""
        return cast("Import", self.post(f"imports/{key}/choose-account", {"account": account, "confirmed": confirmed}))

    def discard(self, key: str, *, reason: str = "", not_a_statement: bool = False) -> Import:
        """Discard a document on which nothing depends, with the reason, or because it is not a statement."""
        return cast("Import", self.post(f"imports/{key}/discard", {"reason": reason, "not_a_statement": not_a_statement}))

    def take_back(self, key: str) -> Import:
        return cast("Import", self.post(f"imports/{key}/take-back"))

    def read_as_statement(self, key: str) -> Import:
        return cast("Import", self.post(f"imports/{key}/read-as-statement"))

    def move(self, key: str, token: str) -> Import:
        """Move a document to the client of another token of the same person."""
        return cast("Import", self.post(f"imports/{key}/move", {"token": token}))

    def cancel(self, key: str) -> Import:
        return cast("Import", self.post(f"imports/{key}/cancel"))

    def undo(self, key: str, *, postings: Sequence[str] | None = None) -> Undone:
        """Remove from the books the entries that were added from an import."""
        return cast("Undone", self.post(f"imports/{key}/undo", {"postings": list(postings) if postings is not None else None}))

    def statement(self, key: str) -> Statement:
        return cast("Statement", self.get(f"statements/{key}"))

    def decisions(self, statement: str) -> list[Decision]:
        return cast("list[Decision]", self.get(f"statements/{statement}/decisions"))

    def decide(self, statement: str, kind: str, **fields: Any) -> Decided:
        """Make a decision of a `kind`, with its fields in the schema of a decision."""
        return cast("Decided", self.post(f"statements/{statement}/decisions", {"kind": kind, **fields}))

    def withdraw(self, decision: str, *, reason: str = "") -> Decided:
        return cast("Decided", self.post(f"decisions/{decision}/withdraw", {"reason": reason}))

    def suggestions(self, statement: str) -> list[Suggestion]:
        """Return the suggested codes of its new rows."""
        return cast("list[Suggestion]", self.get(f"statements/{statement}/suggestions"))

    def publish(
        self, statement: str, *, lines: Sequence[int] | None = None, codes: Mapping[int, Mapping[str, str]] | None = None
    ) -> Published:
        """Add new rows to the books: all of them, or those named. `codes` are the codes by row."""
        rows = [{"line": line, **row_codes} for line, row_codes in (codes or {}).items()]
        return cast(
            "Published", self.post(f"statements/{statement}/publish", {"lines": list(lines) if lines is not None else None, "codes": rows})
        )

    def start_account(self, statement: str, *, name: str, currency: str = "") -> Account:
        return cast("Account", self.post(f"statements/{statement}/start-account", {"name": name, "currency": currency}))

    def sign(self, statement: str, step: str, *, confirmed: Sequence[str] = (), reason: str = "") -> Signed:
        """Take a step of the sign-off. `step`: prepare, review, sign_off, lock, reopen, note."""
        return cast("Signed", self.post(f"statements/{statement}/sign", {"step": step, "confirmed": list(confirmed), "reason": reason}))

    def report(self, statement: str, name: str) -> bytes:
        """Return a report, such as `bank-reconciliation.pdf`."""
        return self.file(f"statements/{statement}/reports/{name}")

    def evidence(self, statement: str) -> bytes:
        """Return the archive of document, reports and proof."""
        return self.file(f"statements/{statement}/evidence")

    def type_statement(self, account: str, **fields: Any) -> Import:
        """Enter balances by hand, with the ticked entries, without a document."""
        return cast("Import", self.post(f"accounts/{account}/typed-statements", fields))

    def accounts(self) -> Iterator[Account]:
        """Yield all accounts by name."""
        after: str | None = ""
        while after is not None:
            page = cast("Page[Account]", self.get("accounts", after=after))
            yield from page["items"]
            after = page["next"]

    def account(self, key: str) -> Account:
        return cast("Account", self.get(f"accounts/{key}"))

    def add_account(self, **fields: Any) -> Account:
        """Add an account: `name` and `currency`; `kind`, `institution`, `number`, `opening_balance` (a string) and `opening_date` if
        known."""
        return cast("Account", self.post("accounts", fields))

    def change_account(self, key: str, *, seen: str = "", **fields: Any) -> Account:
        return cast("Account", self.patch(f"accounts/{key}", fields, seen=seen))

    def balance(self, account: str, *, as_of: str = "") -> Balance:
        return cast("Balance", self.get(f"accounts/{account}/balance", as_of=as_of))

    def export(self, account: str, form: str = "csv", *, first: str = "", last: str = "", added_here: bool = False) -> bytes:
        """Return entries as a file for other programs; `added_here` leaves out those from ledger imports."""
        return self.file(f"accounts/{account}/export/{form}", first=first, last=last, added_here=added_here)

    def entries(self, account: str, *, first: str = "", last: str = "", external_id: str = "") -> Iterator[Entry]:
        """Yield all entries, oldest first."""
        after: str | None = ""
        while after is not None:
            parameters = {"first": first, "last": last, "external_id": external_id, "after": after, "limit": 200}
            page = cast("Page[Entry]", self.get(f"accounts/{account}/entries", **parameters))
            yield from page["items"]
            after = page["next"]

    def entry(self, key: str) -> Entry:
        return cast("Entry", self.get(f"entries/{key}"))

    def enter(self, account: str, **fields: Any) -> Entry:
        """Add an entry: `booked_on` and `amount` (a string); `description`, `reference`, `number`, `status`."""
        return cast("Entry", self.post(f"accounts/{account}/entries", fields))

    def bring_in(self, account: str, entries: Sequence[Mapping[str, Any]]) -> list[BulkDone]:
        """Add many entries, each with its `external_id`; sent again, they are recognized. Yields one answer for each 5,000."""
        path = f"accounts/{account}/entries/bulk"
        parts = [list(entries[start : start + MOST_AT_ONCE]) for start in range(0, len(entries), MOST_AT_ONCE)]
        return [cast("BulkDone", self.post(path, {"entries": part})) for part in parts]

    def change_entry(self, key: str, *, seen: str = "", **fields: Any) -> Entry:
        return cast("Entry", self.patch(f"entries/{key}", fields, seen=seen))

    def delete_entry(self, key: str, *, seen: str = "") -> None:
        self.delete(f"entries/{key}", seen=seen)

    def show_file(self, account: str, file: str | Path) -> LedgerImport:
        """Return a preview of the file of a bank or program; nothing is imported yet."""
        content = Path(file).read_bytes()
        return cast("LedgerImport", self.send(f"accounts/{account}/ledger-imports", Path(file).name, content))

    def ledger_import(self, key: str) -> LedgerImport:
        return cast("LedgerImport", self.get(f"ledger-imports/{key}"))

    def read_otherwise(self, key: str, **choices: Any) -> LedgerImport:
        return cast("LedgerImport", self.patch(f"ledger-imports/{key}", choices))

    def confirm(self, shown: LedgerImport, *, also: Sequence[int] = ()) -> LedgerImport:
        """Import exactly the rows that were shown."""
        return cast("LedgerImport", self.post(f"ledger-imports/{shown['id']}/confirm", {"shown": shown["shown"], "also": list(also)}))

    def undo_ledger_import(self, key: str) -> LedgerImport:
        return cast("LedgerImport", self.post(f"ledger-imports/{key}/undo"))

    def forget_ledger_import(self, key: str) -> None:
        self.delete(f"ledger-imports/{key}")

    def organizations(self) -> list[Organization]:
        return cast("list[Organization]", self.get("organizations"))

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
