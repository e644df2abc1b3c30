"""`{% batch_notice %}`: a notice that the last batch of uploads is done, until the user dismisses it."""

from typing import Any

from django import template

from reconciliation.models import Notice
from reconciliation.uploads.batch_words import batch_in_words

register = template.Library()


@register.inclusion_tag("reconciliation/batch_notice.html", takes_context=True)
def batch_notice(context: dict[str, Any]) -> dict[str, Any]:
    request = context["request"]
    notice = Notice.objects.of(request.organization).filter(user=request.user, seen_at=None).first()
    return {"request": request, "notice": notice, "says": batch_in_words(notice) if notice else ""}
