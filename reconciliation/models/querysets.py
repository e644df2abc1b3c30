"""Querysets of imports and their evidence, limited to an organization; and the queue, which serves every organization."""

from __future__ import annotations

import datetime as dt
from calendar import monthrange
from collections.abc import Mapping
from typing import TYPE_CHECKING, Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from people.models import Organization
from people.tenancy import OrganizationQuerySet

if TYPE_CHECKING:
    from reconciliation.models import (  # noqa: F401  named in the bases below
        Conclusion,
        Decision,
        Enquiry,
        EnquiryMessage,
        KeptReading,
        KnownLayout,
        LayoutTeaching,
        Match,
        ModelRequest,
        Notice,
        PaidStep,
        Posting,
        ProposalAnswer,
        ProviderChoice,
        ProviderConsent,
        Question,
        QuestionList,
        Recheck,
        Run,
        ServerTool,
        Spending,
        StagedLine,
        Statement,
        StatementImport,
        StatementLine,
        ToolServer,
    )


NOT_IN_PLAY = ("failed", "cancelled", "discarded")
"""Statuses of imports whose statements prove nothing."""
COUNT_LIMIT = 10_000  # rows; more are shown as "10,000+"


class _RowCount(models.Subquery):
    """The number of rows of a subquery."""

    template = "(SELECT COUNT(*) FROM (%(subquery)s) AS counted)"
    output_field = models.IntegerField()


class StatementImportQuerySet(OrganizationQuerySet["StatementImport"]):
    def count_to_limit(self) -> int:
        """Return the count, which stops one beyond `COUNT_LIMIT`."""
        return self.order_by()[: COUNT_LIMIT + 1].count()

    def counts_to_limit(self, organization: Organization, parts: Mapping[str, Q]) -> dict[str, int]:
        """Return the count of each part of the organization's rows, limited as in `count_to_limit`, in one query."""
        rows = self.order_by().values("organization")  # a column of every index, so that an index alone answers
        limited = {name: _RowCount(rows.filter(part)[: COUNT_LIMIT + 1]) for name, part in parts.items()}
        return dict(Organization.objects.filter(pk=organization.pk).annotate(**limited).values(*limited).get())

    def finished(self) -> Self:
        return self.filter(status__in=["review", "complete"])

    def in_month(self, first: dt.date) -> Self:
        """Return the imports whose period has a day of the month that begins on this day."""
        last = first.replace(day=monthrange(first.year, first.month)[1])
        return self.filter(period_start__lte=last, period_end__gte=first)

    def listed(self) -> Self:
        """Leave out discarded imports: they are in no list and no count."""
        return self.exclude(status="discarded")


class StatementQuerySet(OrganizationQuerySet["Statement"]):
    organization_path = "statement_import__organization"

    def in_play(self) -> Self:
        """Leave out statements of imports that failed, or were cancelled or discarded."""
        return self.exclude(statement_import__status__in=NOT_IN_PLAY)

    def counting(self) -> Self:
        """Leave out copies, replaced statements, and documents that contradict an earlier one."""
        return self.filter(set_aside="")

    def in_order_of_arrival(self) -> Self:
        return self.order_by("statement_import__uploaded_at", "statement_import__id", "number").select_related("statement_import")


class StatementLineQuerySet(OrganizationQuerySet["StatementLine"]):
    organization_path = "statement__statement_import__organization"


class StagedLineQuerySet(OrganizationQuerySet["StagedLine"]):
    organization_path = "statement_import__organization"


class MatchQuerySet(OrganizationQuerySet["Match"]):
    organization_path = "statement__statement_import__organization"


class RunQuerySet(OrganizationQuerySet["Run"]):
    organization_path = "statement_import__organization"


class QuestionQuerySet(OrganizationQuerySet["Question"]):
    organization_path = "statement_import__organization"


class ProposalAnswerQuerySet(OrganizationQuerySet["ProposalAnswer"]):
    organization_path = "question__statement_import__organization"


class EnquiryQuerySet(OrganizationQuerySet["Enquiry"]):
    organization_path = "statement_import__organization"


class QuestionListQuerySet(OrganizationQuerySet["QuestionList"]):
    def open(self, now: dt.datetime) -> Self:
        """Return the lists whose link works."""
        return self.filter(withdrawn_at=None, expires_at__gt=now)


