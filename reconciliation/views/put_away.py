"""Requests of a document's page: discard it, take it back, have it read as a statement, move it to another client."""

from collections.abc import Callable
from functools import partial
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from people.access import MemberRequest, NotYours, member_may
from people.models import Membership
from reconciliation.decisions.refused import DecisionRefused
from reconciliation.documents.unreadable import DocumentUnreadable
from reconciliation.presentation.labels.acts import why_in_use, why_not
from reconciliation.presentation.labels.processing import failure
from reconciliation.uploads import put_away
from reconciliation.uploads.ending import DocumentInUse
from reconciliation.uploads.moving import move_document
from reconciliation.uploads.services import TooManyWaiting
from reconciliation.views.access import import_seen_by

LONGEST = 1000


@require_POST
@member_may("upload")
def discard(request: MemberRequest, import_id: UUID) -> HttpResponse:
    """Discard the document with a reason, or because it is not a statement."""
    statement_import = import_seen_by(request, import_id)
    act = partial(
        put_away.discard,
        statement_import=statement_import,
        reason=request.POST.get("reason", "")[:LONGEST],
        not_a_statement="not_a_statement" in request.POST,
        actor=request.user,
    )
    return _done(request, import_id, act, _("The document was discarded. You can take it back below."))


@require_POST
@member_may("upload")
def take_back(request: MemberRequest, import_id: UUID) -> HttpResponse:
    act = partial(put_away.take_back, statement_import=import_seen_by(request, import_id), actor=request.user)
    return _done(request, import_id, act, _("The document was taken back and is read again."))


@require_POST
@member_may("upload")
def read_as_statement(request: MemberRequest, import_id: UUID) -> HttpResponse:
    act = partial(put_away.read_as_statement, statement_import=import_seen_by(request, import_id), actor=request.user)
    return _done(request, import_id, act, _("The document is read as a statement."))


@require_POST
@member_may("upload")
def move(request: MemberRequest, import_id: UUID) -> HttpResponse:
    """Move the document to the client named by `organization`, of those in which the member may upload."""
    statement_import = import_seen_by(request, import_id)
    chosen = request.POST.get("organization", "")
    there = next((each for each in other_clients(request) if str(each.organization_id) == chosen), None)
    if there is None:
        raise Http404
    act = partial(move_document, statement_import=statement_import, to=there.organization, actor=request.user)
    return _done(request, import_id, act, _("The document was moved to %(client)s.") % {"client": there.organization})


def other_clients(request: MemberRequest) -> list[Membership]:
    """Return the member's other organizations to which they may move a document."""
    return [each for each in request.memberships if each.organization_id != request.organization.pk and each.may("upload")]


def _done(request: MemberRequest, import_id: UUID, act: Callable[[], object], done: str) -> HttpResponse:
    try:
        act()
    except DocumentInUse as refused:
        messages.error(request, why_in_use(refused.code))
    except DecisionRefused as refused:
        messages.error(request, why_not(refused.code))
    except (DocumentUnreadable, TooManyWaiting) as refused:
        wrong = failure({"code": refused.code, "params": getattr(refused, "params", {})})
        messages.error(request, wrong.what if wrong else why_not(refused.code))
    except NotYours:
        messages.error(request, _("Your role does not allow this."))
    else:
        messages.success(request, done)
    return redirect("import_detail", import_id=import_id)
