"""Hostile and broken uploads: the bytes that are sent, and their outcomes."""

import base64
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from tests.hostile.sending import BOUNDARY, MULTIPART, Answered, Visitor, body, part

PDF = (Path(__file__).parents[2] / "samples" / "statements" / "checking-2026-01.pdf").read_bytes()
FILE_LIMIT, REQUEST_LIMIT = 300_000, 12_000_000
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 40
HTML = b"<!doctype html><script>alert(document.cookie)</script>"
NO_FILE = "No file was received."
Send = Callable[[Visitor, str], Answered]


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """`kept`: number of its files that are stored, each with its row. `said`: text in the answer. `statuses`: allowed statuses of the
    answer; 0 is a connection that is ended, for a request that no answer could reach."""

    name: str
    send: Send
    to: str = "statement"
    kept: int = 0
    said: str = ""
    statuses: frozenset[int] = frozenset({200, 302})


FIELD = {"statement": "files", "ledger": "file", "answer": "file"}
MALFORMED = frozenset({400})
_told = 0


def fresh() -> bytes:
    """A good statement that no other case has sent."""
    global _told
    _told += 1
    return PDF + f"\n%{_told}\n".encode()


def one(to: str, content: bytes, name: str | bytes = "a.pdf") -> Send:
    return lambda visitor, path: visitor.post(path, body([part(content, field=FIELD[to], name=name)]))


def zipped() -> bytes:
    held = BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("../../evil.sh", "#!/bin/sh\n")
    return held.getvalue()


def padded(size: int) -> bytes:
    """A PDF of exactly so many bytes; its end is where readers look for it."""
    content = fresh()
    return content[:9] + b"%" + b"p" * (size - len(content) - 2) + b"\n" + content[9:]


def types() -> Iterator[Upload]:
    wrong = {
        "a picture": PNG,
        "a page": HTML,
        "an archive": zipped(),
        "a program": b"\x7fELF" + b"\0" * 60,
        "text": b"hello",
        "one byte": b"%",
    }
    for name, content in wrong.items():
        yield Upload(name=f"{name}, called a.pdf", send=one("statement", content), said="This file is not a PDF.")
    for name, content in {"nothing": b"", "blanks": b" \n" * 9}.items():
        yield Upload(name=f"{name}, called a.pdf", send=one("statement", content), said="empty")
    yield Upload(name="no more than the first word of a PDF", send=one("statement", b"%PDF-"), kept=1)


def polyglots() -> Iterator[Upload]:
    """Yield files that are stored unchanged if a reader takes them for a PDF, and are never given out as anything else."""
    kept = {
        "PDF and ZIP": fresh() + zipped(),
        "PDF and page": fresh() + HTML,
        "page, then PDF": HTML + b"\n" + fresh(),
        "picture, then PDF": PNG + fresh(),
        "PDF at byte 1,000": b"\n" * 1000 + fresh(),
    }
    for name, content in kept.items():
        yield Upload(name=name, send=one("statement", content), kept=1)
    yield Upload(name="PDF at byte 5,000", send=one("statement", b"\n" * 5000 + fresh()), said="This file is not a PDF.")


def names() -> Iterator[Upload]:
    hostile: dict[str, str | bytes] = {
        "a path": "/etc/passwd",
        "steps up": "../../../evil.pdf",
        "steps up of Windows": "..\\..\\evil.pdf",
        "steps up, coded": "..%2f..%2fevil.pdf",
        "steps up as entities": "..&#x2f;..&#x2f;evil.pdf",
        "a NUL": b"a\0.exe.pdf",
        "marks that turn": "fdp\u202eexe.pdf",
        "a newline": "a\nSet-Cookie: x=1.pdf",
        "markup": "<img src=x onerror=alert(1)>.pdf",
        "a formula": "=HYPERLINK(1).pdf",
        "300 characters": "a" * 300 + ".pdf",
        "60 letters of four bytes": "\U0001f4b6" * 60 + ".pdf",
        "one form of a letter": "u\u0308.pdf",
        "its twin": "\u00fc.pdf",
        "a drive": "C:evil.pdf",
        "a device": "CON.pdf",
    }
    for name, called in hostile.items():
        yield Upload(name=f"named {name}", send=one("statement", fresh(), called), kept=1)
    unusable: dict[str, str | bytes] = {"nothing": "", "a dot": ".", "two dots": "..", "half a letter": b"\xc3.pdf"}
    for name, called in unusable.items():
        yield Upload(name=f"named {name}", send=one("statement", fresh(), called), said=NO_FILE, statuses=MALFORMED)
    yield Upload(name="named 3,000 bytes", send=one("statement", fresh(), "a" * 3000), statuses=MALFORMED)


