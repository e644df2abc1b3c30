"""A mailbox over IMAP with TLS: PDFs attached to the mails that a rule names. Nothing is deleted.

A mail is identified by the mailbox's UIDVALIDITY and its UID, a part of it by its section. Its server describes its parts and their
sizes; only the wanted PDFs are fetched."""

import ssl
from collections.abc import Mapping
from contextlib import AbstractContextManager
from fnmatch import fnmatchcase
from typing import Any

from django.conf import settings

from connectors.http_client import ConnectionEnded
from connectors.intake import Counts, receive
from connectors.models import Connection
from connectors.sources.imap import Folder, opened_folder
from connectors.sources.structure import Attachment
from reconciliation.model_access.endpoints import AddressNotAllowed, require_public
from reconciliation.models import StatementImport

MOST_MAILS = 200
"""Mails in one run, oldest first; the next run continues."""
MOST_PARTS = 50
AS_SENT = 1.4
"""Bytes sent for each byte of a file: base64 in lines."""
CRITERIA = {"from_": "FROM", "subject": "SUBJECT"}


def run(connection: Connection, secrets: Mapping[str, str]) -> Counts:
    """Run a connection. Raises ConnectionEnded."""
    counts, rule = Counts(), connection.settings
    with _opened(rule, secrets["password"]) as folder:
        known = set(connection.arrivals.filter(key__startswith=f"{folder.validity}:").values_list("key", flat=True))
        criteria = {name: str(rule[key]) for key, name in CRITERIA.items() if rule.get(key)}
        new = [uid for uid in folder.uids(criteria) if f"{folder.validity}:{uid}" not in known]
        for uid in new[:MOST_MAILS]:
            _take(connection, folder, uid, known, counts)
    return counts


def _opened(rule: dict[str, Any], password: str) -> AbstractContextManager[Folder]:
    host, port = str(rule["host"]), int(rule.get("port") or 993)
    move_to = str(rule.get("move_to") or "")
    try:
        require_public(f"imaps://{host}:{port}", named=settings.CONNECTION_ADDRESSES, scheme="imaps")
    except AddressNotAllowed as error:
        raise ConnectionEnded("address") from error
    return opened_folder(
        host=host,
        port=port,
        trusted=ssl.create_default_context(),
        user=str(rule["user"]),
        password=password,
        folder=str(rule.get("folder") or "INBOX"),
        writes=bool(rule.get("mark_seen") or move_to),
        move_to=move_to,
    )


def _take(connection: Connection, folder: Folder, uid: int, known: set[str], counts: Counts) -> None:
    """Take the documents of a mail, then record the mail, so that an aborted run begins with it again."""
    parts, key = folder.parts(uid), f"{folder.validity}:{uid}"
    wanted = [part for part in parts or [] if _is_wanted(part, connection.settings)][:MOST_PARTS]
    for part in wanted:
        if f"{key}:{part.section}" not in known:
            _take_part(connection, folder, uid, part, counts)
    if wanted:
        _put_away(folder, uid, connection.settings)
    counts.refused += parts is None
    connection.arrivals.create(key=key, failure="too_nested" if parts is None else "")


def _is_wanted(part: Attachment, rule: dict[str, Any]) -> bool:
    return part.is_pdf and fnmatchcase(part.filename.casefold(), str(rule.get("filename") or "*").casefold())


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


def _put_away(folder: Folder, uid: int, rule: dict[str, Any]) -> None:
    if rule.get("mark_seen"):
        folder.mark_seen(uid)
    if rule.get("move_to"):
        folder.move(uid, str(rule["move_to"]))
