"""Names of requests in logs and metrics: one for each page, without words of users."""

from typing import Any

ALIVE, READY, METRICS = "/healthz", "/readyz", "/metrics"
ASKED_BY_MACHINES = frozenset({ALIVE, READY, METRICS})


def route(request: Any) -> str:
    """Return the name of the requested page, never its address."""
    match = getattr(request, "resolver_match", None)
    if match is not None:
        return str(match.view_name or match.route)
    return request.path.strip("/") if request.path in ASKED_BY_MACHINES else "unknown"
