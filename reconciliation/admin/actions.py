"""Actions of the list of imports."""

import csv
import io

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from people.csv_text import guarded
from people.staff import user_of
from reconciliation.admin.acting import MOST, Act, approve, compare_again, outcomes_of, process_again, together
from reconciliation.admin.evidence import EvidenceAdmin
from reconciliation.models import StatementImport
from reconciliation.presentation.import_list import RUNNING, summary_of
from reconciliation.presentation.statement_page import sheets_of
from reconciliation.reports.pack import packs_of
from reconciliation.views.reports import PRIVATE


class ImportActions(EvidenceAdmin):
    """Actions on the chosen imports. The services check roles."""

    actions = ["process_again", "compare_again", "approve", "export_archive", "export_list"]

    @admin.action(description=gettext_lazy("Process again"), permissions=["view"])
    def process_again(self, request: HttpRequest, chosen: QuerySet[StatementImport]) -> None:
        self._act(request, chosen, process_again)

    @admin.action(description=gettext_lazy("Verify again against today's books"), permissions=["view"])
    def compare_again(self, request: HttpRequest, chosen: QuerySet[StatementImport]) -> None:
        self._act(request, chosen, compare_again)

    @admin.action(description=gettext_lazy("Approve: sign off what may be signed off"), permissions=["view"])
    def approve(self, request: HttpRequest, chosen: QuerySet[StatementImport]) -> None:
        self._act(request, chosen, approve)

    @admin.action(description=gettext_lazy("Export reports and proofs as one archive"), permissions=["view"])
    def export_archive(self, request: HttpRequest, chosen: QuerySet[StatementImport]) -> HttpResponse | None:
        picked = self._picked(request, chosen)
        sheets = [sheet for statement_import in picked if statement_import.status not in RUNNING for sheet in sheets_of(statement_import)]
        if not sheets:
            self.message_user(request, _("There is no report of what you chose."), messages.WARNING)
            return None
        return _file(packs_of(sheets, timezone.localdate()), "application/zip", "reconciliations.zip")

    @admin.action(description=gettext_lazy("Export this list as CSV"), permissions=["view"])
    def export_list(self, request: HttpRequest, chosen: QuerySet[StatementImport]) -> HttpResponse | None:
        picked = self._picked(request, chosen)
        return _file(csv_of(picked).encode(), "text/csv; charset=utf-8", "statements.csv") if picked else None

    def _act(self, request: HttpRequest, chosen: QuerySet[StatementImport], act: Act) -> None:
        for level, sentence in together(outcomes_of(act, self._picked(request, chosen), user_of(request))):
            self.message_user(request, sentence, level)

    def _picked(self, request: HttpRequest, chosen: QuerySet[StatementImport]) -> list[StatementImport]:
        """Return the chosen imports, or None with a message if they are too many for one request."""
        picked = list(chosen[: MOST + 1])
        if len(picked) <= MOST:
            return picked
        self.message_user(request, _("Choose no more than %(count)d at once.") % {"count": MOST}, messages.ERROR)
        return []


def csv_of(imports: list[StatementImport]) -> str:
    """Return one row for each import, for programs: decimal points, ISO 8601 days. Nothing is read as a formula."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(
        ["file", "organization", "accounts", "status", "verdict", "sentence", "difference", "currency", "provider", "uploaded_at", "sha256"]
    )
    for statement_import in imports:
        summary = summary_of(statement_import)
        writer.writerow([
            guarded(statement_import.filename), guarded(statement_import.organization.name), guarded(", ".join(summary.accounts)),
            statement_import.status, statement_import.verdict, guarded(summary.headline.sentence),
            "" if summary.difference is None else format(summary.difference, "f"), summary.currency,
            statement_import.provider, statement_import.uploaded_at.isoformat(), statement_import.sha256,
        ])  # fmt: skip
    return f"\ufeff{file.getvalue()}"


def _file(content: bytes, content_type: str, name: str) -> HttpResponse:
    return HttpResponse(content, content_type=content_type, headers={**PRIVATE, "Content-Disposition": f'attachment; filename="{name}"'})
