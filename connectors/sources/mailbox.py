"""A mailbox over IMAP with TLS: statements attached to the mails that a rule names. Nothing is deleted.

A mail is identified by the mailbox's UIDVALIDITY and its UID, a part of it by its section. Its server describes its parts and their
sizes; only the wanted files are fetched.

Python's own library sends the few commands that are needed, each bounded; its `read` is overridden, so that no server can send more than
was requested. The server describes the parts of a mail (BODYSTRUCTURE, RFC 3501), and so shows which of them may be a statement, and its
size, before it is sent. A sender makes the mail: the description is read within bounds of depth and of number."""

import binascii
import imaplib
import quopri
import re
import socket
import ssl
from base64 import b64decode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.utils import collapse_rfc2231_value, decode_params
from fnmatch import fnmatchcase
from functools import partial
from typing import Any

from django.conf import settings

from connectors.http_client import ConnectionEnded
from connectors.intake import Counts, receive
from connectors.models import Connection
from reconciliation.electronic.reader import TAKEN_ENDINGS
from reconciliation.model_access.endpoints import AddressNotAllowed, public_numbers
from reconciliation.models import StatementImport

SECONDS = 30.0
SPARE = 65_536
"""Bytes of an answer beside the requested content."""
MOST_TOKENS = 5_000
DEEPEST = 24
TOKEN = re.compile(rb'(\()|(\))|"((?:[^"\\]|\\.)*)"|\{(\d+)\+?\}|([^\s()"]+)|(")')
Node = bytes | list["Node"] | None
TYPE, SUBTYPE, PARAMETERS, ENCODING, SIZE = 0, 1, 2, 5, 6
SHORTEST = 7
"""Fields of a part that is not made of others: type, subtype, parameters, id, description, encoding, size."""
EMBEDDED = 8
"""Index of the structure of an embedded message."""


