"""The examination of a document as a report: facts that speak against it, and facts that only inform."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from reconciliation.examining.facts import DocumentFact
from reconciliation.presentation.labels.facts import fact_in_words
from reconciliation.presentation.statement_page.examination import examination_of
from reconciliation.presentation.statement_page.sheet import Sheet
from reconciliation.reports.report import ReportColumn, ReportRow, ReportTable


def examination_tables(sheet: Sheet) -> list[ReportTable]:
    """Return a table of each kind of fact; none if the document was not examined."""
    examination = examination_of(sheet.statement.statement_import)
    return [] if examination is None else tables_of_facts([*examination.against, *examination.informing])


def tables_of_facts(facts: Sequence[DocumentFact]) -> list[ReportTable]:
    """Return a table of the facts that speak against the document, and one of those that only inform."""
    columns = (
        ReportColumn("fact", _("Fact")),
        ReportColumn("page", _("Page"), is_figure=True),
        ReportColumn("earlier", _("Earlier state")),
        ReportColumn("found", _("In the document")),
    )
    against = [_row(fact) for fact in facts if fact.speaks_against]
    informing = [_row(fact) for fact in facts if not fact.speaks_against]
    return [
        ReportTable("against", _("Speaks against the document"), columns, against, _("No fact speaks against the document.")),
        ReportTable("informing", _("Only informs"), columns, informing, _("No other fact.")),
    ]


def why_not_examined(sheet: Sheet) -> list[str]:
    """Return how to read the facts, or why there are none."""
    if examination_of(sheet.statement.statement_import) is None:
        return [_("This document was not examined: it is not a PDF, or an earlier release read it. Read it again to examine it.")]
    return [
        _(
            "Facts about the file and its print. They are neither a verdict nor a score: a fact that speaks against the document needs an"
            " explanation, which may be harmless."
        )
    ]


def _row(fact: DocumentFact) -> ReportRow:
    earlier, *present = fact.evidence if fact.is_change and fact.evidence else ("", *fact.evidence)
    return ReportRow((fact_in_words(fact), fact.page, earlier, " · ".join(filter(None, present))))
