"""A mailbox over IMAP with TLS: PDFs attached to the mails that a rule names. Nothing is deleted.

A mail is known by the mailbox's UIDVALIDITY and its UID, a part of it by its section. Its server says what parts it has and how large
they are; of it all only the PDFs that are wanted are fetched.
"""

import ssl
from collections.abc import Mapping
from contextlib import AbstractContextManager
from fnmatch import fnmatchcase
from typing import Any

from django.conf import settings

from connectors.arrivals.imap import Folder, opened_folder
from connectors.arrivals.structure import Attachment
from connectors.models import Connection
from connectors.outside import ConnectionEnded
from connectors.receiving import Counts, receive
from reconciliation.model_access.endpoints import AddressNotAllowed, require_public
from reconciliation.models import StatementImport

MOST_MAILS = 200
"""Of one run, the oldest first; the next run goes on."""
MOST_PARTS = 50
AS_SENT = 1.4
"""Bytes that are sent for one of a file: base64 in lines."""
CRITERIA = {"from_": "FROM", "subject": "SUBJECT"}


def run(connection: Connection, secrets: Mapping[str, str]) -> Counts:
    """Raises NotDone."""
    counts, said = Counts(), connection.settings
    with _opened(said, secrets["password"]) as folder:
        known = set(connection.arrivals.filter(key__startswith=f"{folder.validity}:").values_list("key", flat=True))
        asked = {name: str(said[key]) for key, name in CRITERIA.items() if said.get(key)}
        new = [uid for uid in folder.uids(asked) if f"{folder.validity}:{uid}" not in known]
        for uid in new[:MOST_MAILS]:
            _take(connection, folder, uid, known, counts)
    return counts


def _opened(said: dict[str, Any], password: str) -> AbstractContextManager[Folder]:
    host, port = str(said["host"]), int(said.get("port") or 993)
    move_to = str(said.get("move_to") or "")
    try:
        require_public(f"imaps://{host}:{port}", named=settings.CONNECTION_ADDRESSES, scheme="imaps")
    except AddressNotAllowed as error:
        raise ConnectionEnded("address") from error
    return opened_folder(
        host=host,
        port=port,
        trusted=ssl.create_default_context(),
        user=str(said["user"]),
        password=password,
        folder=str(said.get("folder") or "INBOX"),
        writes=bool(said.get("mark_seen") or move_to),
        move_to=move_to,
    )


def _take(connection: Connection, folder: Folder, uid: int, known: set[str], counts: Counts) -> None:
    """Each of its documents; then the mail itself, so that a run which is broken off begins with it again."""
    parts, key = folder.parts(uid), f"{folder.validity}:{uid}"
    wanted = [part for part in parts or [] if _is_wanted(part, connection.settings)][:MOST_PARTS]
    for part in wanted:
        if f"{key}:{part.section}" not in known:
            _take_part(connection, folder, uid, part, counts)
    if wanted:
        _put_away(folder, uid, connection.settings)
    counts.refused += parts is None
    connection.arrivals.create(key=key, failure="too_nested" if parts is None else "")


def _is_wanted(part: Attachment, said: dict[str, Any]) -> bool:
    return part.is_pdf and fnmatchcase(part.filename.casefold(), str(said.get("filename") or "*").casefold())


def _take_part(connection: Connection, folder: Folder, uid: int, part: Attachment, counts: Counts) -> None:
    key, most = f"{folder.validity}:{uid}:{part.section}", int(settings.DOCUMENT_MAX_BYTES * AS_SENT)
    if part.size > most:
        connection.arrivals.create(key=key, failure="too_large")
        counts.refused += 1
        return
    receive(
        connection,
        key=key,
        filename=part.filename.rpartition("/")[2] or "statement.pdf",
        fetch=lambda: folder.content_of(uid, part, most=most),
        channel=StatementImport.Channel.MAILBOX,
        counts=counts,
    )


def _put_away(folder: Folder, uid: int, said: dict[str, Any]) -> None:
    if said.get("mark_seen"):
        folder.mark_seen(uid)
    if said.get("move_to"):
        folder.move(uid, str(said["move_to"]))
