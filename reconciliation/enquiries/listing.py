"""Questions to clients as pages show them: what waits, where, and how much of it."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Case, Count, Prefetch, Q, When

from finance.models import Membership
from reconciliation.models import Enquiry, EnquiryMessage, StatementImport
from reconciliation.querysets import EnquiryQuerySet, StatementImportQuerySet

MOST = 100
WHY = "limited to imports that the member sees"
MESSAGES = Prefetch("messages", EnquiryMessage.objects.across_organizations(WHY).select_related("by"))


@dataclass(frozen=True, slots=True)
class Shown:
    """One question. `first` is the question itself."""

    enquiry: Enquiry
    messages: Sequence[EnquiryMessage]

    @property
    def first(self) -> EnquiryMessage:
        return self.messages[0]

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


def shown_to(imports: StatementImportQuerySet) -> list[Shown]:
    """Of these imports: those that wait first, the oldest before the newer; then what is closed, the newest first."""
    rank = Case(When(waits=Enquiry.Waits.TO_BE_READ, then=0), When(waits=Enquiry.Waits.FOR_ANSWER, then=1), default=2)
    found = Enquiry.objects.across_organizations(WHY).filter(statement_import__in=imports.order_by().values("pk"))
    return _shown(found.order_by(rank, "asked_at", "id")[:MOST])


def of_import(statement_import: StatementImport) -> list[Shown]:
    """Two queries, one where nothing was asked."""
    return _shown(Enquiry.objects.of(statement_import.organization).filter(statement_import=statement_import))


def waiting_for(membership: Membership, imports: StatementImportQuerySet) -> int:
    """Answers to be read by who asks, questions to be answered by who does not."""
    waits = Enquiry.Waits.TO_BE_READ if membership.may("decide") else Enquiry.Waits.FOR_ANSWER
    if not membership.may("upload"):
        return 0
    found = Enquiry.objects.of(membership.organization).filter(statement_import__in=imports.order_by().values("pk"))
    return int(found.order_by().aggregate(count=Count("pk", filter=Q(waits=waits)))["count"])


def _shown(found: EnquiryQuerySet) -> list[Shown]:
    rows = found.select_related("asked_by", "closed_by", "statement_import").prefetch_related(MESSAGES)
    return [Shown(enquiry, list(enquiry.messages.all())) for enquiry in rows]