class TooNested(ValueError):
    """The message has more or deeper parts than any person's mail, or its description is no structure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """An attachment. `size` is in bytes as it is sent, `encoding` in lower case."""

    section: str
    filename: str
    kind: str
    encoding: str
    size: int

    @property
    def may_be_statement(self) -> bool:
        """True for a PDF, and for a file that is named like an electronic statement or an archive."""
        named = self.filename.lower().endswith(".pdf")
        is_pdf = self.kind == "application/pdf" or (named and self.kind == "application/octet-stream")
        return is_pdf or self.filename.lower().endswith(TAKEN_ENDINGS)


class Bounded(imaplib.IMAP4_SSL):
    """Connects to one of `numbers`, with the certificate of `host`. Refuses a literal longer than `most` bytes before reading it."""

    most = SPARE

    def __init__(self, host: str, port: int, *, numbers: Sequence[str], trusted: ssl.SSLContext) -> None:
        self._numbers, self._trusted = numbers, trusted
        super().__init__(host, port, ssl_context=trusted, timeout=SECONDS)

    def _create_socket(self, timeout: float | None) -> ssl.SSLSocket:
        failed = OSError("the name has no number")
        for number in self._numbers:
            try:
                connected = socket.create_connection((number, self.port), timeout)
            except OSError as error:
                failed = error
                continue
            return self._trusted.wrap_socket(connected, server_hostname=self.host)
        raise failed

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
        sent: bytes = next((piece[1] for piece in answer if isinstance(piece, tuple)), b"")
        try:
            if part.encoding == "base64":
                return b64decode(sent + b"==")
            return quopri.decodestring(sent) if part.encoding == "quoted-printable" else sent
        except (binascii.Error, ValueError):
            return sent  # refused later, since it is no statement

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
    *,
    host: str,
    port: int,
    numbers: Sequence[str],
    trusted: ssl.SSLContext,
    user: str,
    password: str,
    folder: str,
    writes: bool,
    move_to: str,
) -> Iterator[Folder]:
    """Open a folder of the mailbox on the server `host`, connecting to one of `numbers`.

    Raises ConnectionEnded: `connection`, `timeout`, `refused`, `not_found` for a folder, `no_move`, `answer`."""
    try:
        with Bounded(host, port, numbers=numbers, trusted=trusted) as server:
            try:
                if f"{user}{password}".isascii():
                    server.login(user, password)
                else:  # letters beyond ASCII need the PLAIN mechanism (RFC 4616)
                    server.authenticate("PLAIN", lambda _challenge: f"\0{user}\0{password}".encode())
            except imaplib.IMAP4.abort:
                raise
            except imaplib.IMAP4.error as error:
                raise ConnectionEnded("refused") from error
            if move_to:
                # Without MOVE (RFC 6851) a mail could only be copied and deleted, and nothing here deletes.
                _kind, answer = server.capability()
                if b"MOVE" not in b" ".join(piece for piece in answer if piece).upper().split():
                    raise ConnectionEnded("no_move")
                _select(server, move_to, readonly=True)
            _select(server, folder, readonly=not writes)
            _name, (validity, *_more) = server.response("UIDVALIDITY")
            yield Folder(server, int(validity) if validity else 0)
    except TimeoutError as error:
        raise ConnectionEnded("timeout") from error
    except (OSError, imaplib.IMAP4.abort) as error:
        raise ConnectionEnded("connection") from error
    except imaplib.IMAP4.error as error:
        raise ConnectionEnded("answer") from error


def _select(server: Bounded, folder: str, *, readonly: bool) -> None:
    kind, _count = server.select(_named(folder), readonly=readonly)
    if kind != "OK":
        raise ConnectionEnded("not_found")


def quoted(text: str) -> str:
    """Return a string of IMAP, on one line."""
    plain = "".join(character for character in text if character.isprintable())
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _named(folder: str) -> str:
    """Return the name of a folder in modified UTF-7 (RFC 3501, 5.1.3)."""
    name = ""
    for place, text in enumerate(re.split(r"([^\x20-\x7e]+)", folder.replace("&", "&-"))):
        if place % 2:  # every second piece is a match of the pattern
            encoded = binascii.b2a_base64(text.encode("utf-16-be"), newline=False).decode()
            text = f"&{encoded.rstrip('=').replace('/', ',')}-"
        name += text
    return quoted(name)


def parts_of(answer: list[bytes | tuple[bytes, bytes]]) -> list[Attachment]:
    """Return the parts of a message that are not made of others. `answer` is imaplib's: text, with literals as pairs.
    Raises TooNested."""
    # The parser does not recurse: a hostile depth is counted, not descended into.
    top: list[Node] = []
    open_lists = [top]
    for count, (opens, closes, node) in enumerate(_tokens(answer)):
        if count > MOST_TOKENS or len(open_lists) > DEEPEST:
            raise TooNested
        if opens:
            fresh: list[Node] = []
            open_lists[-1].append(fresh)
            open_lists.append(fresh)
        elif closes:
            if len(open_lists) == 1:
                raise TooNested
            open_lists.pop()
        else:
            open_lists[-1].append(node)
    structure = _after(top, b"BODYSTRUCTURE")
    if not isinstance(structure, list):
        raise TooNested
    return list(_parts(structure, "", 0))


def _after(nodes: list[Node], name: bytes) -> Node:
    """Return the node after the name, at any depth of the answer."""
    waiting = list(nodes)
    for place, node in enumerate(waiting):
        if isinstance(node, bytes) and node.upper() == name:
            return waiting[place + 1] if place + 1 < len(waiting) else None
        if isinstance(node, list) and b"BODYSTRUCTURE" in [text.upper() for text in node if isinstance(text, bytes)]:
            return _after(node, name)
    return None


def _tokens(answer: list[bytes | tuple[bytes, bytes]]) -> Iterator[tuple[bool, bool, bytes | None]]:
    """Yield True for an opening list, True for a closing one, and else a text."""
    for piece in answer:
        text, literal = piece if isinstance(piece, tuple) else (piece, None)
        for match in TOKEN.finditer(text):
            opens, closes, quoted, length, atom, unclosed = match.groups()
            if unclosed:
                raise TooNested
            if length is None:
                node = re.sub(rb"\\(.)", rb"\1", quoted) if quoted is not None else atom
                yield bool(opens), bool(closes), None if atom and atom.upper() == b"NIL" else node
        if literal is not None:
            yield False, False, literal


def _parts(structure: list[Node], section: str, depth: int) -> Iterator[Attachment]:
    if depth > DEEPEST:
        raise TooNested
    if structure and isinstance(structure[0], list):
        for number, part in enumerate((node for node in structure if isinstance(node, list)), 1):
            # A part begins with its type and subtype, and a whole with a part. Parameters of the whole follow its parts.
            begins_with_part = bool(part) and isinstance(part[0], list)
            begins_with_type = bool(part) and isinstance(part[0], bytes) and len(part) >= SHORTEST
            if not begins_with_part and not begins_with_type:
                return
            yield from _parts(part, f"{section}.{number}".lstrip("."), depth + 1)
        return
    if len(structure) < SHORTEST:
        raise TooNested
    kind = f"{_text(structure[TYPE])}/{_text(structure[SUBTYPE])}".lower()
    embedded = structure[EMBEDDED] if kind == "message/rfc822" and len(structure) > EMBEDDED else None
    if isinstance(embedded, list):
        is_whole = bool(embedded) and not isinstance(embedded[0], list)
        yield from _parts(embedded, f"{section or '1'}.1" if is_whole else section or "1", depth + 1)
        return
    size = _text(structure[SIZE])
    yield Attachment(
        section=section or "1",
        filename=_filename(structure),
        kind=kind,
        encoding=_text(structure[ENCODING]).lower(),
        size=int(size) if size.isascii() and size.isdigit() and len(size) < DEEPEST else 0,
    )


def _filename(structure: list[Node]) -> str:
    """Return the name in the disposition, else in the type's parameters; decoded, on one line."""
    dispositions = [node for node in structure[SHORTEST:] if isinstance(node, list) and node and isinstance(node[0], bytes)]
    candidates = [*((node[1], "filename") for node in dispositions if len(node) > 1), (structure[PARAMETERS], "name")]
    for pairs, name in candidates:
        if not isinstance(pairs, list):
            continue
        parameters = [("", ""), *((_text(key), _text(value)) for key, value in zip(pairs[::2], pairs[1::2], strict=False))]
        try:
            value = (
                dict(decode_params(parameters)).get(name, "")
                if any("*" in key for key, _value in parameters)
                else {key.lower(): value for key, value in parameters}.get(name, "")
            )
            filename = shown(collapse_rfc2231_value(value))
        except (ValueError, LookupError, TypeError):
            continue
        if filename:
            return filename
    return ""


