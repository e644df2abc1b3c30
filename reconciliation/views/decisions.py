"""Changes to an import: check it again, choose its account, or start an account from it."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from people.access import member_may
from people.requests import MemberRequest
from reconciliation.decisions.recording import DecisionRefused
from reconciliation.forms.statements import ChooseAccountForm
from reconciliation.presentation.labels.decisions import why_not
from reconciliation.uploads import services
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
