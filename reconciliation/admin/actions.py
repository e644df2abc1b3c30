"""Actions of the list of imports."""

import csv
import io
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from people.access import PRIVATE, NotYours
from people.models import Membership, Organization
from people.safe_text import guarded
from people.staff import user_of
from reconciliation.admin.evidence import EvidenceAdmin
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.models import StatementImport
from reconciliation.presentation.import_list import RUNNING, summary_of
from reconciliation.presentation.labels.acts import why_in_use, why_not
from reconciliation.presentation.statement_page.sheet import sheets_of
from reconciliation.reports.catalogue import packs_of
from reconciliation.uploads import services
from reconciliation.uploads.ending import DocumentInUse
from reconciliation.uploads.services import TooManyWaiting, move_document
from reconciliation.views.imports import ActionOutcome, approve

LONGEST = 1000
MOST = 100
"""The largest number of imports in one request, so that it ends in time."""
Act = Callable[[StatementImport, User], Iterable["ActionOutcome"]]


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
        names[outcome.level, outcome.message].append(outcome.name)
    for (level, sentence), same in names.items():
        yield level, _("%(said)s (%(count)d: %(names)s)") % {"said": sentence, "count": len(same), "names": ", ".join(same)}


def process_again(statement_import: StatementImport, user: User) -> Iterator[ActionOutcome]:
    if statement_import.status in RUNNING:
        yield ActionOutcome(statement_import.filename, _("Already in progress."), messages.INFO)
        return
    services.process_again(statement_import=statement_import, actor=user)
    yield ActionOutcome(statement_import.filename, _("Queued."))


def compare_again(statement_import: StatementImport, user: User) -> Iterator[ActionOutcome]:
    """Compare with today's books, by code alone."""
    before = statement_import.reconciliation
    if statement_import.status in RUNNING or not before:
        yield ActionOutcome(statement_import.filename, _("It has no rows to compare."), messages.WARNING)
        return
    services.compare_again(statement_import=statement_import, actor=user)
    changed = statement_import.reconciliation != before
    yield ActionOutcome(statement_import.filename, _("Re-checked: changed.") if changed else _("Re-checked: unchanged."))


def discard(statement_import: StatementImport, user: User, *, reason: str, not_a_statement: bool) -> Iterator[ActionOutcome]:
    """Discard the document with this reason, or as no statement."""
    yield _put_away(
        statement_import,
        lambda: services.discard(statement_import=statement_import, reason=reason, actor=user, not_a_statement=not_a_statement),
        _("Discarded."),
    )


def take_back(statement_import: StatementImport, user: User) -> Iterator[ActionOutcome]:
    yield _put_away(statement_import, lambda: services.take_back(statement_import=statement_import, actor=user), _("Queued."))


def read_as_statement(statement_import: StatementImport, user: User) -> Iterator[ActionOutcome]:
    yield _put_away(statement_import, lambda: services.read_as_statement(statement_import=statement_import, actor=user), _("Queued."))


def move(statement_import: StatementImport, user: User, *, to: Organization) -> Iterator[ActionOutcome]:
    yield _put_away(statement_import, lambda: move_document(statement_import=statement_import, to=to, actor=user), _("Moved."))


def _put_away(statement_import: StatementImport, act: Callable[[], object], done: str) -> ActionOutcome:
    try:
        act()
    except DocumentInUse as refused:
        return ActionOutcome(statement_import.filename, why_in_use(refused.code), messages.ERROR)
    except DecisionRefused as refused:
        return ActionOutcome(statement_import.filename, why_not(refused.code), messages.ERROR)
    except TooManyWaiting:
        return ActionOutcome(statement_import.filename, _("Too many documents are waiting. Try again later."), messages.ERROR)
    return ActionOutcome(statement_import.filename, done)


class PutAwayForm(ActionForm):
    """The reason to discard, and the client to move to, beside the actions."""

    reason = forms.CharField(required=False, max_length=LONGEST, label=gettext_lazy("Reason"))
    to = forms.CharField(required=False, label=gettext_lazy("Client"))


class ImportActions(EvidenceAdmin):
    """Actions on the chosen imports. The services check roles."""

    action_form = PutAwayForm
    actions = [
        "process_again", "compare_again", "approve", "discard", "not_a_statement", "take_back", "read_as_statement", "move",
        "export_archive", "export_list",
    ]  # fmt: skip

    @admin.action(description=gettext_lazy("Read again"), permissions=["view"])
    def process_again(self, request: HttpRequest, chosen: QuerySet[StatementImport]) -> None:
        self._act(request, chosen, process_again)

    @admin.action(description=gettext_lazy("Re-check against your books"), permissions=["view"])
    def compare_again(self, request: HttpRequest, chosen: QuerySet[StatementImport]) -> None:
        self._act(request, chosen, compare_again)

    @admin.action(description=gettext_lazy("Approve: sign off where allowed"), permissions=["view"])
    def approve(self, request: HttpRequest, chosen: QuerySet[StatementImport]) -> None:
        self._act(request, chosen, approve)

    @admin.action(description=gettext_lazy("Discard, with the reason"), permissions=["view"])
    def discard(self, request: HttpRequest, chosen: QuerySet[StatementImport]) -> None:
        self._act(request, chosen, partial(discard, reason=request.POST.get("reason", "")[:LONGEST], not_a_statement=False))

    @admin.action(description=gettext_lazy("Not a statement: discard"), permissions=["view"])
    def not_a_statement(self, request: HttpRequest, chosen: QuerySet[StatementImport]) -> None:
        self._act(request, chosen, partial(discard, reason=request.POST.get("reason", "")[:LONGEST], not_a_statement=True))

    @admin.action(description=gettext_lazy("Restore discarded documents"), permissions=["view"])
    def take_back(self, request: HttpRequest, chosen: QuerySet[StatementImport]) -> None:
        self._act(request, chosen, take_back)

    @admin.action(description=gettext_lazy("This is a statement: read as one"), permissions=["view"])
    def read_as_statement(self, request: HttpRequest, chosen: QuerySet[StatementImport]) -> None:
        self._act(request, chosen, read_as_statement)

    @admin.action(description=gettext_lazy("Move to the client"), permissions=["view"])
    def move(self, request: HttpRequest, chosen: QuerySet[StatementImport]) -> None:
        """Move the documents to the client that is named in full, of those of the user."""
        named = Membership.objects.across_organizations("the user's own memberships").filter(user=user_of(request))
        there = [membership.organization for membership in named.filter(organization__name=request.POST.get("to", "").strip())]
        if len(there) == 1:
            self._act(request, chosen, partial(move, to=there[0]))
        else:
            self.message_user(request, _("Enter the full name of one of your clients."), messages.ERROR)

    @admin.action(description=gettext_lazy("Export reports and proofs as one archive"), permissions=["view"])
    def export_archive(self, request: HttpRequest, chosen: QuerySet[StatementImport]) -> HttpResponse | None:
        picked = self._picked(request, chosen)
        sheets = [sheet for statement_import in picked if statement_import.status not in RUNNING for sheet in sheets_of(statement_import)]
        if not sheets:
            self.message_user(request, _("There is no report for this selection."), messages.WARNING)
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
        """Return the chosen imports; if they are too many for one request, return none and add a message."""
        picked = list(chosen[: MOST + 1])
        if len(picked) <= MOST:
            return picked
        self.message_user(request, _("Choose at most %(count)d at once.") % {"count": MOST}, messages.ERROR)
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
