"""Programs outside are reached at the number that was checked, and at no private one, however it is written or embedded."""

import socket
import ssl
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, IPv6Network
from typing import Any

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_django.fixtures import Settings

from connectors.http_client import ConnectionEnded, HttpClient
from connectors.sources.mailbox import opened_folder
from reconciliation.model_access.endpoints import AddressNotAllowed, is_public, may_be_named, public_numbers
from reconciliation.model_access.guarded_http import GuardedTransport
from tests.api.receiver import receiver

PRIVATE_NETWORKS = ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "0.0.0.0/8")
PRIVATE = st.one_of([st.ip_addresses(v=4, network=network) for network in PRIVATE_NETWORKS])
PUBLIC = st.sampled_from(["8.8.8.8", "1.1.1.1", "93.184.216.34", "185.199.108.153"]).map(IPv4Address)
EMBEDDED: dict[str, Callable[[int], int]] = {
    "mapped": lambda number: 0xFFFF << 32 | number,
    "NAT64": lambda number: 0x64FF9B << 96 | number,
    "local NAT64": lambda number: 0x64FF9B0001 << 80 | number,
    "compatible": lambda number: number,
    "6to4": lambda number: 0x2002 << 112 | number << 80,
    "Teredo": lambda number: 0x20010000 << 96 | number << 64 | number ^ 0xFFFFFFFF,
    "ISATAP": lambda number: 0x2A00_1450 << 96 | 0x5EFE << 32 | number,
    "ISATAP, unique": lambda number: 0x2A00_1450 << 96 | 0x0200_5EFE << 32 | number,
}


@pytest.mark.parametrize("way", EMBEDDED)
@given(address=PRIVATE)
def test_an_embedded_private_address_is_not_public(way: str, address: IPv4Address) -> None:
    assert not is_public(str(address))
    assert not is_public(str(IPv6Address(EMBEDDED[way](int(address)))))


@given(network=st.sampled_from(["fe80::/10", "fec0::/10", "fc00::/7", "ff00::/8", "::/96", "64:ff9b:1::/48", "2002::/16"]), data=st.data())
def test_no_address_of_these_networks_is_public(network: str, data: st.DataObject) -> None:
    assert not is_public(str(data.draw(st.ip_addresses(network=IPv6Network(network)))))


@pytest.mark.parametrize(
    "number", ["192.88.99.1", "224.0.0.1", "255.255.255.255", "2001:db8::1", "3fff::1", "fe80::1%eth0", "::", "240.0.0.1"]
)
def test_special_addresses_are_not_public(number: str) -> None:
    assert not is_public(number)


@given(PUBLIC)
def test_public_addresses_are_also_as_ipv6_of_a_network_without_ipv4(address: IPv4Address) -> None:
    assert is_public(str(address))
    assert all(is_public(str(IPv6Address(EMBEDDED[way](int(address))))) for way in ("mapped", "NAT64"))


@pytest.mark.parametrize("number", ["2606:4700:4700::1111", "2a00:1450:4001:830::200e", "2001:4860:4860::8888"])
def test_public_addresses_of_ipv6_are(number: str) -> None:
    assert is_public(number)


@pytest.mark.parametrize("host", ["127.1", "0x7f.0x0.1", "10.0x1", "0177.0.0.01", "[64:ff9b::a00:1]", "x.localhost."])
def test_a_number_in_disguise_is_no_name(host: str) -> None:
    assert not may_be_named(f"https://{host}/", [])
    assert may_be_named("https://10.example.org/", [])


def resolved_to(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Resolve each further question to the next of these, and return the hosts that are asked for."""
    asked, remaining, real = list[str](), list(answers), socket.getaddrinfo

    def resolve(host: str, port: int, *more: Any, **options: Any) -> Any:
        if host.replace(".", "").isdigit():
            return real(host, port, *more, **options)
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, port)) for number in remaining.pop(0)]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    return asked


def connections(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    made: list[Any] = []

    def connect(address: Any, *_more: Any, **_options: Any) -> socket.socket:
        made.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", connect)
    return made


def test_it_connects_to_the_numbers_that_were_checked_and_asks_for_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, made = resolved_to(monkeypatch, ["8.8.8.8", "1.1.1.1"], ["127.0.0.1"]), connections(monkeypatch)

    with HttpClient("https://books.example.org", headers={}) as client, pytest.raises(ConnectionEnded) as ended:
        client.get("x")

    assert (asked, made, ended.value.code) == (["books.example.org"], [("8.8.8.8", 443), ("1.1.1.1", 443)], "connection")


def test_a_name_that_leads_inside_at_the_next_request_is_not_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    resolved_to(monkeypatch, ["8.8.8.8"], ["8.8.8.8", "::ffff:10.0.0.1"])
    made = connections(monkeypatch)

    with HttpClient("https://books.example.org", headers={}) as client:
        with pytest.raises(ConnectionEnded):
            client.get("x")
        with pytest.raises(ConnectionEnded) as ended:
            client.get("y")

    assert (made, ended.value.code) == ([("8.8.8.8", 443)], "address")


def test_an_address_of_the_settings_is_connected_to_and_another_of_the_inside_is_not(settings: Settings) -> None:
    with receiver() as inside, receiver() as other:
        settings.CONNECTION_ADDRESSES = [inside.address]
        with httpx2.Client(transport=GuardedTransport(inside.address, [inside.address])) as client:
            assert client.post(inside.address, content=b"x").status_code == 204
            with pytest.raises(AddressNotAllowed):
                client.post(other.address, content=b"x")
        assert (len(inside.received), other.received) == (1, [])


def test_the_request_keeps_its_name_for_the_server_and_its_certificate(monkeypatch: pytest.MonkeyPatch) -> None:
    resolved_to(monkeypatch, ["2606:4700:4700::1111"])
    sent = list[httpx2.Request]()

    def answer(_self: object, request: httpx2.Request) -> httpx2.Response:
        sent.append(request)
        return httpx2.Response(204)

    monkeypatch.setattr(httpx2.HTTPTransport, "handle_request", answer)
    with httpx2.Client(transport=GuardedTransport("https://hooks.example.org:8443/x", [])) as client:
        client.post("https://hooks.example.org:8443/x", content=b"body")

    (request,) = sent
    assert str(request.url) == "https://[2606:4700:4700::1111]:8443/x"
    assert (request.headers["Host"], request.extensions["sni_hostname"]) == ("hooks.example.org:8443", "hooks.example.org")
    assert request.read() == b"body"


def test_a_mailbox_is_reached_at_the_checked_number_under_its_name(monkeypatch: pytest.MonkeyPatch) -> None:

    resolved_to(monkeypatch, ["8.8.8.8"], ["127.0.0.1"])
    made = connections(monkeypatch)
    numbers = public_numbers("imaps://mail.example.org:993", [], "imaps")
    assert numbers is not None
    folder = {"user": "u", "password": "p", "folder": "INBOX", "writes": False, "move_to": ""}

    with (
        pytest.raises(ConnectionEnded),
        opened_folder(host="mail.example.org", port=993, numbers=numbers, trusted=ssl.create_default_context(), **folder),  # type: ignore[arg-type]
    ):
        pass

    assert made == [("8.8.8.8", 993)]
    with pytest.raises(AddressNotAllowed):
        public_numbers("imaps://mail.example.org:993", [], "imaps")