def sizes() -> Iterator[Upload]:
    for by in (-1, 0):
        yield Upload(name=f"of the limit {by:+d} byte", send=one("statement", padded(FILE_LIMIT + by)), kept=1)
    yield Upload(name="of the limit +1 byte", send=one("statement", padded(FILE_LIMIT + 1)), said="larger")
    for by, statuses in ((0, {200}), (1, {413, 0})):
        yield Upload(name=f"a request of the limit {by:+d} byte", send=request_of(REQUEST_LIMIT + by), statuses=frozenset(statuses))
    long = body([part(b"x" * 3_000_000, field="note", name=None)])
    yield Upload(name="a field of 3 MB", send=lambda visitor, path: visitor.post(path, long), statuses=MALFORMED)
    yield Upload(name="a stranger's file of 3 MB", send=a_strangers(3_000_000), statuses=frozenset({413, 0}))


def a_strangers(size: int) -> Send:
    """Return a request to the page that is open to all."""
    content = body([part(b"x" * size, field="username")])
    return lambda visitor, _path: Visitor(visitor.port, "nobody").post("/sign-in/", content)


def request_of(size: int) -> Send:
    rest = size - len(body([part(b"", field="files")]))
    return one("statement", b"x" * rest)


def parts() -> Iterator[Upload]:
    def many(count: int, content: Callable[[], bytes] = fresh) -> Send:
        return lambda visitor, path: visitor.post(path, body(part(content(), field="files") for _ in range(count)))

    yield Upload(name="fifty files", send=many(50), kept=50, said="a.pdf")
    yield Upload(name="fifty files, none of them a PDF", send=many(50, lambda: b"hello"), said="This file is not a PDF.")
    yield Upload(name="a thousand files", send=many(1000, lambda: b"hello"), statuses=MALFORMED)
    twice = fresh()
    yield Upload(name="the same file twice", send=many(2, lambda: twice), kept=1)
    fields = body([*(part(b"1", field=f"f{number}", name=None) for number in range(2000)), part(fresh(), field="files")])
    yield Upload(name="two thousand fields", send=lambda visitor, path: visitor.post(path, fields), statuses=MALFORMED)
    other = body([part(fresh(), field="other")])
    yield Upload(name="another field", send=lambda visitor, path: visitor.post(path, other), said=NO_FILE, statuses=MALFORMED)


