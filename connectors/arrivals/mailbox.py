"""A mailbox over IMAP with TLS: PDFs attached to the mails that a rule names. Nothing is deleted.

A mail is known by the mailbox's UIDVALIDITY and its UID; a part of it by its place. Its size is asked before it is fetched.
"""

import imaplib
import ssl
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

from django.conf import settings
from imap_tools import AND, MailBox, MailMessage, MailMessageFlags
from imap_tools.errors import ImapToolsError, MailboxLoginError

from connectors.models import Connection
from connectors.outside import NotDone
from connectors.receiving import Counts, is_new, receive
from reconciliation.addresses import AddressNotAllowed, require_public
from reconciliation.models import StatementImport

SECONDS = 30.0
MOST_MAILS = 200
"""Of one run, the oldest first; the next run goes on."""
MOST_PARTS = 50
ENVELOPE = 4
"""A mail holds a document in base64, and may hold some; the document itself is bounded once more."""


def run(connection: Connection, secret: str) -> Counts:
    """Raises NotDone."""
    counts, said = Counts(), connection.settings
    try:
        with _opened(said, secret) as box:
            _fetch_all(connection, box, counts)
    except MailboxLoginError as error:
        raise NotDone("refused") from error
    except TimeoutError as error:
        raise NotDone("timeout") from error
    except (OSError, imaplib.IMAP4.error, ssl.SSLError) as error:
        raise NotDone("connection") from error
    except ImapToolsError as error:
        raise NotDone("answer") from error
    return counts


def _opened(said: dict[str, Any], secret: str) -> Any:
    host, port = str(said["host"]), int(said.get("port") or 993)
    address = f"imaps://{host}:{port}"
    try:
        require_public(address, named=settings.CONNECTION_ADDRESSES, scheme="imaps")
    except AddressNotAllowed as error:
        raise NotDone("address") from error
    box = MailBox(host, port=port, timeout=SECONDS, ssl_context=_trusted(address))
    try:
        return box.login(said["user"], secret, initial_folder=said.get("folder") or "INBOX")
    except Exception:
        box.client.shutdown()
        raise


def _trusted(address: str) -> ssl.SSLContext:
    """Any authority that the machine trusts; of an address that the settings name, whatever certificate it shows."""
    context = ssl.create_default_context()
    if address in settings.CONNECTION_ADDRESSES:
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def _fetch_all(connection: Connection, box: Any, counts: Counts) -> None:
    said = connection.settings
    validity = box.folder.status(box.folder.get(), ["UIDVALIDITY"])["UIDVALIDITY"]
    criteria = AND(**{name: said[name] for name in ("from_", "subject") if said.get(name)}, all=True)
    seen = [uid for uid in box.uids(criteria) if is_new(connection, f"{validity}:{uid}")]
    largest = settings.DOCUMENT_MAX_BYTES * ENVELOPE
    for head in box.fetch(uid_list=seen[:MOST_MAILS], headers_only=True, mark_seen=False) if seen else ():
        if head.size_rfc822 > largest:
            connection.arrivals.create(key=f"{validity}:{head.uid}", failure="too_large")
            counts.refused += 1
            continue
        for mail in box.fetch(uid_list=[head.uid], mark_seen=False):
            _take(connection, validity, mail, counts)
        _put_away(box, head.uid, said)


def _take(connection: Connection, validity: int, mail: MailMessage, counts: Counts) -> None:
    """Each of its documents; then the mail itself, so that a run which is broken off begins with it again."""
    pattern = str(connection.settings.get("filename") or "*").casefold()
    for place, (filename, content) in enumerate(_documents(mail)):
        key = f"{validity}:{mail.uid}:{place}"
        if fnmatchcase(filename.casefold(), pattern) and is_new(connection, key):
            receive(
                connection,
                key=key,
                filename=filename,
                fetch=lambda content=content: content,  # type: ignore[misc]
                channel=StatementImport.Channel.MAILBOX,
                counts=counts,
            )
    connection.arrivals.create(key=f"{validity}:{mail.uid}")


def _documents(mail: MailMessage) -> Iterator[tuple[str, bytes]]:
    """Parts that say or look as if they were PDFs, whatever else is in the mail."""
    for part in mail.attachments[:MOST_PARTS]:
        filename = (part.filename or "").rpartition("/")[2]
        if part.content_type == "application/pdf" or filename.casefold().endswith(".pdf"):
            yield filename or "statement.pdf", part.payload


def _put_away(box: Any, uid: str, said: dict[str, Any]) -> None:
    if said.get("mark_seen"):
        box.flag([uid], MailMessageFlags.SEEN, value=True)
    if said.get("move_to"):
        box.move([uid], said["move_to"])
