"""Ask, answer, close, with files that are checked: each in one transaction, and no message is lost when two people act at once."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from unicodedata import category

from django.contrib.auth.models import User
from django.core.files.base import File
from django.db import transaction
from django.db.models import Exists, Q
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from finance.models import Transaction
from people.access import require
from people.audit import Act, record
from people.models import Invitation, Membership
from reconciliation.decisions.questions import entries_named
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.documents.limits import configured_limits
from reconciliation.models import Enquiry, EnquiryMessage, QuestionList, Statement
from reconciliation.models.columns import fit
from reconciliation.models.querysets import EnquiryQuerySet
from reconciliation.storage import archive

BEGINNINGS = (b"%PDF-", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")
PICTURES = {b"heic", b"heix", b"mif1", b"avif"}
"""Brands of an ISO base media file that is a picture, as telephones make them."""
REFUSED: dict[str, str | Promise] = {
    "empty_file": _("This file is empty."),
    "too_large": _("This file is larger than the limit of %(megabytes)g MB."),
    "wrong_kind": _("Send a PDF, a picture (JPEG, PNG, WebP, HEIC) or a text file."),
}


class AnswerFileRefused(ValueError):
    """The file is refused; `code` is one of `REFUSED`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code

    @property
    def says(self) -> str:
        return str(REFUSED[self.code]) % {"megabytes": configured_limits().bytes / 1_000_000}


def checked(file: File[bytes]) -> bytes:
    """Return the bytes of an acceptable file. Raises AnswerFileRefused."""
    most = configured_limits().bytes
    content = bytes(file.read(most + 1))
    if not content:
        raise AnswerFileRefused("empty_file")
    if len(content) > most:
        raise AnswerFileRefused("too_large")
    is_webp = content[:4] == b"RIFF" and content[8:12] == b"WEBP"
    is_picture = is_webp or (content[4:8] == b"ftyp" and content[8:12] in PICTURES)
    if not (content.startswith(BEGINNINGS) or is_picture or _is_text(content)):
        raise AnswerFileRefused("wrong_kind")
    return content


def _is_text(content: bytes) -> bool:
    """True if there are no control characters, in UTF-8 or in the encoding of older Windows programs."""
    for encoding in ("utf-8", "cp1252"):
        with suppress(UnicodeDecodeError):
            return all(category(letter) != "Cc" or letter in "\t\r\n\f" for letter in content.decode(encoding))
    return False


LONGEST = 2000  # characters of one message
Waits = Enquiry.Waits
TURNING = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
"""Marks that turn the direction of text: they make another ending of a name than it has."""


UNSAYABLE: dict[str, str | Promise] = {
    "empty": _("Write something, or choose a file."),
    "too_long": _("Write at most %(most)d characters."),
    "no_row": _("This row no longer exists."),
    "too_many": _("Too many answers came through this link. Ask for a new one."),
    "newer": _("Someone else answered in the meantime. Read that first."),
}


