"""Actions of the list of imports."""

import csv
import io
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from people.access import NotYours
from people.models import Membership
from people.safe_text import guarded
from people.staff import user_of
from reconciliation.admin.evidence import EvidenceAdmin
from reconciliation.models import Conclusion, StatementImport
from reconciliation.presentation.import_list import RUNNING, summary_of
from reconciliation.presentation.labels.acts import why_not_signed_off
from reconciliation.presentation.labels.verdicts import Words
from reconciliation.presentation.statement_page.sheet import Sheet, sheets_of
from reconciliation.queue.refused import ReadAgain
from reconciliation.reconcile.conclusions import Status
from reconciliation.reports.catalogue import packs_of
from reconciliation.signoff import services as signing
from reconciliation.uploads import services
from reconciliation.views.access import PRIVATE

MOST = 100
"""So many imports are acted on at once: a request has an end."""
Act = Callable[[StatementImport, User], Iterable["ActionOutcome"]]
APPROVING: dict[str, tuple[Callable[..., Conclusion], Words]] = {
    "sign_off": (signing.sign_off, gettext_lazy("Signed off.")),
    "prepare": (signing.prepare, gettext_lazy("Prepared. It waits for a review.")),
    "review": (signing.review, gettext_lazy("Reviewed and signed off.")),
}


@dataclass(frozen=True, slots=True)
class ActionOutcome:
    """The result for one import; `level` is that of a message."""

    name: str
    said: str
    level: int = messages.SUCCESS


def outcomes_of(act: Act, chosen: Iterable[StatementImport], user: User) -> Iterator[ActionOutcome]:
    """Return the outcome of each import. A refused one does not affect the others."""
    for statement_import in chosen:
        try:
            yield from act(statement_import, user)
        except NotYours:
            yield ActionOutcome(statement_import.filename, _("Your role does not allow this."), messages.ERROR)


def together(outcomes: Iterable[ActionOutcome]) -> Iterator[tuple[int, str]]:
    """Return one sentence for all imports with the same outcome, and their names."""
    names: dict[tuple[int, str], list[str]] = defaultdict(list)
    for outcome in outcomes:
        names[outcome.level, outcome.said].append(outcome.name)
    for (level, sentence), same in names.items():
        yield level, _("%(said)s (%(count)d: %(names)s)") % {"said": sentence, "count": len(same), "names": ", ".join(same)}


def process_again(statement_import: StatementImport, user: User) -> Iterator[ActionOutcome]:
    if statement_import.status in RUNNING:
        yield ActionOutcome(statement_import.filename, _("At work already."), messages.INFO)
        return
    services.process_again(statement_import=statement_import, actor=user)
    yield ActionOutcome(statement_import.filename, _("Queued."))


def compare_again(statement_import: StatementImport, user: User) -> Iterator[ActionOutcome]:
    """Compare with today's books, by code alone."""
    before = statement_import.reconciliation
    if statement_import.status in RUNNING or not before:
        yield ActionOutcome(statement_import.filename, _("Nothing was read of it that could be compared."), messages.WARNING)
        return
    services.compare_again(statement_import=statement_import, actor=user)
    changed = statement_import.reconciliation != before
    yield ActionOutcome(statement_import.filename, _("Compared: it changed.") if changed else _("Compared: as before."))


def approve(statement_import: StatementImport, user: User) -> Iterator[ActionOutcome]:
    """Take for each statement of the file the step that its page would offer this member."""
    membership = Membership.objects.of(statement_import.organization).filter(user=user).first()
    if membership is None or not membership.may("decide"):
        raise NotYours
    sheets = [] if statement_import.status in RUNNING else sheets_of(statement_import, membership)
    if not sheets:
        yield ActionOutcome(statement_import.filename, why_not_signed_off("not_compared"), messages.WARNING)
    for sheet in sheets:
        name = f"{sheet.statement.statement_import.filename}, {sheet.title}"
        step = next((step for step in sheet.steps if step in APPROVING), None)
        if step is None:
            yield ActionOutcome(name, _no_step(sheet), messages.WARNING)
            continue
        take, done = APPROVING[step]
        try:
            take(statement=sheet.statement, actor=user)
        except signing.NotNow as refused:
            yield ActionOutcome(name, why_not_signed_off(refused.code), messages.WARNING)
        except ReadAgain:
            yield ActionOutcome(name, _("The statement was read again meanwhile. Look at its rows once more."), messages.WARNING)
        else:
            yield ActionOutcome(name, str(done))


def _no_step(sheet: Sheet) -> str:
    """Return why its page offers no step."""
    if sheet.signing is None:
        return why_not_signed_off("no_account")
    if sheet.signing.drift:
        return why_not_signed_off("changed")
    if sheet.signing.status in {Status.REVIEWED, Status.LOCKED}:
        return _("Signed off already.")
    return sheet.signing.blocked or _("Your role does not allow this.")


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
        """Return the chosen imports, or none of them and a message if they are too many for one request."""
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
