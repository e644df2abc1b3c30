"""Programs that ask: a token of a member, and requests made with it."""

from typing import Any

from django.test import Client

from api.access import Scope
from api.tokens import make_token
from people.models import Membership


class Program:
    """A client of the API with a member's token. Paths begin behind /api/v1."""

    def __init__(self, membership: Membership, *scopes: str, every_organization: bool = False, **headers: str) -> None:
        self.membership = membership
        self.token, self.secret = make_token(
            membership=membership,
            by=membership.user,
            name="a program",
            scopes=scopes or Scope.values,
            days=30,
            every_organization=every_organization,
        )
        self.headers = {"Authorization": f"Bearer {self.secret}", **headers}

    def get(self, path: str, data: Any = None, **headers: str) -> Any:
        return Client().get(f"/api/v1{path}", data, headers=self.headers | headers)

    def post(self, path: str, data: Any = None, **headers: str) -> Any:
        return Client().post(f"/api/v1{path}", data or {}, content_type="application/json", headers=self.headers | headers)

    def send(self, path: str, data: Any, **headers: str) -> Any:
        """As a form with files."""
        return Client().post(f"/api/v1{path}", data, headers=self.headers | headers)

    def patch(self, path: str, data: Any, **headers: str) -> Any:
        return Client().patch(f"/api/v1{path}", data, content_type="application/json", headers=self.headers | headers)

    def delete(self, path: str, **headers: str) -> Any:
        return Client().delete(f"/api/v1{path}", headers=self.headers | headers)
