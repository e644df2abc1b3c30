"""The examination of a document for its page, the API and reports: its facts, and how its layout departs from earlier statements."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from reconciliation.examining.facts import DocumentFact, from_stored, in_order
from reconciliation.examining.layout import Layout, departures, departures_from, key_of_traits, traits_of
from reconciliation.models import KnownLayout, LayoutTeaching, Statement, StatementImport
from reconciliation.models.querysets import KnownLayoutQuerySet

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
    layout = stored["layout"]
    departing = [*departures(layout, earlier_layouts(statement_import)), *departures_from_known(statement_import, layout)]
    facts = in_order([*from_stored(stored["facts"]), *departing])
    return ShownExamination(
        against=[fact for fact in facts if fact.speaks_against], informing=[fact for fact in facts if not fact.speaks_against]
    )


def earlier_layouts(statement_import: StatementImport) -> list[dict[str, Any]]:
    """Return the layouts of earlier proved or confirmed statements of the import's accounts, the latest first."""
    if statement_import.period_start is None:
        return []
    accounts = statement_import.statements.exclude(account=None).values("account")
    earlier = Statement.objects.of(statement_import.organization).filter(
        account__in=accounts, period_end__lt=statement_import.period_start, set_aside=""
    )
    earlier = earlier.filter(Q(integrity__holds=True) | Q(teaching__isnull=False))
    layouts = earlier.exclude(statement_import=statement_import).order_by("-period_end")
    return [layout for layout in layouts.values_list("statement_import__examination__layout", flat=True)[:EARLIER] if layout]


def departures_from_known(statement_import: StatementImport, layout: Layout) -> Iterator[DocumentFact]:
    """Yield how the document departs from the layouts that other statements taught, or that were imported, each fact once."""
    codes = set()
    for statement in statement_import.statements.all():
        traits = traits_of(layout, statement.institution) if layout else None
        if traits is None:
            continue
        known = known_beside(statement_import).filter(traits__sender=traits["sender"])
        codes |= {fact.code for fact in departures_from([other.traits for other in known], traits)}
        same = [other for other in known if other.key == key_of_traits(traits)]
        orders = {taught.day_first for other in same for taught in other.teachings.all() if taught.day_first is not None}
        order = statement.conventions.get("day_first")
        if order is not None and statement.integrity.get("holds") and orders == {not order}:
            codes.add("layout_order")
    yield from (DocumentFact(code=code) for code in sorted(codes))


def known_beside(statement_import: StatementImport) -> KnownLayoutQuerySet:
    """Return the known layouts, without those that only statements of this import taught, with what all others taught."""
    others = LayoutTeaching.objects.of(statement_import.organization).exclude(statement__statement_import=statement_import)
    known = KnownLayout.objects.of(statement_import.organization)
    taught = known.filter(Q(teachings__in=others) | Q(imported_at__isnull=False, forgotten_at=None))
    return taught.distinct().prefetch_related(Prefetch("teachings", queryset=others))
