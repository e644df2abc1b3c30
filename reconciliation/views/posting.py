"""Rows added to the books and taken out again; sign-off of a statement, step by step or with others, and its reopening."""

from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from finance.locks import LedgerLocked
from people.access import MemberRequest, member_may
from people.addresses import address, redirect_to
from reconciliation.decisions.questions import AmbiguousGroup
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.forms import DecisionForm, NextForm, RowsForm
from reconciliation.models import Conclusion, Statement
from reconciliation.posting import AccountNotCertain, LaterWork, ReadingIncomplete, SignedOff
from reconciliation.posting.parts import add_parts
from reconciliation.posting.publishing import add_missing, publish
from reconciliation.posting.undoing import undo
from reconciliation.presentation.import_list import next_of
from reconciliation.presentation.labels.acts import later_work, left_rows, refusal, why_not_signed_off
from reconciliation.presentation.overview.worklist import waiting_for_review_by
from reconciliation.reconcile.reconcile_accounts import ReadAgain
from reconciliation.signoff import services
from reconciliation.views.access import import_seen_by

NOT_ADDED: dict[type[Exception], Any] = {
    ReadAgain: gettext_lazy("The statement was read again in the meantime. Check its rows again."),
    SignedOff: gettext_lazy("This statement is signed off. Reopen it first."),
    AccountNotCertain: gettext_lazy("Choose the account of this statement first."),
    ReadingIncomplete: gettext_lazy(
        "Nothing was added: the document was not read completely, so its rows may be wrong. Check what was read first."
    ),
}
NOT_POSTED: tuple[type[Exception], ...] = (*NOT_ADDED, LedgerLocked)


@require_POST
@member_may("post")
def add_to_books(request: MemberRequest, import_id: UUID, statement_id: UUID) -> HttpResponse:
    """Add the chosen rows of one statement as they were shown. A statement that was read again since is refused."""
    statement_import = import_seen_by(request, import_id)
    form, statements = RowsForm(request.POST), Statement.objects.of(request.organization).filter(statement_import=statement_import)
    if not form.is_valid():
        messages.error(request, _("Choose at least one row."))
        return redirect_to("import_detail", import_id=import_id)
    statement = statements.filter(pk=statement_id).first()
    if statement is None:
        _refuse(request, [str(NOT_ADDED[ReadAgain])])
        return redirect_to("import_detail", import_id=import_id)
    try:
        lines, codes, texts = form.cleaned_data["lines"], form.codes(), form.texts()
        published = publish(statement=statement, actor=request.user, lines=lines, codes=codes, texts=texts)
    except NOT_POSTED as refused:
        _refuse(request, _why_not_added(refused))
    else:
        count = len(published.postings)
        if count:
            sentence = ngettext("%(count)d row was added to the books.", "%(count)d rows were added to the books.", count)
            messages.success(request, sentence % {"count": count})
        if published.left:
            messages.warning(request, " ".join(left_rows(published.left)))
    return redirect_to("import_detail", import_id=import_id)


@require_POST
@member_may("post")
def add_missing_rows(request: MemberRequest, import_id: UUID, statement_id: UUID) -> HttpResponse:
    """Match equal rows with the entries there are, and add the rows that are left to the books."""
    statement_import, form = import_seen_by(request, import_id), DecisionForm(request.POST)
    statement = get_object_or_404(Statement.objects.of(request.organization).filter(statement_import=statement_import), pk=statement_id)
    if not form.is_valid():
        raise Http404
    question = AmbiguousGroup(tuple(form.cleaned_data["lines"]), tuple(form.cleaned_data["entries"]))
    try:
        published = add_missing(statement=statement, question=question, actor=request.user)
    except DecisionRefused as refused:
        _refuse(request, [refusal(refused)])
    except (ReadAgain, SignedOff, AccountNotCertain):
        _refuse(request, [_("The statement has changed in the meantime. Check its rows again.")])
    except LedgerLocked as locked:
        _refuse(request, [_("Nothing was added."), *locked.shown()])
    else:
        count = len(published.postings)
        sentence = ngettext("%(count)d row was added to the books.", "%(count)d rows were added to the books.", count)
        messages.success(request, sentence % {"count": count})
    return redirect_to("import_detail", import_id=import_id)