def shown(header: str) -> str:
    """Return a header with its encoded words decoded if possible, on one line."""
    try:
        text = str(make_header(decode_header(header)))
    except (HeaderParseError, LookupError, ValueError):
        text = header
    return "".join(character for character in text.strip().strip('"') if character.isprintable())


def _text(node: Node) -> str:
    return node.decode("utf-8", "replace") if isinstance(node, bytes) else ""


MOST_MAILS = 200
"""Mails in one run, oldest first; the next run continues."""
MOST_PARTS = 50
AS_SENT = 1.4
"""Bytes sent for each byte of a file: base64 in lines."""
CRITERIA = {"from_": "FROM", "subject": "SUBJECT"}


def run(connection: Connection, secrets: Mapping[str, str]) -> Counts:
    """Run a connection. Raises ConnectionEnded."""
    counts, rule = Counts(), connection.settings
    host, port, move_to = str(rule["host"]), int(rule.get("port") or 993), str(rule.get("move_to") or "")
    try:
        numbers = public_numbers(f"imaps://{host}:{port}", named=settings.CONNECTION_ADDRESSES, scheme="imaps")
    except AddressNotAllowed as error:
        raise ConnectionEnded("address") from error
    except OSError as error:
        raise ConnectionEnded("connection") from error
    with opened_folder(
        host=host,
        port=port,
        numbers=[host] if numbers is None else numbers,
        trusted=ssl.create_default_context(),
        user=str(rule["user"]),
        password=secrets["password"],
        folder=str(rule.get("folder") or "INBOX"),
        writes=bool(rule.get("mark_seen") or move_to),
        move_to=move_to,
    ) as folder:
        known = set(connection.arrivals.filter(key__startswith=f"{folder.validity}:").values_list("key", flat=True))
        criteria = {name: str(rule[key]) for key, name in CRITERIA.items() if rule.get(key)}
        new = [uid for uid in folder.uids(criteria) if f"{folder.validity}:{uid}" not in known]
        for uid in new[:MOST_MAILS]:
            _take_mail(connection, folder, uid, known, counts)
    return counts


def _take_mail(connection: Connection, folder: Folder, uid: int, known: set[str], counts: Counts) -> None:
    """Take the documents of a mail, then record the mail, so that an aborted run begins with it again."""
    parts, key, rule = folder.parts(uid), f"{folder.validity}:{uid}", connection.settings
    pattern = str(rule.get("filename") or "*").casefold()
    wanted = [part for part in parts or [] if part.may_be_statement and fnmatchcase(part.filename.casefold(), pattern)][:MOST_PARTS]
    largest = int(settings.DOCUMENT_MAX_BYTES * AS_SENT)
    for part in wanted:
        part_key = f"{key}:{part.section}"
        if part_key in known:
            continue
        if part.size > largest:
            connection.arrivals.create(key=part_key, failure="too_large")
            counts.refused += 1
            continue
        receive(
            connection,
            key=part_key,
            filename=part.filename.rpartition("/")[2] or "statement.pdf",
            fetch=partial(folder.content_of, uid, part, most=largest),
            channel=StatementImport.Channel.MAILBOX,
            counts=counts,
        )
    if wanted and rule.get("mark_seen"):
        folder.mark_seen(uid)
    if wanted and rule.get("move_to"):
        folder.move(uid, str(rule["move_to"]))
    counts.refused += parts is None
    connection.arrivals.create(key=key, failure="too_nested" if parts is None else "")
