"""Reconciliation without a document: a member types balances and ticks entries, and the same engine verifies them."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from finance.models import Account, Transaction
from finance.money import NotAnAmount
from people.access import member_may
from people.requests import MemberRequest
from reconciliation.decisions.deciding import DecisionRefused
from reconciliation.decisions.manual_statement import reconcile_typed
from reconciliation.decisions.tick_off import MOST, beginning_of, sums_of, uncleared
from reconciliation.forms.statements import TypedForm
from reconciliation.models import StatementImport
from reconciliation.presentation.labels.acts import refusal
from reconciliation.uploads import services
from reconciliation.views.access import import_seen_by


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
        done = _finished(request, form, account, [entry for entry in offered if entry.pk in ticked])
        if done is not None:
            return redirect("import_detail", import_id=done.pk)
    context = {
        "section": "accounts",
        "account": account,
        "form": form,
        "offered": offered[-MOST:],
        "not_all": len(offered) > MOST,
        "ticked": ticked,
        "sums": sums_of(offered, ticked, form.amount("opening"), form.amount("closing")),
    }
    return render(request, "reconciliation/typed.html", context)


@require_POST
@member_may("decide")
def take_typed_back(request: MemberRequest, import_id: UUID) -> HttpResponse:
    """Withdraw a typed statement. It proves nothing from then on; its page remains in the history."""
    statement_import = import_seen_by(request, import_id)
    if statement_import.channel == StatementImport.Channel.TYPED:
        services.cancel(statement_import=statement_import, actor=request.user)
        messages.success(request, _("What was typed is taken back."))
    return redirect("import_detail", import_id=import_id)


def _finished(request: MemberRequest, form: TypedForm, account: Account, entries: list[Transaction]) -> StatementImport | None:
    try:
        return reconcile_typed(account=account, entries=entries, actor=request.user, **form.cleaned_data)
    except DecisionRefused as refused:
        form.add_error(None, refusal(refused))
    except NotAnAmount:
        form.add_error(None, _("%(currency)s has no such amount.") % {"currency": account.currency})
    return None
