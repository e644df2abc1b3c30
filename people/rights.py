"""What a service asks before it writes: may this user do it here?"""

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied

from people.models import Membership, Organization
from people.roles import Action


class NotYours(PermissionDenied):
    """The actor is no member of the organization, or their role does not allow it."""


def require(user: User | None, organization: Organization, action: Action) -> None:
    """Without a user the organization itself acts, through a channel of its own. Raises NotYours."""
    if user is None:
        return
    membership = Membership.objects.of(organization).filter(user=user).first()
    if membership is None or not membership.may(action):
        raise NotYours
