"""The part above the fields of an import's page: verdict, bank reconciliation, both sides, decisions, runs."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import QuerySet, Sum
from django.http import HttpRequest
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from people.staff import is_member
from reconciliation.models import StatementImport
from reconciliation.presentation.formats import figure, provider_name
from reconciliation.presentation.import_list import RUNNING, VERDICTS, summary_of
from reconciliation.presentation.labels.model_proposals import disagreement
from reconciliation.presentation.statement_page import Sheet, sheets_of
from reconciliation.reports.bank_reconciliation import both_forms, checks_and_reasons
from reconciliation.reports.registers import decisions_and_exceptions
from reconciliation.reports.report import ReportColumn, ReportRow, ReportTable
from reconciliation.reports.rows import rows_of_every_list


@dataclass(frozen=True, slots=True)
class StatementPanel:
    """One statement of the file: its sheet, its evidence and its tables."""

    sheet: Sheet
    notes: Sequence[str]
    tables: Sequence[ReportTable]


def page_of(statement_import: StatementImport, request: HttpRequest) -> dict[str, Any]:
    """Return the values for the template; `in_the_app` if the app shows this import to the same user."""
    sheets = [] if statement_import.status in RUNNING else sheets_of(statement_import)
    panels = []
    for sheet in sheets:
        tables = [both_forms(sheet)[0], *rows_of_every_list(sheet), *decisions_and_exceptions(sheet)]
        panels.append(StatementPanel(sheet, checks_and_reasons(sheet), [table for table in tables if table.rows]))
    return {
        "summary": summary_of(statement_import),
        "papers": panels,
        "runs": _runs(statement_import),
        "disagreements": [disagreement(difference) for difference in (statement_import.reconciliation or {}).get("disagreements", [])],
        "in_the_app": is_member(request, statement_import.organization),
    }


def dollars(amount: Decimal | None) -> str:
    """Return the cost of models in US dollars to a hundredth of a cent; empty if unknown."""
    return "" if amount is None else figure(amount.quantize(Decimal("0.0001")))


def _runs(statement_import: StatementImport) -> ReportTable:
    """Return all runs, latest first: cause, provider and cost."""
    runs: QuerySet[Any] = statement_import.runs.annotate(
        seconds=Sum("steps__seconds"), asked=Sum("steps__input_tokens"), told=Sum("steps__output_tokens"), cost=Sum("steps__cost")
    )
    columns = (
        ReportColumn("number", _("Run"), is_figure=True),
        ReportColumn("cause", _("Why")),
        ReportColumn("verdict", _("verdict")),
        ReportColumn("started", _("On")),
        ReportColumn("provider", _("Provider")),
        ReportColumn("seconds", _("Seconds"), is_figure=True),
        ReportColumn("tokens", _("Tokens"), is_figure=True),
        ReportColumn("cost", _("US dollars"), is_figure=True),
    )
    rows = []
    for run in runs:
        tokens = "" if run.asked is None else f"{run.asked} + {'?' if run.told is None else run.told}"
        seconds = None if run.seconds is None else f"{run.seconds:.2f}"
        cause, verdict, provider = str(run.get_cause_display()), str(dict(VERDICTS).get(run.verdict, "")), str(provider_name(run.provider))
        rows.append(ReportRow((run.number, cause, verdict, localdate(run.started_at), provider, seconds, tokens, dollars(run.cost))))
    return ReportTable("runs", _("Runs"), columns, rows)
