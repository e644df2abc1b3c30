"""Changes to an import: check it again, unlock it, choose its account, or start an account from it."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from finance.accounts import AccountExists
from finance.locks import LedgerLocked
from finance.money import NotAnAmount
from finance.services import AccountExists
from people.access import member_may
from people.requests import MemberRequest
from reconciliation.decisions.deciding import DecisionRefused
from reconciliation.forms.statements import ChooseAccountForm, StartAccountForm, UnlockForm
from reconciliation.models import Statement, StatementImport
from reconciliation.presentation.labels.acts import why_not
from reconciliation.reconcile.start_account import NoDates
from reconciliation.uploads import services
from reconciliation.uploads.password_protected import TooManyTries
from reconciliation.views.access import import_seen_by


@require_POST
@member_may("upload")
def process_again(request: MemberRequest, import_id: UUID) -> HttpResponse:
    services.process_again(statement_import=import_seen_by(request, import_id), actor=request.user)
    return redirect("import_detail", import_id=import_id)


@require_POST
@member_may("decide")
def verify_again(request: MemberRequest, import_id: UUID) -> HttpResponse:
    """Compare the stored reading with today's books, without reading the document again."""
    services.compare_again(statement_import=import_seen_by(request, import_id), actor=request.user)
    messages.success(request, _("Verified anew against today's books."))
    return redirect("import_detail", import_id=import_id)


@require_POST
@member_may("upload")
def choose_account(request: MemberRequest, import_id: UUID) -> HttpResponse:
    statement_import = import_seen_by(request, import_id)
    form = ChooseAccountForm(request)
    if not form.is_valid():
        raise Http404
    account = form.cleaned_data["account"]
    try:
        services.choose_account(statement_import=statement_import, account=account, actor=request.user)
    except DecisionRefused as refused:
        messages.error(request, why_not(refused.code))
    else:
        messages.success(request, _("Compared with %(account)s from now on.") % {"account": account.name})
    return redirect("import_detail", import_id=import_id)


@sensitive_variables()
@sensitive_post_parameters()
@require_POST
@member_may("upload")
def unlock(request: MemberRequest, import_id: UUID) -> HttpResponse:
    """Unlock the document; the import's page shows the result."""
    statement_import = import_seen_by(request, import_id)
    form = UnlockForm(request.POST)
    if form.is_valid():
        try:
            services.unlock(statement_import=statement_import, password=form.cleaned_data["password"], actor=request.user)
        except TooManyTries as too_many:
            messages.error(request, _wait(too_many.minutes))
    return redirect("import_detail", import_id=import_id)


def _wait(minutes: int) -> str:
    return ngettext(
        "Too many passwords were tried. Wait %(minutes)d minute before the next.",
        "Too many passwords were tried. Wait %(minutes)d minutes before the next.",
        minutes,
    ) % {"minutes": minutes}


@require_http_methods(["GET", "HEAD", "POST"])
@member_may("manage_accounts")
def start_account(request: MemberRequest, import_id: UUID, position: int) -> HttpResponse:
    """Ask for what the statement does not print, then create the account and compare again."""
    statement_import = import_seen_by(request, import_id)
    statement = _statement(statement_import, position)
    form = StartAccountForm(request.POST if request.method == "POST" else None, statement)
    if form.is_valid() and _started(request, form, statement):
        return redirect("import_detail", import_id=import_id)
    context = {"section": "statements", "statement_import": statement_import, "statement": statement, "form": form}
    return render(request, "reconciliation/start_account.html", context)


def _statement(statement_import: StatementImport, position: int) -> Statement:
    """Return the statement at a position in the file, counted from 1."""
    statements = list(statement_import.statements.order_by("number"))
    if not 1 <= position <= len(statements) or statements[position - 1].account is not None:
        raise Http404
    return statements[position - 1]


def _started(request: MemberRequest, form: StartAccountForm, statement: Statement) -> bool:
    try:
        account = services.start_account_from_statement(statement=statement, actor=request.user, **form.cleaned_data)
    except AccountExists:
        form.add_error("name", _("There is an account of this name."))
        return False
    except NoDates:
        form.add_error(None, _("Not every row has a date, so no account can begin with them."))
        return False
    except LedgerLocked as locked:
        form.add_error(None, locked.shown())
        return False
    except NotAnAmount:
        form.add_error("currency", _("The printed amounts do not fit this currency."))
        return False
    messages.success(request, _("%(account)s was started from this statement.") % {"account": account.name})
    return True
