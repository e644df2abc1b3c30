"""Decisions on a statement's rows, answers about its document, and typed statements. Each request is one decision; a refusal is explained
in a sentence."""

from collections.abc import Callable
from functools import partial
from uuid import UUID

from django.contrib import messages
from django.db.models import Q
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from finance.forms.account import EntryFilterForm
from finance.models import Account, Transaction
from finance.money import NotAnAmount
from people.access import MemberRequest, member_may
from people.addresses import redirect_to
from reconciliation.chat.proposals import answer_with
from reconciliation.decisions import deciding, questions, reading, rows, waivers
from reconciliation.decisions.manual_statement import MOST, beginning_of, reconcile_typed, tick_off_sums, uncleared
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.decisions.rows import sums_of
from reconciliation.forms import (
    AddedRowForm,
    BankErrorForm,
    ConfirmationForm,
    CorrectionForm,
    DecisionForm,
    MarkForm,
    PairsForm,
    StatementFactsForm,
    TypedForm,
)
from reconciliation.models import Decision, Question, Statement, StatementImport
from reconciliation.presentation.labels.acts import refusal, why_in_use
from reconciliation.uploads import services
from reconciliation.uploads.ending import DocumentInUse
from reconciliation.views.access import import_seen_by

Act = Callable[[], object]


@require_POST
@member_may("decide")
def answer_question(request: MemberRequest, import_id: UUID, statement_id: UUID) -> HttpResponse:
    """Answer a question of the verifier: `answer` yes confirms the proposal, no denies it."""
    form = _form(request)
    group = questions.AmbiguousGroup(tuple(form.cleaned_data["lines"]), tuple(form.cleaned_data["entries"]))
    act = questions.confirm if request.POST.get("answer") == "yes" else questions.deny
    statement = statement_shown(request, import_id, statement_id)
    return done(request, import_id, partial(act, statement=statement, question=group, actor=request.user))


@require_POST
@member_may("decide")
def confirm_all(request: MemberRequest, import_id: UUID, statement_id: UUID) -> HttpResponse:
    statement = statement_shown(request, import_id, statement_id)
    try:
        confirmed = questions.confirm_all(statement=statement, actor=request.user)
    except DecisionRefused as refused:
        messages.error(request, refusal(refused))
        return redirect_to("import_detail", import_id=import_id)
    sentence = ngettext("%(count)d decision was recorded.", "%(count)d decisions were recorded.", len(confirmed))
    messages.success(request, sentence % {"count": len(confirmed)})
    return redirect_to("import_detail", import_id=import_id)


@require_POST
@member_may("decide")
def confirm_pairs(request: MemberRequest, import_id: UUID, statement_id: UUID) -> HttpResponse:
    """Confirm the ticked `pairs` of rows and entries with other names. Pairs that are not ticked stay questions."""
    form, statement = PairsForm(request.POST), statement_shown(request, import_id, statement_id)
    if not form.is_valid():
        raise Http404
    act = partial(questions.confirm_pairs, statement=statement, pairs=form.cleaned_data["pairs"], actor=request.user)
    return done(request, import_id, act)


