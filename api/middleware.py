"""Authentication under /api: by a token only, as its member."""

from collections.abc import Callable
from typing import cast

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse

from api.access import ORGANIZATION
from api.http.problems import ROOT
from api.models import Token
from api.tokens import recognized
from people.access import MemberRequest
from people.models import Membership


class AskingRequest(MemberRequest):
    """Any request under /api after this middleware: the next middleware goes by `named`, the membership in the named organization."""

    token: Token | None
    named: Membership | None


class Tokens:
    """Runs before any other authentication. Sessions are ignored here, so that no page of another site can act in a user's name."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path.startswith(ROOT):
            scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
            token = recognized(secret.strip(), of_every_organization=True) if scheme.lower() == "bearer" else None
            asking = cast("AskingRequest", request)
            asking.token = token
            asking.named = token.acts_for(request.headers.get(ORGANIZATION, "")) if token else None
            request.user = asking.named.user if asking.named else AnonymousUser()
        return self.get_response(request)
