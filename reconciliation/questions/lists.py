"""Open questions of an organization as one list by e-mail, answered through a signed link that needs no login."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from uuid import UUID

from django.contrib.auth.models import User
from django.core import signing
from django.core.files.base import File
from django.db import transaction
from django.utils import timezone

from people.access import require
from people.audit import Act, record
from people.models import Organization
from reconciliation.models import Enquiry, EnquiryMessage, QuestionList
from reconciliation.models.querysets import EnquiryQuerySet
from reconciliation.questions.services import Unsayable, answer

LASTS = dt.timedelta(days=30)
SALT = "reconciliation.question_list"
MOST_ANSWERS = 200
"""Messages through one link, so that a link that leaked cannot fill the disk."""


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
