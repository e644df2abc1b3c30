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
from typing import Any, cast

from tieout.client.asking import Asking, NotInTime, Refused, Unreachable
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

__all__ = ["NotInTime", "Refused", "Tieout", "Unreachable"]

MOST_AT_ONCE = 5000
"""Entries in one request of `bring_in`."""


class Tieout(Asking):
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
