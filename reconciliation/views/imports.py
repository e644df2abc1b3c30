"""The list of imports, and one action on many of them: a refused one does not affect the others."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from finance.paging import query_with
from people.access import MemberRequest, NotYours, member_may
from people.models import Membership
from reconciliation.decisions.questions import confirm_all
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.models import Conclusion, StatementImport
from reconciliation.models.querysets import COUNT_LIMIT, StatementImportQuerySet
from reconciliation.presentation.import_list import (
    ACTS,
    LISTED_BY,
    PER_PAGE,
    RUNNING,
    SHOWN,
    TABS,
    FilterForm,
    Summary,
    page_of,
    receipt_of,
    summary_of,
)
from reconciliation.presentation.labels.acts import why_not, why_not_signed_off
from reconciliation.presentation.labels.verdicts import Words
from reconciliation.presentation.statement_page.sheet import Sheet, sheets_of
from reconciliation.reconcile.conclusions import Status
from reconciliation.reconcile.reconcile_accounts import ReadAgain
from reconciliation.signoff import services as signing
from reconciliation.signoff.drift import moved_since
from reconciliation.uploads import services
from reconciliation.uploads.sample_books import there_are_samples
from reconciliation.views.access import imports_seen_by, with_accounts

Steps = Mapping[str, tuple[Callable[..., Conclusion], Words]]
"""The function that takes each step, and the sentence after it."""
APPROVING: Steps = {
    "sign_off": (signing.sign_off, gettext_lazy("Signed off.")),
    "prepare": (signing.prepare, gettext_lazy("Prepared and waiting for review.")),
    "review": (signing.review, gettext_lazy("Reviewed and signed off.")),
}
LOCKING: Steps = {
    "lock": (signing.lock, gettext_lazy("Locked. Cleared entries keep their date and amount.")),
}


@dataclass(frozen=True, slots=True)
class ActionOutcome:
    """The result for one import; `level` is that of a message."""

    name: str
    message: str
    level: int = messages.SUCCESS


def approve(statement_import: StatementImport, user: User, steps: Steps = APPROVING) -> Iterator[ActionOutcome]:
    """Take for each statement of the file the one of these steps that its page would offer this member."""
    membership = Membership.objects.of(statement_import.organization).filter(user=user).first()
    if membership is None or not membership.may("decide"):
        raise NotYours
    sheets = [] if statement_import.status in RUNNING else sheets_of(statement_import, membership)
    if not sheets:
        yield ActionOutcome(statement_import.filename, why_not_signed_off("not_compared"), messages.WARNING)
    for sheet in sheets:
        name = f"{sheet.statement.statement_import.filename}, {sheet.title}"
        step = next((step for step in sheet.steps if step in steps), None)
        if step is None:
            why = _("Only a reviewer can lock a statement, after its review.") if steps is LOCKING else _no_step(sheet)
            yield ActionOutcome(name, why, messages.WARNING)
            continue
        take, done = steps[step]
        try:
            take(statement=sheet.statement, actor=user)
        except signing.NotNow as refused:
            yield ActionOutcome(name, why_not_signed_off(refused.code), messages.WARNING)
        except ReadAgain:
            yield ActionOutcome(name, _("The statement was read again in the meantime. Check its rows again."), messages.WARNING)
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


STEPS = {"sign_off": APPROVING, "lock": LOCKING}
"""The steps of a sign-off that an act on several statements takes."""

MOST_RECEIPTS = 200


@require_safe
@member_may("read")
def imports(request: MemberRequest) -> HttpResponse:
    """Show the list, to a client that of their own uploads; htmx requests the list alone as long as anything runs."""
    if not request.membership.may("read_books"):
        receipts = [receipt_of(row) for row in imports_seen_by(request).order_by("-uploaded_at", "pk")[:MOST_RECEIPTS]]
        return render(request, "reconciliation/own_uploads.html", {"section": "statements", "receipts": receipts})
    visible, form, order = imports_seen_by(request), FilterForm(request), LISTED_BY.order(request.GET.get("sort", ""))
    everything = visible.listed()
    shown = form.narrow(visible if form.cleaned_data.get("status") == StatementImport.Status.DISCARDED else everything)
    page = page_of(with_accounts(shown), order, request.GET.get("after", ""))
    moved = moved_since(request.organization, [row.pk for row in page.rows])
    counts = everything.counts_to_limit(request.organization, {"all": Q(), **SHOWN})
    if request.membership.may("sign_off"):  # `shown_to`; no import is in both parts, and each has an index of its own
        counts["person"] = min(counts["person"] + counts["review"], COUNT_LIMIT + 1)
    context = {
        "section": "statements",
        "form": form,
        "order": order,
        "tabs": [
            (key, title, counts[key], query_with(request.GET, show=key))
            for key, title in TABS.items()
            if counts[key] or key not in {"running", "review"}
        ],
        "columns": order.heads(request.GET),
        "summaries": [summary_of(row, moved.get(row.pk, ())) for row in page.rows],
        "is_running": bool(counts["running"]) or any(row.status in RUNNING for row in page.rows),
        "is_empty": not counts["all"] and not form.narrows,
        "orders": LISTED_BY.orders(),
        "here": query_with(request.GET, after=request.GET.get("after", "")),
        "first": query_with(request.GET) if request.GET.get("after") else "",
        "next": query_with(request.GET, after=page.next_key) if page.next_key else "",
        "may_upload": request.membership.may("upload"),
        "may_erase": request.membership.may("erase") and there_are_samples(),
        "may_decide": request.membership.may("decide"),
        "may_sign_off": request.membership.may("sign_off"),
    }
    template = "reconciliation/imports_list.html" if "HX-Request" in request.headers else "reconciliation/imports.html"
    return render(request, template, context)


@dataclass(frozen=True, slots=True)
class BulkOutcome:
    """The result for one import: `summary` after the action, and the `tone` of a tag."""

    summary: Summary
    message: str
    tone: str = "good"


@require_POST
@member_may("decide")
def imports_bulk(request: MemberRequest) -> HttpResponse:
    """Run `act`, one of `ACTS`, on the ids in `imports`, at most as many as one page of the list has."""
    act = request.POST.get("act", "")
    if act not in ACTS:
        raise Http404
    if act in STEPS and not request.membership.may("sign_off"):
        raise PermissionDenied(_("Your role does not allow this."))
    try:
        ids = [UUID(text) for text in request.POST.getlist("imports")[:PER_PAGE]]
    except ValueError as error:
        raise Http404 from error
    chosen = list(imports_seen_by(request).filter(pk__in=ids).order_by("-uploaded_at", "pk"))
    results = {statement_import.pk: act_on(statement_import, act, request.user) for statement_import in chosen}
    outcomes = outcomes_of(imports_seen_by(request), results)
    return render(request, "reconciliation/imports_outcomes.html", {"section": "statements", "title": ACTS[act], "outcomes": outcomes})


def outcomes_of(visible: StatementImportQuerySet, results: Mapping[UUID, tuple[str, str]]) -> list[BulkOutcome]:
    """Return the imports of these results as they are now, each with its sentence and tone."""
    after = with_accounts(visible.filter(pk__in=results)).select_related("organization").order_by("-uploaded_at", "pk")
    return [BulkOutcome(summary_of(statement_import), *results[statement_import.pk]) for statement_import in after]


def act_on(statement_import: StatementImport, act: str, user: User) -> tuple[str, str]:
    """Run one of `ACTS` on one import and return a sentence and the tone of its tag. Raises NotYours."""
    if statement_import.status in RUNNING:
        return _("Already in progress."), "calm"
    try:
        if act == "process":
            services.process_again(statement_import=statement_import, actor=user)
            return _("Queued."), "good"
        if act == "compare":
            before = statement_import.reconciliation
            if not before:
                return _("It has no rows to compare."), "warn"
            services.compare_again(statement_import=statement_import, actor=user)
            return (
                (_("Re-checked: unchanged."), "calm") if statement_import.reconciliation == before else (_("Re-checked: changed."), "good")
            )
        if act in STEPS:
            # the one of these steps that each statement's page offers
            outcomes = list(approve(statement_import, user, STEPS[act]))
            done = all(outcome.level == messages.SUCCESS for outcome in outcomes)
            return " ".join(dict.fromkeys(outcome.message for outcome in outcomes)), "good" if done else "warn"
        statements = list(statement_import.statements.all())
        count = sum(len(confirm_all(statement=statement, actor=user)) for statement in statements)
    except DecisionRefused as refused:
        return why_not(refused.code), "bad"
    sentence = ngettext("%(count)d decision was recorded.", "%(count)d decisions were recorded.", count) % {"count": count}
    return (sentence, "good") if count else (_("No matches are suggested there."), "calm")
