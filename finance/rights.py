"""Rights to a single account."""

from django.contrib.auth.models import User

from finance.models import Account
from people.access import NotYours, require
from people.models import Membership
from people.roles import Action


def require_account(user: User, account: Account, action: Action) -> None:
    """Raise NotYours unless the user has the right in the organization and may see the account."""
    require(user, account.organization, action)
    membership = Membership.objects.of(account.organization).get(user=user)
    if not Account.objects.visible_to(membership).filter(pk=account.pk).exists():
        raise NotYours
