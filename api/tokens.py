"""Tokens: created and shown once, recognized by their hash, and revoked."""

import datetime as dt
import hashlib
import secrets
from collections.abc import Collection

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from api.access import Scope
from api.models import Token
from people.access import NotYours, require
from people.audit import Act, record
from people.models import Membership

PREFIX = "tieout_"
LONGEST = 366
"""Longest lifetime of a token, in days."""


class BadToken(ValueError):
    """The token cannot be created. `code`: no_scope, unknown_scope, no_name, too_long."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


@transaction.atomic
@sensitive_variables()
def make_token(
    *, membership: Membership, by: User, name: str, scopes: Collection[str], days: int, every_organization: bool = False
) -> tuple[Token, str]:
    """Return a new token of the member's own, and its secret, which is shown only once. Raises NotYours, BadToken."""
    if membership.user_id != by.pk or not membership.may("read_books"):
        raise NotYours
    if not name.strip():
        raise BadToken("no_name")
    if not scopes:
        raise BadToken("no_scope")
    if not set(scopes) <= set(Scope.values):
        raise BadToken("unknown_scope")
    if not 1 <= days <= LONGEST:
        raise BadToken("too_long")
    secret = PREFIX + secrets.token_urlsafe(32)
    token = Token.objects.create(
        membership=membership,
        name=name.strip(),
        hash=_hash(secret),
        ending=secret[-4:],
        scopes=[scope for scope in Scope.values if scope in scopes],
        every_organization=every_organization,
        expires_at=timezone.now() + dt.timedelta(days=days),
    )
    details = {"name": token.name, "scopes": token.scopes, "days": days, "every_organization": every_organization}
    record(membership.organization, by, Act.MADE_TOKEN, token, **details)
    return token, secret


@transaction.atomic
def revoke_token(*, token: Token, by: User) -> None:
    """Revoke a token: the member's own, or anyone's for a member who manages members. Raises NotYours."""
    organization = token.membership.organization
    if token.membership.user_id != by.pk:
        require(by, organization, "manage_members")
    standing = Token.objects.of(organization).filter(pk=token.pk, revoked_at=None)
    if standing.update(revoked_at=timezone.now()):
        record(organization, by, Act.REVOKED_TOKEN, token, name=token.name)


@sensitive_variables()
def recognized(secret: str, *, of_every_organization: bool = False) -> Token | None:
    """Return the valid token of a secret, with its member and organization, and record its use today; None if there is none.

    A token for every organization is returned only to callers that ask which one is meant."""
    if not secret.startswith(PREFIX):
        return None
    rows = Token.objects.across_organizations("the token names its organization")
    matching = rows.standing(timezone.now()).filter(hash=_hash(secret))
    if not of_every_organization:
        matching = matching.filter(every_organization=False)
    token = matching.select_related("membership__organization", "membership__user__preferences").first()
    today = timezone.localdate(timezone=token.membership.organization.zone) if token else None
    if token is not None and token.used_on != today:
        rows.filter(pk=token.pk).update(used_on=today)
    return token


def _hash(secret: str) -> str:
    """Return the SHA-256 in hexadecimal: 256 random bits need no slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()
