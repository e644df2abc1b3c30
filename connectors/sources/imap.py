"""A mailbox over IMAP and TLS: the few commands that are needed, each bounded. Uses Python's own library, whose `read` can be
overridden, so that no server can send more than was asked for. No mail is parsed here, and none is deleted."""

import binascii
import imaplib
import quopri
import re
import ssl
from base64 import b64decode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from connectors.http_client import ConnectionEnded
from connectors.sources.structure import Attachment, TooNested, parts_of

SECONDS = 30.0
SPARE = 65_536
"""Bytes of an answer beside the requested content."""


class Bounded(imaplib.IMAP4_SSL):
    """Refuses a literal longer than `most` bytes before reading it."""

    most = SPARE

    def read(self, size: int) -> bytes:
        if size > self.most:
            raise self.abort("the server sends more than was asked for")
        return super().read(size)


class Folder:
    """An opened folder of a mailbox. Its methods raise ConnectionEnded, and errors that `opened_folder` translates."""

    def __init__(self, server: Bounded, validity: int) -> None:
        self._server = server
        self.validity = validity

    def uids(self, criteria: Mapping[str, str]) -> list[int]:
        """Return the UIDs, in order, of mails with these texts, by IMAP's names for their places, `FROM` or `SUBJECT`."""
        arguments = [part for name, text in criteria.items() for part in (name.encode(), quoted(text).encode())]
        (answer, *_more) = self._request("SEARCH", "CHARSET", "UTF-8", *arguments) if arguments else self._request("SEARCH", "ALL")
        return sorted(int(number) for number in (answer or b"").split() if number.isdigit())

    def parts(self, uid: int) -> list[Attachment] | None:
        """Return the parts of a mail without fetching them; None if there are more than in any person's mail."""
        answer = self._request("FETCH", str(uid), "(BODYSTRUCTURE)")
        try:
            return parts_of([piece for piece in answer if piece is not None])
        except TooNested:
            return None

    def content_of(self, uid: int, part: Attachment, *, most: int) -> bytes:
        """Return one part, decoded, without marking the mail as read; at most `most` bytes of it are sent."""
        self._server.most = most + SPARE
        try:
            answer = self._request("FETCH", str(uid), f"(BODY.PEEK[{part.section}]<0.{most}>)")
        finally:
            self._server.most = SPARE
        return _decoded(next((piece[1] for piece in answer if isinstance(piece, tuple)), b""), part.encoding)

    def mark_seen(self, uid: int) -> None:
        self._request("STORE", str(uid), "+FLAGS.SILENT", r"(\Seen)")

    def move(self, uid: int, folder: str) -> None:
        self._request("MOVE", str(uid), _named(folder))

    def _request(self, command: str, *arguments: Any) -> list[Any]:
        kind, answer = self._server.uid(command, *arguments)
        if kind != "OK":
            raise ConnectionEnded("answer")
        return answer


@contextmanager
def opened_folder(
    *, host: str, port: int, trusted: ssl.SSLContext, user: str, password: str, folder: str, writes: bool, move_to: str
) -> Iterator[Folder]:
    """Open a folder. Raises ConnectionEnded: `connection`, `timeout`, `refused`, `not_found` for a folder, `no_move`, `answer`."""
    with _failures(), Bounded(host, port, ssl_context=trusted, timeout=SECONDS) as server:
        _sign_in(server, user, password)
        if move_to:
            _require_move(server, move_to)
        _select(server, folder, readonly=not writes)
        _name, (validity, *_more) = server.response("UIDVALIDITY")
        yield Folder(server, int(validity) if validity else 0)


def _sign_in(server: Bounded, user: str, password: str) -> None:
    """Sign in. A name or a password with letters beyond ASCII needs the PLAIN mechanism (RFC 4616)."""
    try:
        if f"{user}{password}".isascii():
            server.login(user, password)
        else:
            server.authenticate("PLAIN", lambda _asked: f"\0{user}\0{password}".encode())
    except imaplib.IMAP4.abort:
        raise
    except imaplib.IMAP4.error as error:
        raise ConnectionEnded("refused") from error


def _require_move(server: Bounded, folder: str) -> None:
    """Raise ConnectionEnded without MOVE (RFC 6851): a mail could then only be copied and deleted, and nothing here deletes."""
    _kind, answer = server.capability()
    if b"MOVE" not in b" ".join(piece for piece in answer if piece).upper().split():
        raise ConnectionEnded("no_move")
    _select(server, folder, readonly=True)


def _select(server: Bounded, folder: str, *, readonly: bool) -> None:
    kind, _count = server.select(_named(folder), readonly=readonly)
    if kind != "OK":
        raise ConnectionEnded("not_found")


@contextmanager
def _failures() -> Iterator[None]:
    """Translate errors of the library and the network to ConnectionEnded."""
    try:
        yield
    except TimeoutError as error:
        raise ConnectionEnded("timeout") from error
    except (OSError, imaplib.IMAP4.abort) as error:
        raise ConnectionEnded("connection") from error
    except imaplib.IMAP4.error as error:
        raise ConnectionEnded("answer") from error


def _decoded(sent: bytes, encoding: str) -> bytes:
    """Return the decoded content; what cannot be decoded is returned as it is, and refused later since it is no PDF."""
    try:
        if encoding == "base64":
            return b64decode(sent + b"==")
        return quopri.decodestring(sent) if encoding == "quoted-printable" else sent
    except (binascii.Error, ValueError):
        return sent


def quoted(text: str) -> str:
    """Return a string of IMAP, on one line."""
    plain = "".join(character for character in text if character.isprintable())
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _named(folder: str) -> str:
    """Return the name of a folder in modified UTF-7 (RFC 3501, 5.1.3)."""
    return quoted(re.sub(r"[^\x20-\x7e]+", lambda match: _utf7(match[0]), folder.replace("&", "&-")))


def _utf7(text: str) -> str:
    return "&" + binascii.b2a_base64(text.encode("utf-16-be"), newline=False).decode().rstrip("=").replace("/", ",") + "-"