class EnquiryMessageQuerySet(OrganizationQuerySet["EnquiryMessage"]):
    organization_path = "enquiry__statement_import__organization"


class PaidStepQuerySet(OrganizationQuerySet["PaidStep"]):
    organization_path = "statement_import__organization"


class ModelRequestQuerySet(OrganizationQuerySet["ModelRequest"]):
    organization_path = "statement_import__organization"


class KeptReadingQuerySet(OrganizationQuerySet["KeptReading"]):
    organization_path = "statement_import__organization"


class PostingQuerySet(OrganizationQuerySet["Posting"]):
    organization_path = "statement_import__organization"

    def from_statement(self, statement: Statement) -> Self:
        """Return the postings from this statement, however often its file was read since."""
        own = self.of(statement.statement_import.organization)
        return own.filter(statement_import=statement.statement_import, statement_number=statement.number)

    def standing(self) -> Self:
        """Return the postings that are not undone and whose entry exists."""
        return self.filter(undone_at=None, transaction__isnull=False)


class KnownLayoutQuerySet(OrganizationQuerySet["KnownLayout"]):
    pass


class LayoutTeachingQuerySet(OrganizationQuerySet["LayoutTeaching"]):
    organization_path = "layout__organization"


class ConclusionQuerySet(OrganizationQuerySet["Conclusion"]):
    organization_path = "account__organization"


class NoticeQuerySet(OrganizationQuerySet["Notice"]):
    pass


class SpendingQuerySet(OrganizationQuerySet["Spending"]):
    pass


class ProviderChoiceQuerySet(OrganizationQuerySet["ProviderChoice"]):
    pass


class ToolServerQuerySet(OrganizationQuerySet["ToolServer"]):
    pass


class ServerToolQuerySet(OrganizationQuerySet["ServerTool"]):
    organization_path = "server__organization"


class ProviderConsentQuerySet(OrganizationQuerySet["ProviderConsent"]):
    def standing(self) -> Self:
        """Return the consents that are not withdrawn."""
        return self.filter(withdrawn_at=None)


class DecisionQuerySet(OrganizationQuerySet["Decision"]):
    def standing(self) -> Self:
        """Return the decisions that are not withdrawn, in the order in which they were made."""
        return self.filter(withdrawn_at=None).order_by("made_at", "id")

    def about(self, statement: Statement) -> Self:
        """Return the decisions on this statement, also if it was read again since; including those on the whole import, and those by
        which one of its rows cancels another statement's."""
        here = statement.statement_import_id
        own = Q(number=None, statement_import=here) | Q(number=statement.number, statement_import=here)
        return self.filter(own | Q(kind="bank_contra", other_import=here, other_number=statement.number))

    def about_any_in(self, statement_import: StatementImport) -> Self:
        """Return the decisions on any statement of a file."""
        return self.filter(Q(statement_import=statement_import) | Q(kind="bank_contra", other_import=statement_import))


class RecheckQuerySet(OrganizationQuerySet["Recheck"]):
    organization_path = "account__organization"


class ImportQueue(models.QuerySet["StatementImport"]):
    """The queue for workers alone: imports of every organization."""

    def free_to_claim(self, now: dt.datetime) -> Self:
        """Return imports that wait, were handed on, or were left behind by a worker whose lease expired. A lease that ends later than
        any current lease could was set by a wrong clock; clocks of machines differ by less than two leases."""
        wrong = now + 2 * dt.timedelta(seconds=settings.CLAIM_SECONDS)
        over = Q(claimed_until=None) | Q(claimed_until__lt=now) | Q(claimed_until__gt=wrong)
        return self.filter(Q(status="pending") | Q(over, status="processing"))

    def to_ring_for(self, now: dt.datetime) -> Self:
        """Return claimable imports without a recent ring; for one whose worker is gone the lease decides."""
        wrong = now + 2 * dt.timedelta(seconds=settings.RING_SECONDS)
        due = Q(doorbell=None) | Q(doorbell__due_at__lte=now) | Q(doorbell__due_at__gt=wrong)
        return self.free_to_claim(now).filter(due)

    def to_tell_of(self, now: dt.datetime) -> Self:
        """Return finished imports whose bell remains: their uploader may not have been notified."""
        return self.exclude(status__in=["pending", "processing"]).filter(doorbell__due_at__lte=now)
