"""What a member may do: `{% if request.membership|may:"manage_members" %}`."""

from django import template

from finance.models import Membership
from finance.roles import Action

register = template.Library()


@register.filter
def may(membership: Membership | None, action: Action) -> bool:
    return membership is not None and membership.may(action)
