"""The check of a user's rights that services make before they write."""

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied

from people.models import Membership, Organization
from people.roles import Action


class NotYours(PermissionDenied):
    """The user is no member of the organization, or their role does not allow the action."""


def require(user: User | None, organization: Organization, action: Action) -> None:
    """Raise NotYours unless the user may do the action. None, the organization acting itself, is always allowed."""
    if user is None:
        return
    membership = Membership.objects.of(organization).filter(user=user).first()
    if membership is None or not membership.may(action):
        raise NotYours
