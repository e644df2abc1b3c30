"""Sign off a statement step by step, and reopen it."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from people.access import MemberRequest, member_may
from reconciliation.models import Conclusion, Statement
from reconciliation.presentation.labels.acts import why_not_signed_off
from reconciliation.reconcile.current_verdict import ReadAgain
from reconciliation.signoff import services
from reconciliation.views.access import import_seen_by

STEPS: dict[str, tuple[Callable[..., Conclusion], tuple[str, ...]]] = {
    "prepare": (services.prepare, ("confirmed", "ends_checked")),
    "review": (services.review, ()),
    "sign_off": (services.sign_off, ("confirmed", "ends_checked")),
    "lock": (services.lock, ()),
    "reopen": (services.reopen, ("reason",)),
    "note": (services.note, ("reason",)),
}
DONE = {
    "prepare": gettext_lazy("Prepared. It waits for a review."),
    "review": gettext_lazy("Reviewed and signed off."),
    "sign_off": gettext_lazy("Signed off."),
    "lock": gettext_lazy("Locked: what it cleared keeps date and amount."),
    "reopen": gettext_lazy("Reopened."),
    "note": gettext_lazy("Filed as not reconciled."),
}


@require_POST
@member_may("decide")
def sign(request: MemberRequest, import_id: UUID, statement_id: UUID, step: str) -> HttpResponse:
    """Take one step. The service checks the member's right to it."""
    if step not in STEPS:
        raise Http404
    take, wanted = STEPS[step]
    statement = (
        Statement.objects.of(request.organization).filter(pk=statement_id, statement_import=import_seen_by(request, import_id)).first()
    )
    values: dict[str, Any] = {
        "confirmed": request.POST.getlist("confirmed"),
        "ends_checked": "ends_checked" in request.POST,
        "reason": request.POST.get("reason", ""),
    }
    try:
        concluded = take(statement=statement, actor=request.user, **{name: values[name] for name in wanted}) if statement else None
    except services.NotNow as refused:
        messages.error(request, why_not_signed_off(refused.code))
        return redirect("import_detail", import_id=import_id)
    except ReadAgain:
        concluded = None
    if concluded is None:
        messages.error(request, _("The statement was read again meanwhile. Look at its rows once more."))
    else:
        messages.success(request, str(DONE[step]))
    return redirect("import_detail", import_id=import_id)
