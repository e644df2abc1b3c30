"""Numbers of the public network. An IPv6 address may lead to an IPv4 address that it contains: both must be public."""

import ipaddress

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