@require_POST
@member_may("decide")
def decide_rows(request: MemberRequest, import_id: UUID, statement_id: UUID) -> HttpResponse:
    """Record one decision on the named `lines` and `entries`. `kind` is pair, pair_difference, unpair, contra, the reason to accept a
    difference, all_outstanding as they were `shown`, or acknowledged: the `fact` of the verdict. With a `question`
    and the `number` of its proposal it is the answer to that, as it was `shown`."""
    form, statement = _form(request), statement_shown(request, import_id, statement_id)
    cleaned, kind = form.cleaned_data, request.POST.get("kind", "")
    more = {"statement": statement, "actor": request.user, "reason": cleaned["reason"]}
    acts: dict[str, Callable[[], Decision]] = {
        "acknowledged": lambda: waivers.acknowledge(fact=request.POST.get("fact", ""), **more),
        "pair": lambda: rows.pair(lines=cleaned["lines"], entries=_entries(statement, cleaned["entries"]), **more),
        "pair_difference": lambda: rows.pair_with_difference(
            lines=cleaned["lines"], entries=_entries(statement, cleaned["entries"]), booked_to=cleaned["booked_to"], **more
        ),
        "unpair": lambda: rows.unpair(lines=cleaned["lines"], entries=_entries(statement, cleaned["entries"]), **more),
        "contra": lambda: rows.undo_each_other(entries=_entries(statement, cleaned["entries"]), **more),
        "all_outstanding": lambda: waivers.confirm_outstanding(shown=request.POST.get("shown", ""), **more),
        **{
            excuse: lambda: waivers.excuse(kind=kind, lines=cleaned["lines"], entries=_entries(statement, cleaned["entries"]), **more)
            for excuse in ("outstanding", "difference", "ignored", "bank_error")
        },
    }
    if kind not in acts:
        raise Http404
    if cleaned["question"] is None:
        return done(request, import_id, acts[kind])
    asked = Question.objects.of(request.organization).filter(statement_import=statement.statement_import).defer("turns")
    act = partial(answer_with, question=get_object_or_404(asked, pk=cleaned["question"]), number=cleaned["number"] or 0)
    return done(request, import_id, partial(act, shown=request.POST.get("shown", ""), actor=request.user, act=acts[kind]))


@require_POST
@member_may("decide")
def cancel_rows(request: MemberRequest, import_id: UUID, statement_id: UUID) -> HttpResponse:
    """Record that two rows cancel each other. `rows` is a row of this statement and its correction on a statement that the member sees."""
    form, statement = BankErrorForm(request.POST), statement_shown(request, import_id, statement_id)
    if not form.is_valid():
        messages.error(request, _("Choose two rows that cancel out, and say why."))
        return redirect_to("import_detail", import_id=import_id)
    cancelling = form.cleaned_data["rows"]
    printed = Statement.objects.of(request.organization).select_related("statement_import")
    other = get_object_or_404(printed, statement_import=import_seen_by(request, cancelling.other_import), number=cancelling.other_number)
    act = partial(rows.cancel_each_other, other=other, other_line=cancelling.other_line, actor=request.user)
    return done(request, import_id, partial(act, statement=statement, line=cancelling.line, reason=form.cleaned_data["reason"]))


@require_POST
@member_may("decide")
def settle_twin(request: MemberRequest, import_id: UUID, statement_id: UUID) -> HttpResponse:
    """Match the printed row to `entry`, one of `entries`, or to none of them if it is empty."""
    form, statement, chosen = _form(request), statement_shown(request, import_id, statement_id), request.POST.get("entry")
    cleaned = form.cleaned_data
    if chosen is None or (chosen and chosen not in cleaned["entries"]):
        messages.error(request, _("Choose the entry that matches the row, or none."))
        return redirect_to("import_detail", import_id=import_id)
    return done(
        request,
        import_id,
        lambda: (rows.pair if chosen else rows.unpair)(
            statement=statement,
            lines=cleaned["lines"],
            entries=_entries(statement, [chosen] if chosen else cleaned["entries"]),
            actor=request.user,
        ),
    )


@require_safe
@member_may("decide")
def chosen_sums(request: MemberRequest, import_id: UUID, statement_id: UUID) -> HttpResponse:
    """Show the sums of the ticked rows of both sides and their difference."""
    statement, form = statement_shown(request, import_id, statement_id), DecisionForm(request.GET)
    if not form.is_valid():
        raise Http404
    context = {
        "sums": sums_of(statement, form.cleaned_data["lines"], form.cleaned_data["entries"]),
        "currency": statement.money_currency,
    }
    return render(request, "reconciliation/by_hand_sums.html", context)


