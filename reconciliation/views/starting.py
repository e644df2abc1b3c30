"""Start an account from the first statement of an account that the books do not have."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from finance.locks import LedgerLocked
from finance.money import NotAnAmount
from finance.services import AccountExists
from people.access import member_may
from people.requests import MemberRequest
from reconciliation.forms.statements import StartAccountForm
from reconciliation.models import Statement, StatementImport
from reconciliation.reconcile.start_account import NoDates
from reconciliation.uploads import services
from reconciliation.views.access import import_seen_by


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