@require_POST
@member_may("post")
def add_parts_of_payment(request: MemberRequest, import_id: UUID, statement_id: UUID) -> HttpResponse:
    """Add the entries that the books lack for the parts of one row's payment."""
    statement_import, form = import_seen_by(request, import_id), RowsForm(request.POST)
    statement = get_object_or_404(Statement.objects.of(request.organization).filter(statement_import=statement_import), pk=statement_id)
    if not form.is_valid():
        raise Http404
    try:
        added = add_parts(statement=statement, line=form.cleaned_data["lines"][0], actor=request.user)
    except NOT_POSTED as refused:
        _refuse(request, _why_not_added(refused))
    else:
        sentence = ngettext("%(count)d entry was added to the books.", "%(count)d entries were added to the books.", len(added))
        messages.success(request, sentence % {"count": len(added)})
    return redirect_to("import_detail", import_id=import_id)


@require_POST
@member_may("undo")
def take_out(request: MemberRequest, import_id: UUID) -> HttpResponse:
    """Undo all entries that were added from this import."""
    try:
        undone = undo(statement_import=import_seen_by(request, import_id), actor=request.user)
    except LaterWork as later:
        _refuse(request, [_("Nothing was removed."), *later_work(later.obstacles)])
    except LedgerLocked as locked:
        _refuse(request, [_("Nothing was removed."), *locked.shown()])
    else:
        count = len(undone)
        sentence = ngettext("%(count)d row was removed from the books.", "%(count)d rows were removed from the books.", count)
        messages.success(request, sentence % {"count": count} if count else _("These rows were already removed."))
    return redirect_to("import_detail", import_id=import_id)


def _why_not_added(refused: Exception) -> list[str]:
    """Return why nothing was posted, one of NOT_POSTED, in sentences."""
    return [_("Nothing was added."), *refused.shown()] if isinstance(refused, LedgerLocked) else [str(NOT_ADDED[type(refused)])]


def _refuse(request: MemberRequest, sentences: Iterable[str]) -> None:
    messages.error(request, " ".join(sentences))


STEPS: dict[str, tuple[Callable[..., Conclusion], tuple[str, ...]]] = {
    "prepare": (services.prepare, ("shown", "ends_checked")),
    "review": (services.review, ()),
    "sign_off": (services.sign_off, ("shown", "ends_checked")),
    "lock": (services.lock, ()),
    "reopen": (services.reopen, ("reason",)),
    "note": (services.note, ("reason",)),
}
DONE = {
    "prepare": gettext_lazy("Prepared and waiting for review."),
    "review": gettext_lazy("Reviewed and signed off."),
    "sign_off": gettext_lazy("Signed off."),
    "lock": gettext_lazy("Locked. Cleared entries keep their date and amount."),
    "reopen": gettext_lazy("Reopened."),
    "note": gettext_lazy("Closed without reconciling."),
}


@require_POST
@member_may("decide")
def sign(request: MemberRequest, import_id: UUID, statement_id: UUID, step: str) -> HttpResponse:
    """Take one step, and open the statement `next` if the page offered to. The service checks the member's right to it."""
    if step not in STEPS:
        raise Http404
    take, wanted = STEPS[step]
    statement = (
        Statement.objects.of(request.organization).filter(pk=statement_id, statement_import=import_seen_by(request, import_id)).first()
    )
    values: dict[str, Any] = {
        "shown": request.POST.get("shown", ""),
        "ends_checked": "ends_checked" in request.POST,
        "reason": request.POST.get("reason", ""),
    }
    try:
        concluded = take(statement=statement, actor=request.user, **{name: values[name] for name in wanted}) if statement else None
    except services.NotNow as refused:
        messages.error(request, why_not_signed_off(refused.code))
        return redirect_to("import_detail", import_id=import_id)
    except ReadAgain:
        concluded = None
    if concluded is None:
        messages.error(request, _("The statement was read again in the meantime. Check its rows again."))
        return redirect_to("import_detail", import_id=import_id)
    messages.success(request, str(DONE[step]))
    if step == "review" and "queue=review" in urlsplit(request.headers.get("Referer", "")).query:
        # The next statement of the user's review queue, the same one if another account of it waits, or the empty queue.
        # `in_place.js` is given the address instead: it would load the page twice, and the second one would not have the message.
        waiting = waiting_for_review_by(request.user, request.memberships).select_related("organization")
        coming = waiting.filter(pk=concluded.statement_import.pk).first() or next_of(waiting, concluded.statement_import)
        there = address("review_queue")
        if coming:
            there = f"{address('import_detail', coming.pk, organization=coming.organization.slug)}?queue=review"
        return HttpResponse(headers={"X-Go-To": there}) if "X-In-Place" in request.headers else HttpResponseRedirect(there)
    following = NextForm(request.POST)
    return redirect_to("import_detail", import_id=following.cleaned_data["next"] if following.is_valid() else import_id)