@require_safe
@member_may("decide")
def find_match(request: MemberRequest, import_id: UUID, statement_id: UUID, side: str) -> HttpResponse:
    """Show the rows of a side (`books` or `bank`) that the named row of the other side may be matched with, by the searched `text` or
    amount. Rows of the side that the request names are ticked. Without a query the statement is shown."""
    statement, form = statement_shown(request, import_id, statement_id), DecisionForm(request.GET)
    search = EntryFilterForm(request.GET, label_suffix="")
    if not form.is_valid() or side not in {"books", "bank"}:
        raise Http404
    lines, names, currency = form.cleaned_data["lines"], form.cleaned_data["entries"], statement.money_currency
    if not request.GET:
        return redirect_to("import_detail", import_id)
    try:
        if side == "books":
            row, candidates = rows.entries_to_match(statement, next(iter(lines), -1), partial(search.narrow, currency=currency), names)
        else:
            entry = next(iter(_entries(statement, names[:1])), None)
            if entry is None:
                raise Http404
            row, candidates = rows.rows_to_match(statement, entry, partial(search.admits, currency=currency), lines)
    except DecisionRefused as unknown:
        raise Http404 from unknown
    context = {"section": "statements", "statement": statement, "statement_import": statement.statement_import, "side": side}
    ticked = names if side == "books" else [str(line) for line in lines]
    context |= {"row": row, "found": candidates, "ticked": ticked, "search": search, "currency": currency}
    return render(request, "reconciliation/find_match.html", context)


@require_POST
@member_may("decide")
def correct_line(request: MemberRequest, import_id: UUID, statement_id: UUID) -> HttpResponse:
    statement, form = statement_shown(request, import_id, statement_id), CorrectionForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Enter the number of the row and its correct values."))
        return redirect_to("import_detail", import_id=import_id)
    values = dict(form.cleaned_data)
    if values.pop("no_row"):
        aside = partial(rows.set_row_aside, line=values["line"], reason=values["reason"])
        return done(request, import_id, partial(aside, statement=statement, actor=request.user))
    return done(request, import_id, partial(rows.correct_line, statement=statement, actor=request.user, **values))


@require_POST
@member_may("decide")
def adopt_opening(request: MemberRequest, import_id: UUID, statement_id: UUID) -> HttpResponse:
    statement = statement_shown(request, import_id, statement_id)
    return done(request, import_id, partial(reading.adopt_opening, statement=statement, actor=request.user))


@require_POST
@member_may("decide")
def replace_statement(request: MemberRequest, import_id: UUID, statement_id: UUID, replaced_id: UUID) -> HttpResponse:
    """Record that this statement is a reissue of another one that the member sees."""
    replaced = get_object_or_404(Statement.objects.of(request.organization), pk=replaced_id)
    import_seen_by(request, replaced.statement_import_id)
    statement = statement_shown(request, import_id, statement_id)
    return done(request, import_id, partial(reading.replace_statement, statement=statement, replaced=replaced, actor=request.user))


@require_POST
@member_may("decide")
def withdraw_decision(request: MemberRequest, import_id: UUID, decision_id: UUID) -> HttpResponse:
    shown = import_seen_by(request, import_id)
    spoken_of = Q(statement_import=shown) | Q(kind=Decision.Kind.BANK_CONTRA, other_import=shown)
    decision = get_object_or_404(Decision.objects.of(request.organization).filter(spoken_of), pk=decision_id)
    reason = request.POST.get("reason", "")
    act = partial(deciding.withdraw_decision, decision=decision, actor=request.user, reason=reason)
    return done(request, import_id, act, notice=_("Undone and re-checked."))


def statement_shown(request: MemberRequest, import_id: UUID, statement_id: UUID) -> Statement:
    """Return the statement that the page showed. Raises Http404 if it was read again since, which makes it another row."""
    shown = Statement.objects.of(request.organization).filter(statement_import=import_seen_by(request, import_id))
    return get_object_or_404(shown, pk=statement_id)


def _form(request: MemberRequest) -> DecisionForm:
    form = DecisionForm(request.POST)
    if not form.is_valid():
        raise Http404
    return form


def _entries(statement: Statement, names: list[str]) -> list[Transaction]:
    return questions.entries_named(statement, names)


def done(request: MemberRequest, import_id: UUID, act: Act, notice: str = "") -> HttpResponse:
    try:
        act()
    except DecisionRefused as refused:
        messages.error(request, refusal(refused))
    else:
        messages.success(request, notice or _("Saved and re-checked."))
    return redirect_to("import_detail", import_id=import_id)


