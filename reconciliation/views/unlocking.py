"""The password of a locked document: used at once and never stored."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import ngettext
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_POST

from people.access import member_may
from people.requests import MemberRequest
from reconciliation.forms.statements import UnlockForm
from reconciliation.uploads import services
from reconciliation.uploads.password_protected import TooManyTries
from reconciliation.views.access import import_seen_by


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
