"""Questions about an import: ask, stream the answer, stop it."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from people.access import MemberRequest, member_may
from reconciliation.chat import services
from reconciliation.model_access.provider_selection import chosen_for
from reconciliation.models import Question
from reconciliation.views.access import import_seen_by


@require_POST
@member_may("decide")
def ask(request: MemberRequest, import_id: UUID) -> HttpResponse | StreamingHttpResponse:
    """Return the answer as server-sent events: queued, running, completed or failed for each tool, reasoning, content, warning, done.

    With `then` set to `page`, as a form without JavaScript sends it, return the statement's page when the answer is complete."""
    then_page = request.POST.get("then") == "page"
    try:
        question = services.ask(
            statement_import=import_seen_by(request, import_id), text=request.POST.get("question", ""), actor=request.user
        )
    except services.UnaskableQuestion as refused:
        words = {"empty": _("Ask something."), "too_long": _("Ask in at most %(most)d characters.") % {"most": services.LONGEST}}
        if then_page:
            messages.error(request, words[refused.code])
            return _page(import_id)
        return JsonResponse({"error": {"code": refused.code, "message": words[refused.code]}}, status=400)
    events = services.answer(question=question, name=chosen_for(request.organization).provider)
    if then_page:
        for _event in events:
            pass
        return _page(import_id)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "X-Question": str(question.pk)}
    return StreamingHttpResponse((event.written() for event in events), content_type="text/event-stream", headers=headers)


@require_POST
@member_may("decide")
def stop(request: MemberRequest, import_id: UUID, question_id: UUID) -> HttpResponse:
    questions = Question.objects.of(request.organization).filter(statement_import=import_seen_by(request, import_id))
    services.stop(question=get_object_or_404(questions, pk=question_id), actor=request.user)
    return HttpResponse(status=204)


def _page(import_id: UUID) -> HttpResponse:
    return redirect(reverse("import_detail", args=[import_id]) + "#chat")
