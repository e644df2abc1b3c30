"""From which address a request came, for whatever is recorded while it is answered."""

import ipaddress
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.conf import settings
from django.http import HttpRequest

_address: ContextVar[str] = ContextVar("address", default="")


def address() -> str:
    """Empty where there is no request."""
    return _address.get()


@contextmanager
def comes_from(request: HttpRequest) -> Iterator[None]:
    token = _address.set(address_of(request))
    try:
        yield
    finally:
        _address.reset(token)


def address_of(request: HttpRequest) -> str:
    """The peer; behind a proxy, what the proxy itself put last. Empty where that is no address."""
    told = request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip() if settings.SECURE_PROXY_SSL_HEADER else ""
    try:
        return str(ipaddress.ip_address(told or request.META.get("REMOTE_ADDR", "")))
    except ValueError:
        return ""