@require_http_methods(["GET", "HEAD", "POST"])
@member_may("decide")
def type_statement(request: MemberRequest, account_id: UUID) -> HttpResponse:
    """Store the statement if `act` is finish, else only recalculate the sums."""
    account = get_object_or_404(Account.objects.visible_to(request.membership).select_related("organization"), pk=account_id)
    posted = request.method == "POST"
    form = TypedForm(request.POST if posted else None, beginning_of(account))
    days = form.days
    offered = uncleared(account, first=days[0], last=days[1]) if days else []
    ticked = {entry.pk for entry in offered[-MOST:] if str(entry.pk) in request.POST.getlist("entries")}
    if posted and request.POST.get("act") == "finish" and form.is_valid():
        entries = [entry for entry in offered if entry.pk in ticked]
        try:
            typed = reconcile_typed(account=account, entries=entries, actor=request.user, **form.cleaned_data)
        except DecisionRefused as refused:
            form.add_error(None, refusal(refused))
        except NotAnAmount:
            form.add_error(None, _("This is not an amount in %(currency)s.") % {"currency": account.currency})
        else:
            return redirect_to("import_detail", import_id=typed.pk)
    context = {
        "section": "accounts",
        "account": account,
        "form": form,
        "offered": offered[-MOST:],
        "not_all": len(offered) > MOST,
        "ticked": ticked,
        "sums": tick_off_sums(offered, ticked, form.amount("opening"), form.amount("closing")),
    }
    return render(request, "reconciliation/typed.html", context)


@require_POST
@member_may("decide")
def take_typed_back(request: MemberRequest, import_id: UUID) -> HttpResponse:
    """Withdraw a typed statement. It proves nothing from then on; its page remains in the history."""
    statement_import = import_seen_by(request, import_id)
    if statement_import.channel == StatementImport.Channel.TYPED:
        try:
            services.cancel(statement_import=statement_import, actor=request.user)
        except DocumentInUse as refused:
            messages.error(request, why_in_use(refused.code))
        else:
            messages.success(request, _("The entered balances were withdrawn."))
    return redirect_to("import_detail", import_id=import_id)


@require_POST
@member_may("decide")
def correct_statement(request: MemberRequest, import_id: UUID, statement_id: UUID) -> HttpResponse:
    """Correct balances, days, number, currency or kind of account. Fields that are left out stay as they are."""
    statement, form = statement_shown(request, import_id, statement_id), StatementFactsForm(request.POST)
    if not form.is_valid():
        return _invalid(request, import_id, form)
    return done(request, import_id, partial(reading.correct_statement, statement=statement, actor=request.user, **form.values()))


@require_POST
@member_may("decide")
def add_row(request: MemberRequest, import_id: UUID, statement_id: UUID) -> HttpResponse:
    return _recorded(request, import_id, statement_id, AddedRowForm(request.POST), reading.add_row)


@require_POST
@member_may("decide")
def answer_mark(request: MemberRequest, import_id: UUID, statement_id: UUID) -> HttpResponse:
    return _recorded(request, import_id, statement_id, MarkForm(request.POST), reading.answer_mark)


@require_POST
@member_may("decide")
def confirm_reading(request: MemberRequest, import_id: UUID, statement_id: UUID) -> HttpResponse:
    return _recorded(request, import_id, statement_id, ConfirmationForm(request.POST), reading.confirm_reading)


def _recorded(request: MemberRequest, import_id: UUID, statement_id: UUID, form: Form, act: Callable[..., object]) -> HttpResponse:
    """Carry out an act on the statement with the values of its form."""
    statement = statement_shown(request, import_id, statement_id)
    if not form.is_valid():
        return _invalid(request, import_id, form)
    return done(request, import_id, partial(act, statement=statement, actor=request.user, **form.cleaned_data))


def _invalid(request: MemberRequest, import_id: UUID, form: Form) -> HttpResponse:
    """Return to the page with the errors of each field."""
    wrong = [f"{form.fields[name].label or name}: {' '.join(map(str, errors))}" for name, errors in form.errors.items()]
    messages.error(request, " ".join([_("Nothing was recorded."), *wrong]))
    return redirect_to("import_detail", import_id=import_id)
