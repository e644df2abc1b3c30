"""The examination of a document for its page, the API and reports: its facts, and how its layout departs from earlier statements."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from reconciliation.examining import departures
from reconciliation.examining.facts import DocumentFact, from_stored, in_order
from reconciliation.models import Statement, StatementImport

EARLIER = 6  # earlier statements of the account whose layouts count


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownExamination:
    """Facts that speak against the document, and facts that only inform."""

    against: Sequence[DocumentFact]
    informing: Sequence[DocumentFact]

    @property
    def says(self) -> str:
        """Return the number of facts against the document in words."""
        count = len(self.against)
        if not count:
            return _("Nothing speaks against the document")
        return ngettext("%(count)d fact speaks against the document", "%(count)d facts speak against the document", count) % {
            "count": count
        }


def examination_of(statement_import: StatementImport) -> ShownExamination | None:
    """Return the examination of an import, or None if it was not examined."""
    stored = statement_import.examination
    if not stored:
        return None
    facts = in_order([*from_stored(stored["facts"]), *departures(stored["layout"], earlier_layouts(statement_import))])
    return ShownExamination(
        against=[fact for fact in facts if fact.speaks_against], informing=[fact for fact in facts if not fact.speaks_against]
    )


def earlier_layouts(statement_import: StatementImport) -> list[dict[str, Any]]:
    """Return the layouts of earlier proved statements of the import's accounts, the latest first."""
    if statement_import.period_start is None:
        return []
    accounts = statement_import.statements.exclude(account=None).values("account")
    earlier = Statement.objects.of(statement_import.organization).filter(
        account__in=accounts, period_end__lt=statement_import.period_start, integrity__holds=True, set_aside=""
    )
    layouts = earlier.exclude(statement_import=statement_import).order_by("-period_end")
    return [layout for layout in layouts.values_list("statement_import__examination__layout", flat=True)[:EARLIER] if layout]
