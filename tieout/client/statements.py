"""Statements: sent, followed, read, decided on, and taken into the books."""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from tieout.client.asking import Asking
from tieout.client.errors import NotInTime
from tieout.client.shapes import (
    Account,
    Decided,
    Decision,
    Import,
    Me,
    Page,
    Published,
    Run,
    Signed,
    Statement,
    Suggestion,
    Undone,
    Uploaded,
)


class Statements(Asking):
    def me(self) -> Me:
        return cast("Me", self.get("me"))

    def upload(self, pdf: str | Path | bytes, *, filename: str = "", account: str = "", password: str = "", key: str = "") -> Uploaded:
        """A statement, as a file or its bytes. The same bytes are one import, however often they are sent."""
        content = pdf if isinstance(pdf, bytes) else Path(pdf).read_bytes()
        name = filename or ("statement.pdf" if isinstance(pdf, bytes) else Path(pdf).name)
        return cast("Uploaded", self.send("imports", name, content, key=key, account=account, password=password))

    def imports(self, *, status: str = "", verdict: str = "", sha256: str = "") -> Iterator[Import]:
        """All of them, newest first, page by page."""
        after: str | None = ""
        while after is not None:
            page = cast("Page[Import]", self.get("imports", status=status, verdict=verdict, sha256=sha256, after=after))
            yield from page["items"]
            after = page["next"]

    def statement_import(self, key: str) -> Import:
        return cast("Import", self.get(f"imports/{key}"))

    def wait(self, key: str, *, seconds: float = 300.0, pause: float = 0.5) -> Import:
        """Until nobody works on it any more. Raises NotInTime."""
        deadline = time.monotonic() + seconds
        while True:
            found = self.statement_import(key)
            if found["finished"]:
                return found
            if time.monotonic() > deadline:
                raise NotInTime(f"{found['filename']} is {found['status']}")
            time.sleep(pause)

    def follow(self, key: str) -> Iterator[Import]:
        """What it is now, and each time that it changes, until it is finished or the stream ends: then follow again."""
        with self.stream(f"imports/{key}/events") as answer:
            for line in answer.iter_lines():
                if line.startswith("data: "):
                    yield cast("Import", json.loads(line.removeprefix("data: ")))

    def verdict(self, key: str) -> dict[str, Any]:
        """The answer of an import with all its evidence; the schema says every part."""
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

    def choose_account(self, key: str, account: str) -> Import:
        return cast("Import", self.post(f"imports/{key}/choose-account", {"account": account}))

    def cancel(self, key: str) -> Import:
        return cast("Import", self.post(f"imports/{key}/cancel"))

    def undo(self, key: str, *, postings: Sequence[str] | None = None) -> Undone:
        """Take out of the books what was added from an import."""
        return cast("Undone", self.post(f"imports/{key}/undo", {"postings": list(postings) if postings is not None else None}))

    def statement(self, key: str) -> Statement:
        return cast("Statement", self.get(f"statements/{key}"))

    def decisions(self, statement: str) -> list[Decision]:
        return cast("list[Decision]", self.get(f"statements/{statement}/decisions"))

    def decide(self, statement: str, kind: str, **said: Any) -> Decided:
        """`kind` and what goes with it, as the schema of a decision tells."""
        return cast("Decided", self.post(f"statements/{statement}/decisions", {"kind": kind, **said}))

    def withdraw(self, decision: str, *, reason: str = "") -> Decided:
        return cast("Decided", self.post(f"decisions/{decision}/withdraw", {"reason": reason}))

    def suggestions(self, statement: str) -> list[Suggestion]:
        """What its new rows would be booked as."""
        return cast("list[Suggestion]", self.get(f"statements/{statement}/suggestions"))

    def publish(
        self, statement: str, *, lines: Sequence[int] | None = None, codes: Mapping[int, Mapping[str, str]] | None = None
    ) -> Published:
        """Add new rows to the books: all of them, or those named. `codes` says by row what it is booked as."""
        said = [{"line": line, **each} for line, each in (codes or {}).items()]
        return cast(
            "Published", self.post(f"statements/{statement}/publish", {"lines": list(lines) if lines is not None else None, "codes": said})
        )

    def start_account(self, statement: str, *, name: str, currency: str = "") -> Account:
        return cast("Account", self.post(f"statements/{statement}/start-account", {"name": name, "currency": currency}))

    def sign(self, statement: str, step: str, *, confirmed: Sequence[str] = (), reason: str = "") -> Signed:
        """`step`: prepare, review, sign_off, lock, reopen, note."""
        return cast("Signed", self.post(f"statements/{statement}/sign", {"step": step, "confirmed": list(confirmed), "reason": reason}))

    def report(self, statement: str, name: str) -> bytes:
        """Such as `bank-reconciliation.pdf`."""
        return self.file(f"statements/{statement}/reports/{name}")

    def evidence(self, statement: str) -> bytes:
        """The archive of document, reports and proof."""
        return self.file(f"statements/{statement}/evidence")

    def type_statement(self, account: str, **said: Any) -> Import:
        """Balances typed by a person, and entries that they ticked, without a document."""
        return cast("Import", self.post(f"accounts/{account}/typed-statements", said))
