"""A mailbox over IMAP with TLS: PDFs attached to the mails that a rule names. Nothing is deleted.

A mail is identified by the mailbox's UIDVALIDITY and its UID, a part of it by its section. Its server describes its parts and their
sizes; only the wanted PDFs are fetched."""

import ssl
from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import partial

from django.conf import settings

from connectors.http_client import ConnectionEnded
from connectors.intake import Counts, receive
from connectors.models import Connection
from connectors.sources.imap import Folder, opened_folder
from reconciliation.model_access.endpoints import AddressNotAllowed, public_numbers
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
    wanted = [part for part in parts or [] if part.is_pdf and fnmatchcase(part.filename.casefold(), pattern)][:MOST_PARTS]
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
