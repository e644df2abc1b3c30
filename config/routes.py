"""What a request is called in logs and metrics: of which there are as many as pages, and in which nobody's words are."""

from typing import Any

ALIVE, READY, METRICS = "/healthz", "/readyz", "/metrics"
ASKED_BY_MACHINES = frozenset({ALIVE, READY, METRICS})


def route(request: Any) -> str:
    """The name of the page that was asked for, never its address."""
    match = getattr(request, "resolver_match", None)
    if match is not None:
        return str(match.view_name or match.route)
    return request.path.strip("/") if request.path in ASKED_BY_MACHINES else "unknown"
