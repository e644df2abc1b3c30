"""Questions to a client about one row, answered with text or a file. No model gets any of it.

Ask, answer and close, with files that are checked: each in one transaction, and no message is lost when two people act at once. Open
questions of an organization also go out as one list by e-mail, and are answered through a signed link that needs no login."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from unicodedata import category
from uuid import UUID

from django.contrib.auth.models import User
from django.core import signing
from django.core.files.base import File
from django.db import transaction
from django.db.models import Case, Exists, OuterRef, Q, When
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from finance.models import Transaction
from people.access import require
from people.audit import Act, record
from people.models import Invitation, Membership, Organization
from reconciliation.decisions.questions import entries_named
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.documents.limits import configured_limits
from reconciliation.models import Enquiry, EnquiryMessage, QuestionList, Statement, StatementImport
from reconciliation.models.columns import fit
from reconciliation.models.querysets import EnquiryMessageQuerySet, EnquiryQuerySet, StatementImportQuerySet
from reconciliation.storage import archive

LASTS = dt.timedelta(days=30)
SALT = "reconciliation.question_list"
MOST_ANSWERS = 200
"""Messages through one link, so that a link that leaked cannot fill the disk."""
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
"""Marks that reverse the direction of text: they can disguise the ending of a file name."""


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


def open_questions(organization: Organization) -> EnquiryQuerySet:
    """Return the questions that wait for an answer, the oldest first."""
    return Enquiry.objects.of(organization).filter(waits=Enquiry.Waits.FOR_ANSWER).order_by("asked_at", "id")


@transaction.atomic
def make_list(
    *, organization: Organization, enquiries: Sequence[UUID], email: str, text: str, due_on: dt.date | None, actor: User
) -> QuestionList:
    """Record a list of open questions for one address. Raises NotYours, and Unsayable (`empty`) if none of them is open."""
    require(actor, organization, "decide")
    chosen = list(open_questions(organization).filter(pk__in=enquiries))
    if not chosen:
        raise Unsayable("empty")
    made = QuestionList.objects.create(
        organization=organization, email=email, text=text, due_on=due_on, sent_by=actor, expires_at=timezone.now() + LASTS
    )
    made.enquiries.set(chosen)
    record(organization, actor, Act.SENT_QUESTIONS, made, email=email, questions=len(chosen), due_on=due_on)
    return made


@transaction.atomic
def withdraw_list(*, question_list: QuestionList, actor: User) -> None:
    """Make the link of a list useless. Raises NotYours."""
    require(actor, question_list.organization, "decide")
    lists = QuestionList.objects.of(question_list.organization).filter(pk=question_list.pk)
    if lists.open(timezone.now()).update(withdrawn_at=timezone.now()):
        record(question_list.organization, actor, Act.WITHDREW_QUESTIONS, question_list)


def token_of(question_list: QuestionList) -> str:
    """Return the signed token of the list's link."""
    return signing.dumps(str(question_list.pk), salt=SALT)


def list_of(token: str) -> QuestionList | None:
    """Return the list of a token; None if the signature is invalid, the list was withdrawn or has expired, or the client is closed."""
    try:
        key = UUID(signing.loads(token, salt=SALT))
    except (signing.BadSignature, ValueError):
        return None
    lists = QuestionList.objects.across_organizations("the signed link names it").open(timezone.now())
    return lists.filter(pk=key, organization__closed_at=None).select_related("organization", "sent_by").first()


def answer_through(*, question_list: QuestionList, enquiry_id: UUID, text: str, file: File[bytes] | None) -> EnquiryMessage:
    """Add an answer to a question of the list. Raises Unsayable (`no_row` if it was closed or is of another list, `too_many`), and
    AnswerFileRefused."""
    enquiry = question_list.enquiries.exclude(waits=Enquiry.Waits.NO_MORE).filter(pk=enquiry_id).first()
    if enquiry is None:
        raise Unsayable("no_row")
    if question_list.messages.count() >= MOST_ANSWERS:
        raise Unsayable("too_many")
    return answer(enquiry=enquiry, text=text, file=file, actor=None, through=question_list)


MOST = 100
WHY = "limited to imports that the member sees"


@dataclass(frozen=True, slots=True)
class Shown:
    """One question with its messages; `first` is the question itself."""

    enquiry: Enquiry
    messages: list[EnquiryMessage]

    @property
    def first(self) -> EnquiryMessage:
        return self.messages[0]

    @property
    def last(self) -> EnquiryMessage:
        return self.messages[-1]

    @property
    def day(self) -> dt.date | None:
        day = self.enquiry.row["date"]
        return dt.date.fromisoformat(day) if day else None

    @property
    def amount(self) -> Decimal:
        return Decimal(self.enquiry.row["amount"])

    @property
    def is_open(self) -> bool:
        return self.enquiry.waits != Enquiry.Waits.NO_MORE


def shown_to(membership: Membership, imports: StatementImportQuerySet) -> list[Shown]:
    """Return at most so many questions on these imports: those that wait for the member, for others, then closed ones. Two queries."""
    rank = Case(When(waits=_waits_for(membership), then=0), When(waits=Enquiry.Waits.NO_MORE, then=2), default=1)
    enquiries = Enquiry.objects.across_organizations(WHY).filter(Exists(imports.filter(pk=OuterRef("statement_import"))))
    wanted = list(enquiries.order_by(rank, "asked_at", "id").values_list("pk", flat=True)[:MOST])
    shown = {shown.enquiry.pk: shown for shown in _shown(EnquiryMessage.objects.across_organizations(WHY).filter(enquiry__in=wanted))}
    return [shown[key] for key in wanted]


def of_import(statement_import: StatementImport) -> list[Shown]:
    """Return the questions on one import. One query."""
    return _shown(EnquiryMessage.objects.of(statement_import.organization).filter(enquiry__statement_import=statement_import))


def of_enquiries(enquiries: EnquiryQuerySet) -> list[Shown]:
    """Return these questions with their messages. One query."""
    return _shown(EnquiryMessage.objects.across_organizations(WHY).filter(enquiry__in=enquiries.order_by().values("pk")))


def waiting_for(membership: Membership, imports: StatementImportQuerySet) -> int:
    """Return what waits for the member: answers to read for those who ask, questions to answer for the others."""
    if not membership.may("upload"):
        return 0
    enquiries = Enquiry.objects.across_organizations(WHY).filter(Exists(imports.filter(pk=OuterRef("statement_import"))))
    return enquiries.filter(waits=_waits_for(membership)).count()


def _waits_for(membership: Membership) -> str:
    return Enquiry.Waits.TO_BE_READ if membership.may("decide") else Enquiry.Waits.FOR_ANSWER


def _shown(sent: EnquiryMessageQuerySet) -> list[Shown]:
    rows = sent.select_related("by", "through", "enquiry__asked_by", "enquiry__closed_by", "enquiry__statement_import")
    shown: dict[UUID, Shown] = {}
    for message in rows.order_by("enquiry__asked_at", "enquiry", "at", "id"):
        shown.setdefault(message.enquiry_id, Shown(message.enquiry, [])).messages.append(message)
    return list(shown.values())
