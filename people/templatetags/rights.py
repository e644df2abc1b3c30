"""A filter for the rights of a member: `{% if request.membership|may:"manage_members" %}`."""

from django import template

from people.models import Membership
from people.roles import Action

register = template.Library()


@register.filter
def may(membership: Membership | None, action: Action) -> bool:
    return membership is not None and membership.may(action)
