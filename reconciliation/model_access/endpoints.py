"""Where requests to a provider go: what is near, and what an organization may name on an installation that it shares with others."""

import ipaddress
import socket
from collections.abc import Collection
from urllib.parse import urlsplit

from django.conf import settings

from assistant.dialects import DIALECTS
from assistant.registry import ProviderNotConfigured

NEAR = [
    ipaddress.ip_network(network)
    for network in ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "::1/128", "fe80::/10", "fc00::/7")
]


class AddressNotAllowed(ProviderNotConfigured):
    """An organization named an address of this machine or of a private network, and the settings do not."""


def own_address(provider: str) -> str:
    """Where a provider's requests go if nothing else is set; empty for one that has no such place."""
    row = DIALECTS.get(provider)
    return row.base_url if row else ""


def is_local(address: str) -> bool:
    """Whether what is sent there stays on this machine or its private network. A name may lead anywhere; only `localhost` is certain."""
    host = urlsplit(address).hostname or ""
    if host == "localhost":
        return True
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return False
    return any(found.version == network.version and found in network for network in NEAR)


def may_be_named(address: str, named: Collection[str] | None = None, scheme: str = "https") -> bool:
    """Whether an organization may have it asked, as far as the text tells: a vendor's own, what the settings name, else HTTPS to a name
    or a public number. `named` are the settings' for another kind of program than a model, `scheme` another way to ask it with TLS."""
    if address in _allowed(named):
        return True
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018  raises where it is none
    except ValueError:
        return False
    plain = not (parts.username or parts.password or parts.query or parts.fragment)
    return parts.scheme == scheme and plain and _may_be_public(parts.hostname or "")


def require_public(address: str, named: Collection[str] | None = None, scheme: str = "https") -> None:
    """The same for what its name leads to now. A name that leads elsewhere a moment later would still have to show a certificate of
    that name before anything is sent. Raises AddressNotAllowed."""
    if not may_be_named(address, named, scheme):
        raise AddressNotAllowed("the address is not one that organizations may name")
    if address in _allowed(named):
        return
    parts = urlsplit(address)
    try:
        found = socket.getaddrinfo(parts.hostname, parts.port or 443, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return  # it leads nowhere, as the request will say
    if not all(_is_public(str(place[0])) for *_kind, place in found):
        raise AddressNotAllowed("the address leads into a private network")


def _allowed(named: Collection[str] | None) -> set[str]:
    return _known() if named is None else {address.rstrip("/") for address in named}


def _known() -> set[str]:
    """The table's own addresses over HTTPS, and those that the settings name or have asked."""
    vendors = {row.base_url for row in DIALECTS.values() if row.base_url.startswith("https://")}
    asked = {settings.PROVIDER_BASE_URL or own_address(settings.PROVIDER)}
    asked |= {own_address(text.partition(":")[0]) for text in settings.PROVIDER_FALLBACKS}
    return (vendors | asked | {address.rstrip("/") for address in settings.PROVIDER_ADDRESSES}) - {""}


def _may_be_public(host: str) -> bool:
    """Names may be, but `localhost`; numbers have to be."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return "." in host and not host.rstrip(".").endswith("localhost")
    return _is_public(host)


def _is_public(number: str) -> bool:
    found = ipaddress.ip_address(number.partition("%")[0])
    mapped = getattr(found, "ipv4_mapped", None) or found
    return mapped.is_global and not mapped.is_multicast
