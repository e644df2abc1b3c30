"""Questions to clients on other pages: those of one statement, and a sign that some wait."""

from collections.abc import Sequence
from typing import Any

from django import template

from reconciliation.questions.listing import Shown, waiting_for
from reconciliation.views.access import imports_seen_by

register = template.Library()


@register.filter
def on(enquiries: Sequence[Shown], number: int) -> list[Shown]:
    """Return the questions on the statement of this number."""
    return [shown for shown in enquiries if shown.enquiry.number == number]


@register.inclusion_tag("reconciliation/enquiry_notice.html", takes_context=True)
def enquiry_notice(context: dict[str, Any]) -> dict[str, Any]:
    request = context["request"]
    return {"waiting": waiting_for(request.membership, imports_seen_by(request)), "answers": request.membership.may("decide")}
