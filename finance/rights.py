"""What a service asks before it writes: may this user do it here?"""

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied

from finance.models import Account, Membership, Organization
from finance.roles import Action


class NotYours(PermissionDenied):
    """The actor is no member of the organization, or their role does not allow it."""


def require(user: User | None, organization: Organization, action: Action) -> None:
    """Without a user the organization itself acts, through a channel of its own. Raises NotYours."""
    if user is None:
        return
    membership = Membership.objects.of(organization).filter(user=user).first()
    if membership is None or not membership.may(action):
        raise NotYours


def require_account(user: User, account: Account, action: Action) -> None:
    """The same for one account: it must also be among those that the member sees. Raises NotYours."""
    require(user, account.organization, action)
    membership = Membership.objects.of(account.organization).get(user=user)
    if not Account.objects.visible_to(membership).filter(pk=account.pk).exists():
        raise NotYours
