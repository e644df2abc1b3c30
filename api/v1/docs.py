"""The page of the schema, and what its browser may do: all of it is of this server."""

from collections.abc import Callable
from typing import Any

from csp.decorators import csp_update
from ninja.openapi.docs import Swagger


class Docs(Swagger):
    def __init__(self) -> None:
        super().__init__({"persistAuthorization": False, "displayRequestDuration": True, "docExpansion": "list"})


def docs_allowed(view: Callable[..., Any]) -> Callable[..., Any]:
    """The page draws with styles of its own and pictures in its text; scripts come from this server alone."""
    allowed: Callable[..., Any] = csp_update({"style-src": ["'self'", "'unsafe-inline'"], "img-src": ["'self'", "data:"]})(view)
    return allowed
