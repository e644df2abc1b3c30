"""Reads of imports and their evidence: the organization first; and the queue, which serves every organization."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Self

from django.db import models
from django.db.models import Q

from finance.tenancy import OrganizationQuerySet

if TYPE_CHECKING:
    from reconciliation.models import Match, Question, Run, Statement, StatementImport, StatementLine  # noqa: F401  named in the bases below


class StatementImportQuerySet(OrganizationQuerySet["StatementImport"]):
    def finished(self) -> Self:
        return self.filter(status__in=["review", "complete"])


class StatementQuerySet(OrganizationQuerySet["Statement"]):
    organization_path = "statement_import__organization"

    def in_order_of_arrival(self) -> Self:
        return self.order_by("statement_import__uploaded_at", "statement_import__id", "number").select_related("statement_import")


class StatementLineQuerySet(OrganizationQuerySet["StatementLine"]):
    organization_path = "statement__statement_import__organization"


class MatchQuerySet(OrganizationQuerySet["Match"]):
    organization_path = "statement__statement_import__organization"


class RunQuerySet(OrganizationQuerySet["Run"]):
    organization_path = "statement_import__organization"


class QuestionQuerySet(OrganizationQuerySet["Question"]):
    organization_path = "statement_import__organization"


class ImportQueue(models.QuerySet["StatementImport"]):
    """For workers alone: they take whatever waits, whoever it belongs to."""

    def free_to_claim(self, now: dt.datetime) -> Self:
        """Waiting, or left behind by a worker whose lease ran out."""
        return self.filter(Q(status="pending") | Q(status="processing", claimed_until__lt=now))
