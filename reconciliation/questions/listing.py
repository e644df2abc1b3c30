"""Questions to clients as pages show them: waiting ones, their places and their number."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from django.db.models import Case, Exists, OuterRef, When

from people.models import Membership
from reconciliation.models import Enquiry, EnquiryMessage, StatementImport
from reconciliation.models.querysets import EnquiryMessageQuerySet, EnquiryQuerySet, StatementImportQuerySet

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
