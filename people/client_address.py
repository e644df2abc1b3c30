"""The address of a client: that of the peer, or the one that a named proxy states in a named header."""

import ipaddress
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
IPNetwork = ipaddress.IPv4Network | ipaddress.IPv6Network
COUNTED_BITS = 64
"""Bits of an IPv6 address that are counted: a provider assigns at least such a network to each customer, who may use any address of it."""


def address_of(request: HttpRequest) -> str:
    """Return the address of the client; empty if the peer has no IP address, as on a Unix socket.

    Each proxy adds its peer at the end of the header. From the end, the first address that is no named proxy is the client's. The client
    itself may have written the addresses before it."""
    peer = _parsed(request.META.get("REMOTE_ADDR", ""))
    if peer is None:
        return ""
    stated = request.headers.get(settings.PROXY_HEADER, "").split(",") if settings.BEHIND_PROXY else []
    client, proxies = peer, networks_of(tuple(settings.PROXY_ADDRESSES))
    while stated and any(client in network for network in proxies):
        before = _parsed(stated.pop())
        if before is None:
            break
        client = before
    return str(client)


def counted_address_of(request: HttpRequest) -> str:
    """Return the address by which failures of sign-in are counted: of IPv6, the first address of the client's /64."""
    address = address_of(request)
    if ":" not in address:
        return address
    return str(ipaddress.ip_network((address, COUNTED_BITS), strict=False).network_address)


@lru_cache(maxsize=4)
def networks_of(texts: tuple[str, ...]) -> tuple[IPNetwork, ...]:
    """Return addresses and networks in CIDR notation as networks. Raises ValueError for anything else."""
    return tuple(ipaddress.ip_network(text.strip()) for text in texts)


def _parsed(text: str) -> IPAddress | None:
    """Return the address, of IPv4 also if a socket of both versions states it in the form of IPv6; None for anything else."""
    try:
        address = ipaddress.ip_address(text.strip().partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
