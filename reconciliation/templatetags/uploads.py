"""`{% uploads %}`: the area that follows files dropped on a page, for users who may upload."""

from django import template
from django.conf import settings
from django.template.context import Context

register = template.Library()


@register.inclusion_tag("reconciliation/uploads.html", takes_context=True)
def uploads(context: Context) -> dict[str, object]:
    membership = getattr(context.get("request"), "membership", None)
    return {
        "may_upload": membership is not None and membership.may("upload"),
        "most_bytes": settings.DOCUMENT_MAX_BYTES,
        "csrf_token": context.get("csrf_token"),
    }
