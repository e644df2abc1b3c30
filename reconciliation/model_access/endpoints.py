"""Addresses of providers: local ones, and those that an organization may name on a shared installation."""

import ipaddress
import re
import socket
from collections.abc import Collection
from contextlib import suppress
from urllib.parse import urlsplit

from django.conf import settings

from assistant.dialects import DIALECTS
from assistant.registry import ProviderNotConfigured

GLOBAL_UNICAST = ipaddress.IPv6Network("2000::/3")
"""The only assigned part of IPv6. Outside are loopback, link-local, site-local, unique local, IPv4-compatible and local NAT64 addresses."""
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
"""The prefix by which a network of IPv6 alone reaches the IPv4 address in the last 32 bits (RFC 6052)."""
REFUSED = [
    ipaddress.ip_network(network)
    for network in (
        "192.88.99.0/24",  # relays of 6to4
        "2002::/16",  # 6to4, which contains an IPv4 address and is withdrawn
        "3fff::/20",  # documentation
    )
]
ISATAP = {0x0000_5EFE, 0x0200_5EFE}
"""The first half of an interface identifier whose second half is an IPv4 address (RFC 5214)."""


def is_public(number: str) -> bool:
    """Return True for an IP address that belongs to the public network. Raises ValueError for anything else."""
    address = ipaddress.ip_address(number.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            address = address.ipv4_mapped
        elif address in NAT64:
            address = ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
        elif address not in GLOBAL_UNICAST or int(address) >> 32 & 0xFFFF_FFFF in ISATAP:
            return False
    if any(address in network for network in REFUSED):
        return False
    return address.is_global and not address.is_multicast


NEAR = [
    ipaddress.ip_network(network)
    for network in ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "::1/128", "fe80::/10", "fc00::/7")
]


_NUMERIC = re.compile(r"\d+|0x[0-9a-f]*")


class AddressNotAllowed(ProviderNotConfigured):
    """Raised if an organization named an address of this machine or of a private network that the settings do not name."""


def own_address(provider: str) -> str:
    """Return the default address of a provider, empty if it has none."""
    row = DIALECTS.get(provider)
    return row.base_url if row else ""


def is_local(address: str) -> bool:
    """True if requests to the address stay on this machine or its private network. Of names only `localhost` is certain."""
    host = urlsplit(address).hostname or ""
    if host == "localhost":
        return True
    try:
        number = ipaddress.ip_address(host)
    except ValueError:
        return False
    return any(number.version == network.version and number in network for network in NEAR)


def may_be_named(address: str, named: Collection[str] | None = None, scheme: str = "https") -> bool:
    """True if an organization may use the address, judged by its text: a vendor's own, one in the settings, or HTTPS to a name or a public
    number. `named` replaces the addresses in the settings for other programs than models, `scheme` replaces HTTPS by another protocol with
    TLS."""
    if address in allowed(named):
        return True
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018  raises where it is none
    except ValueError:
        return False
    if parts.scheme != scheme or parts.username or parts.password or parts.query or parts.fragment:
        return False
    host = parts.hostname or ""
    try:
        ipaddress.ip_address(host)
    except ValueError:  # a name; one that ends in a number would be read as a number of IPv4, such as 127.1 or 0x7f.1
        *_labels, last = host.rstrip(".").split(".")
        return "." in host and last != "localhost" and not _NUMERIC.fullmatch(last)
    return is_public(host)


def require_public(address: str, named: Collection[str] | None = None, scheme: str = "https") -> None:
    """Check the address, and the numbers that its name resolves to now. Raises AddressNotAllowed.

    If it resolves elsewhere a moment later, that host must still show a certificate of that name before anything is sent."""
    with suppress(OSError):  # it leads nowhere, as the request will say
        public_numbers(address, named, scheme)


def public_numbers(address: str, named: Collection[str] | None = None, scheme: str = "https") -> list[str] | None:
    """Return the numbers of the address, all of them public, to connect to one of exactly these; None for an address of the settings.

    Raises AddressNotAllowed, and OSError if the name has no number."""
    if not may_be_named(address, named, scheme):
        raise AddressNotAllowed("the address is not one that organizations may name")
    if address in allowed(named):
        return None
    parts = urlsplit(address)
    try:
        addresses = socket.getaddrinfo(parts.hostname, parts.port or 443, type=socket.SOCK_STREAM)
    except UnicodeError as error:
        raise OSError("the name cannot be resolved") from error
    numbers = list(dict.fromkeys(str(place[0]) for *_kind, place in addresses))
    if not all(map(is_public, numbers)):
        raise AddressNotAllowed("the address leads into a private network")
    return numbers


def allowed(named: Collection[str] | None) -> set[str]:
    """Return the named addresses, else the vendors' own HTTPS addresses and those in the settings."""
    if named is not None:
        return {address.rstrip("/") for address in named}
    vendors = {row.base_url for row in DIALECTS.values() if row.base_url.startswith("https://")}
    configured = {settings.PROVIDER_BASE_URL or own_address(settings.PROVIDER)}
    configured |= {own_address(text.partition(":")[0]) for text in settings.PROVIDER_FALLBACKS}
    return (vendors | configured | {address.rstrip("/") for address in settings.PROVIDER_ADDRESSES}) - {""}
