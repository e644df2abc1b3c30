"""Receivers that record sign-ins, sign-outs, failures and changes of the second factor.

Entries go to the log of the person's organization, or to the installation's own if they belong to several or to none.
"""

from typing import Any

from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.dispatch import receiver
from django.utils import timezone

from people.audit.acts import Act
from people.audit.trail import record
from people.models import Membership, Organization

NAMES = ("username", "email", "login")
"""Keys of credentials that name the person."""


def record_of(user: User, act: Act, **details: Any) -> None:
    """Record what a person did to their own login."""
    record(_home_of(user), user, act, **details)


@receiver(user_logged_in)
def signed_in(user: User, **more: Any) -> None:
    record(_home_of(user), user, Act.SIGNED_IN)


@receiver(user_logged_out)
def signed_out(user: User | None, **more: Any) -> None:
    if user is not None:
        record(_home_of(user), user, Act.SIGNED_OUT)


@receiver(user_login_failed)
def failed(credentials: dict[str, Any], **more: Any) -> None:
    """Record a failed sign-in, without the name if no login has it: people type passwords into the wrong field."""
    names = [str(credentials[name]) for name in NAMES if credentials.get(name)]
    user = User.objects.filter(username__in=names).first() or User.objects.filter(email__in=names).exclude(email="").first()
    record(_home_of(user) if user else None, user, Act.FAILED_SIGN_IN)


def _home_of(user: User) -> Organization | None:
    memberships = Membership.objects.across_organizations("whose log a sign-in belongs to")
    active = memberships.filter(user=user).active(timezone.now()).select_related("organization")[:2]
    organizations = [membership.organization for membership in active]
    return organizations[0] if len(organizations) == 1 else None