def broken() -> Iterator[Upload]:
    good = body([part(fresh(), field="files")])

    def typed(kind: str, content: bytes = good) -> Send:
        return lambda visitor, path: visitor.post(path, content, Content_Type=kind)

    for kind in ("text/plain", "application/json", "application/x-www-form-urlencoded", ""):
        yield Upload(name=f"called {kind or 'nothing'}", send=typed(kind), said=NO_FILE, statuses=MALFORMED)
    for name, said in {
        "no boundary": "",
        "an empty boundary": "; boundary=",
        "a boundary of 300 letters": f"; boundary={'b' * 300}",
    }.items():
        yield Upload(name=f"with {name}", send=typed(f"multipart/form-data{said}"), statuses=MALFORMED)
    yield Upload(name="with another boundary", send=typed("multipart/form-data; boundary=other"), statuses=MALFORMED)
    yield Upload(name="in UTF-7", send=typed(f"{MULTIPART}; charset=utf-7"), kept=1)
    yield Upload(name="in an encoding that is none", send=typed(f"{MULTIPART}; charset=none", body([part(fresh(), field="files")])), kept=1)
    unended = good[: -len(f"--{BOUNDARY}--\r\n") - 400]
    yield Upload(name="without its end", send=typed(MULTIPART, unended), said=NO_FILE, statuses=MALFORMED)
    coded = body([part(base64.b64encode(fresh()), field="files", extra="Content-Transfer-Encoding: base64\r\n")])
    yield Upload(name="in base64", send=typed(MULTIPART, coded), kept=1)
    torn = body([part(b"#" * 99, field="files", extra="Content-Transfer-Encoding: base64\r\n")])
    yield Upload(name="in base64 that is none", send=typed(MULTIPART, torn), statuses=frozenset({200, 400}))
    size, lengthless = f"Content-Length: {len(good)}", "Transfer-Encoding: chunked"
    yield Upload(name="cut off in the middle", send=by_hand(good[: len(good) // 2], size, ended=True), statuses=frozenset({0, 400}))
    chunks = f"{len(good):x}\r\n".encode() + good + b"\r\n0\r\n\r\n"
    yield Upload(name="in chunks, without a length", send=by_hand(chunks, lengthless), statuses=frozenset({411}))
    yield Upload(name="in chunks, with a length too", send=by_hand(chunks, lengthless, size), statuses=frozenset({400, 411}))
    for told in ("-1", "many", "9" * 30):
        wrong = by_hand(good, f"Content-Length: {told}", ended=True)
        yield Upload(name=f"of a length of {told[:4]}", send=wrong, statuses=frozenset({400, 413, 0}))


def by_hand(content: bytes, *lines: str, ended: bool = False) -> Send:
    """A body under a head with these lines."""
    return lambda visitor, path: visitor.raw(visitor.head_of(path, *lines, "Connection: close") + content, ended=ended)


def elsewhere() -> Iterator[Upload]:
    """The two other ways in: files of a bank into an account, and files that come with an answer to a question."""
    unreadable = frozenset({422})
    rows = b"Date,Amount,Description\n2026-01-02,-1.00,Coffee\n"
    bomb, outside = camt(b'"' + b"x" * 999 + b'"'), camt(b'SYSTEM "file:///etc/passwd"')
    for name, content in {
        "a PDF": PDF,
        "a picture": PNG,
        "an archive": zipped(),
        "nothing": b"",
        "entities": bomb,
        "a file of ours": outside,
    }.items():
        yield Upload(name=f"as a ledger: {name}", to="ledger", send=one("ledger", content, "a.csv"), statuses=unreadable)
    yield Upload(
        name="as a ledger: of 10 MB +1 byte", to="ledger", send=one("ledger", b"x" * 10_000_001, "a.csv"), said="10 MB", statuses=unreadable
    )
    names_of_rows: dict[str, str | bytes] = {"steps up": "../../../evil.csv", "a NUL": b"a\0.csv", "300 characters": "a" * 300 + ".csv"}
    for name, called in names_of_rows.items():
        yield Upload(name=f"as a ledger: named {name}", to="ledger", send=one("ledger", rows, called), kept=1)
    refused = frozenset({400})
    for name, content in {"a program": b"\x7fELF" + b"\0" * 60, "an archive": zipped(), "nothing at all": b""}.items():
        yield Upload(name=f"as an answer: {name}", to="answer", send=one("answer", content), statuses=refused)
    yield Upload(
        name="as an answer: of the limit +1 byte", to="answer", send=one("answer", padded(FILE_LIMIT + 1)), said="larger", statuses=refused
    )
    for name, called in {"steps up": "../../../evil.pdf", "marks that turn": "fdp\u202eexe.pdf", "300 characters": "a" * 300}.items():
        yield Upload(name=f"as an answer: named {name}", to="answer", send=one("answer", PDF, called), kept=1)
    yield Upload(name="as an answer: a page", to="answer", send=one("answer", HTML, "a.html"), kept=1)


def camt(entity: bytes) -> bytes:
    """A file of a bank whose text is an entity."""
    return (
        b'<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a '
        + entity
        + b'>]><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">&a;</Document>'
    )


def uploads() -> list[Upload]:
    return [case for group in (types, polyglots, names, sizes, parts, broken, elsewhere) for case in group()]
