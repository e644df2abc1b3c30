"""Access to operations: a token whose scope covers the action, of a member whose role allows it, as often as its rate allows.

A scope never allows more than its member's role does."""

from threading import local

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import models
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from ninja.security import HttpBearer
from ninja.throttling import AuthRateThrottle, BaseThrottle

from api.models import Token
from people.access import MemberRequest
from people.models import Membership
from people.refusal import Refusal
from people.roles import Action


class Scope(models.TextChoices):
    READ = "read", _("Read statements, verdicts, accounts and entries")
    UPLOAD = "upload", _("Upload statements and read them again")
    DECIDE = "decide", _("Record decisions on rows")
    POST = "post", _("Add, change and remove entries")
    PROPOSE = "propose", _("Submit suggestions for review")
    SIGN_OFF = "sign_off", _("Sign off and reopen")
    LEDGER = "ledger", _("Accounts and file imports")
    EXPORT = "export", _("Export entries, reports and proofs")
    WEBHOOKS = "webhooks", _("Receive events (webhooks)")


PROPOSES: Action = "decide"
"""The right that a member needs to receive proposals; the scope itself allows no decisions."""
GIVES: dict[str, frozenset[Action]] = {
    Scope.READ: frozenset({"read_books"}),
    Scope.UPLOAD: frozenset({"upload"}),
    Scope.DECIDE: frozenset({"decide"}),
    Scope.PROPOSE: frozenset(),
    Scope.POST: frozenset({"post", "undo"}),
    Scope.SIGN_OFF: frozenset({"sign_off", "reopen"}),
    Scope.LEDGER: frozenset({"manage_accounts", "import_ledger"}),
    Scope.EXPORT: frozenset({"export"}),
    Scope.WEBHOOKS: frozenset({"manage_settings"}),
}


class TokenRequest(MemberRequest):
    """The request of an operation: the member's, made by a program."""

    token: Token
    auth: Token


class OutOfScope(PermissionDenied):
    """The token's scopes do not cover the `action`."""

    def __init__(self, action: Action) -> None:
        self.action = action
        super().__init__(action)


def require_scope(token: Token, action: Action) -> None:
    """Raise OutOfScope unless a scope of the token covers the action."""
    if not any(action in GIVES[scope] for scope in token.scopes if scope in GIVES):
        raise OutOfScope(action)


ORGANIZATION = "Tieout-Organization"
"""The header that names an organization by its short name."""


class OrganizationNotNamed(Refusal):
    """A token for every organization needs the name of one."""

    code, status = "organization_not_named", 400


class NoSuchOrganization(Refusal):
    """The named organization does not exist, or not for this token."""

    code, status = "no_such_organization", 404


class BearerToken(HttpBearer):
    """Checks the scopes of the token that the middleware has recognized, and the role of its member in the named organization."""

    def __init__(self, action: Action) -> None:
        self.action: Action = action
        super().__init__()

    def authenticate(self, request: HttpRequest, token: str) -> Token | None:
        shown: Token | None = getattr(request, "token", None)
        if shown is None:
            return None
        require_scope(shown, self.action)
        membership: Membership | None = getattr(request, "named", None)
        if membership is None:
            raise NoSuchOrganization if ORGANIZATION in request.headers else OrganizationNotNamed
        if not (membership.may(self.action) and membership.may("read_books")):  # answers show verdicts
            raise PermissionDenied
        return shown


class AnyOrganization(HttpBearer):
    """Checks that a token may read, in whichever of its organizations."""

    def authenticate(self, request: HttpRequest, token: str) -> Token | None:
        shown: Token | None = getattr(request, "token", None)
        if shown is not None:
            require_scope(shown, "read_books")
        return shown


def needs(action: Action) -> BearerToken:
    """Return the `auth` of an operation for an action."""
    return BearerToken(action)


class _Asked(AuthRateThrottle):
    """Throttle of one request: the library stores its counts in the object, which threads must not share."""

    def get_cache_key(self, request: HttpRequest) -> str:
        return f"api-rate:{request.token.pk}"  # type: ignore[attr-defined]


class TokenRate(BaseThrottle):
    """Allows as many requests in a time as `API_RATE` says."""

    def __init__(self) -> None:
        self._last = local()

    def allow_request(self, request: HttpRequest) -> bool:
        throttle = _Asked(settings.API_RATE)
        allowed: bool = throttle.allow_request(request)
        self._last.wait = None if allowed else throttle.wait() or 1.0
        return allowed

    def wait(self) -> float | None:
        """Return the seconds after which this thread's last request may be repeated."""
        seconds: float | None = self._last.wait
        return seconds
