"""The page of the schema and its content security policy: everything comes from this server."""

from collections.abc import Callable
from typing import Any

from csp.decorators import csp_update
from ninja.openapi.docs import Swagger


class Docs(Swagger):
    def __init__(self) -> None:
        super().__init__({"persistAuthorization": False, "displayRequestDuration": True, "docExpansion": "list"})


def docs_allowed(view: Callable[..., Any]) -> Callable[..., Any]:
    """Return the policy of a page with inline styles and images; scripts come only from this server."""
    allowed: Callable[..., Any] = csp_update({"style-src": ["'self'", "'unsafe-inline'"], "img-src": ["'self'", "data:"]})(view)
    return allowed
