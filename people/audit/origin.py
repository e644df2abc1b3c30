"""The address of the current request, for whatever is recorded while it is handled."""

import ipaddress
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.conf import settings
from django.http import HttpRequest

_address: ContextVar[str] = ContextVar("address", default="")


def address() -> str:
    """Return the address of the current request; empty outside a request."""
    return _address.get()


@contextmanager
def comes_from(request: HttpRequest) -> Iterator[None]:
    token = _address.set(address_of(request))
    try:
        yield
    finally:
        _address.reset(token)


def address_of(request: HttpRequest) -> str:
    """Return the address of the peer, or behind a proxy the last one that the proxy added; empty if it is no IP address."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip() if settings.SECURE_PROXY_SSL_HEADER else ""
    try:
        return str(ipaddress.ip_address(forwarded or request.META.get("REMOTE_ADDR", "")))
    except ValueError:
        return ""