class Unsayable(ValueError):
    """The message is refused. `code`: `empty` without text and file, `too_long`, `no_row` if the row does not exist, `too_many` through one
    link, or `newer` if another message arrived first."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code

    @property
    def says(self) -> str:
        return str(UNSAYABLE[self.code]) % {"most": LONGEST}


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """One row of a statement: a printed one by its index, or an entry of its account by its id in verdicts."""

    line: int | None = None
    entry: str = ""


def others_to_ask(membership: Membership) -> Q:
    """Return the condition that the organization has another member or an open invitation."""
    members = Membership.objects.of(membership.organization)
    invited = Invitation.objects.of(membership.organization).open(timezone.now())
    return Q(Exists(members.exclude(pk=membership.pk)) | Exists(invited))


def row_of(statement: Statement, named: Named) -> dict[str, str | None]:
    """Return the row as it is now. Raises Unsayable (`no_row`)."""
    if named.line is not None:
        line = statement.lines.filter(number=named.line).first()
        if line is None:
            raise Unsayable("no_row")
        day, description, amount = line.date, line.description, line.amount
    else:
        entry = _entry(statement, named)
        day, description, amount = entry.booked_on, entry.description, entry.amount
    return {
        "date": day.isoformat() if day else None,
        "description": description,
        "amount": str(amount),
        "currency": statement.money_currency,
    }


@transaction.atomic
def ask_client(*, statement: Statement, named: Named, text: str, actor: User) -> Enquiry:
    """Ask a client about a row. Raises NotYours, and Unsayable."""
    statement_import = statement.statement_import
    require(actor, statement_import.organization, "decide")
    content = _sayable(text)
    if not content:
        raise Unsayable("empty")
    enquiry = Enquiry.objects.create(
        statement_import=statement_import,
        number=statement.number,
        line=named.line,
        entry=_entry(statement, named) if named.line is None else None,
        row=row_of(statement, named),
        asked_by=actor,
    )
    enquiry.messages.create(by=actor, text=content)
    record(statement_import.organization, actor, Act.ASKED_CLIENT, statement_import, enquiry=enquiry.pk)
    return enquiry


def answer(
    *, enquiry: Enquiry, text: str, actor: User | None, through: QuestionList | None = None, file: File[bytes] | None = None
) -> EnquiryMessage:
    """Add a message: the asker's is a further question, any other an answer. A closed enquiry is opened again. The actor is None for an
    answer through the link of a list, which the caller checked. Raises NotYours, Unsayable, AnswerFileRefused."""
    require(actor, enquiry.statement_import.organization, "upload")
    body = _sayable(text)
    if not body and not file:
        raise Unsayable("empty")
    content = checked(file) if file else b""
    stored_as = archive.keep(enquiry.statement_import.organization, content) if content else ""
    try:
        with transaction.atomic():
            message = enquiry.messages.create(
                by=actor,
                through=through,
                text=body,
                filename=fit((file.name or "").translate(TURNING), 255) if file else "",
                stored_as=stored_as,
                size=len(content),
            )
            waits = Waits.FOR_ANSWER if actor and actor.pk == enquiry.asked_by_id else Waits.TO_BE_READ
            _ours(enquiry).update(waits=waits, closed_by=None, closed_at=None)
            detail = {"enquiry": enquiry.pk, "message": message.pk, "file": bool(file), "list": through.pk if through else None}
            record(enquiry.statement_import.organization, actor, Act.ANSWERED, enquiry.statement_import, **detail)
    except Exception:
        if stored_as and not EnquiryMessage.objects.of(enquiry.statement_import.organization).filter(stored_as=stored_as).exists():
            archive.discard(stored_as)
        raise
    return message


@transaction.atomic
def close(*, enquiry: Enquiry, actor: User, seen: str) -> None:
    """Close an enquiry. `seen` is the last message that the actor saw. Raises NotYours, and Unsayable if there is a newer one."""
    require(actor, enquiry.statement_import.organization, "decide")
    held = _ours(enquiry).select_for_update().get()
    latest = held.messages.last()
    if latest is None or str(latest.pk) != seen:
        raise Unsayable("newer")
    if _ours(enquiry).exclude(waits=Waits.NO_MORE).update(waits=Waits.NO_MORE, closed_by=actor, closed_at=timezone.now()):
        record(enquiry.statement_import.organization, actor, Act.CLOSED_ENQUIRY, enquiry.statement_import, enquiry=enquiry.pk)


def _ours(enquiry: Enquiry) -> EnquiryQuerySet:
    return Enquiry.objects.of(enquiry.statement_import.organization).filter(pk=enquiry.pk)


def _sayable(text: str) -> str:
    stripped = fit(text.strip(), LONGEST + 1)
    if len(stripped) > LONGEST:
        raise Unsayable("too_long")
    return stripped


def _entry(statement: Statement, named: Named) -> Transaction:
    try:
        return entries_named(statement, [named.entry])[0]
    except DecisionRefused as refused:
        raise Unsayable("no_row") from refused
