"""`{% uploads %}`, the area that follows files dropped on a page, and `{% batch_notice %}` once the last batch is done."""

from typing import Any

from django import template
from django.conf import settings
from django.template.context import Context

from reconciliation.models import Notice
from reconciliation.uploads.batches import batch_in_words

register = template.Library()


@register.inclusion_tag("reconciliation/uploads.html", takes_context=True)
def uploads(context: Context) -> dict[str, object]:
    membership = getattr(context.get("request"), "membership", None)
    return {
        "may_upload": membership is not None and membership.may("upload"),
        "most_bytes": settings.DOCUMENT_MAX_BYTES,
        "csrf_token": context.get("csrf_token"),
    }


@register.inclusion_tag("reconciliation/batch_notice.html", takes_context=True)
def batch_notice(context: dict[str, Any]) -> dict[str, Any]:
    request = context["request"]
    notice = Notice.objects.of(request.organization).filter(user=request.user, seen_at=None).first()
    return {"request": request, "notice": notice, "says": batch_in_words(notice) if notice else ""}
