"""Access to operations: a token whose scope covers the action, of a member whose role allows it."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from ninja.security import HttpBearer

from api.models import Token
from api.scopes import GIVES
from people.access import MemberRequest
from people.roles import Action


class TokenRequest(MemberRequest):
    """The request of an operation: the member's, made by a program."""

    token: Token
    auth: Token


class OutOfScope(PermissionDenied):
    """The token's scopes do not cover the `action`."""

    def __init__(self, action: Action) -> None:
        self.action = action
        super().__init__(action)


class BearerToken(HttpBearer):
    """Checks the scopes and the role of the token that the middleware has recognized."""

    def __init__(self, action: Action) -> None:
        self.action: Action = action
        super().__init__()

    def authenticate(self, request: HttpRequest, token: str) -> Token | None:
        shown: Token | None = getattr(request, "token", None)
        if shown is None:
            return None
        if not any(self.action in GIVES[scope] for scope in shown.scopes if scope in GIVES):
            raise OutOfScope(self.action)
        if not shown.membership.may(self.action):
            raise PermissionDenied
        return shown


def needs(action: Action) -> BearerToken:
    """Return the `auth` of an operation for an action."""
    return BearerToken(action)
