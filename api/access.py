"""Who may call an operation: a token whose scope covers the action, of a member whose role allows it."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from ninja.security import HttpBearer

from api.models import Token
from api.scopes import GIVES
from people.requests import MemberRequest
from people.roles import Action


class TokenRequest(MemberRequest):
    """What an operation is given: the member's request, made by a program."""

    token: Token
    auth: Token


class OutOfScope(PermissionDenied):
    """The token was not made for this; `action` says for what."""

    def __init__(self, action: Action) -> None:
        self.action = action
        super().__init__(action)


class BearerToken(HttpBearer):
    """The middleware has recognized the token already; here it is asked whether it may."""

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
    """To be given to an operation as its `auth`."""
    return BearerToken(action)
