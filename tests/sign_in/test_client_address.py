"""The address of a client is believed from a named proxy in a named header, and from no other."""

import pytest
from django.core.checks import run_checks
from django.test import Client, RequestFactory, override_settings
from pytest_django.fixtures import Settings

from people.client_address import address_of, counted_address_of
from tests.addresses import reverse
from tests.sign_in.people import PASSWORD

PROXY, PEER, CLIENT, INVENTED = "10.0.3.4", "203.0.113.9", "198.51.100.7", "192.0.2.66"
NAMED = {"BEHIND_PROXY": True, "PROXY_ADDRESSES": ["10.0.3.0/24", "fd00::1"], "PROXY_HEADER": "X-Forwarded-For"}


def seen(peer: str, header: str = "X-Forwarded-For", stated: str = "", **other: str) -> str:
    return address_of(RequestFactory().get("/", REMOTE_ADDR=peer, headers={header: stated} | other))


@pytest.mark.parametrize(
    ("peer", "stated", "expected"),
    [
        (PROXY, CLIENT, CLIENT),
        (PROXY, f"{INVENTED}, {CLIENT}", CLIENT),
        (PROXY, f"{INVENTED},{CLIENT},10.0.3.9", CLIENT),
        (PROXY, f"{CLIENT}, fd00::1", CLIENT),
        (f"::ffff:{PROXY}", CLIENT, CLIENT),
        ("fd00::1", "2001:db8::5", "2001:db8::5"),
        (PROXY, "10.0.3.9", "10.0.3.9"),
        (PROXY, "", PROXY),
        (PROXY, f"{CLIENT}, no address", PROXY),
        (PEER, CLIENT, PEER),
        ("10.0.4.1", CLIENT, "10.0.4.1"),
        ("", CLIENT, ""),
    ],
)
def test_the_client_is_the_last_address_that_is_no_named_proxy(peer: str, stated: str, expected: str) -> None:
    with override_settings(**NAMED):
        assert seen(peer, stated=stated) == expected


def test_no_header_is_believed_without_a_proxy_or_under_another_name() -> None:
    with override_settings(**NAMED | {"PROXY_ADDRESSES": []}):
        assert seen(PROXY, stated=CLIENT) == PROXY
    with override_settings(**NAMED | {"BEHIND_PROXY": False}):
        assert seen(PROXY, stated=CLIENT) == PROXY
    with override_settings(**NAMED | {"PROXY_HEADER": "X-Real-IP"}):
        assert seen(PROXY, stated=CLIENT) == PROXY
        assert seen(PROXY, "X-Real-IP", CLIENT, **{"X-Forwarded-For": INVENTED}) == CLIENT


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        (CLIENT, CLIENT),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::"),
        ("2001:db8:1:3::1", "2001:db8:1:3::"),
        (f"::ffff:{CLIENT}", CLIENT),
    ],
)
def test_a_client_of_ipv6_is_counted_by_its_network(address: str, counted: str) -> None:
    assert counted_address_of(RequestFactory().get("/", REMOTE_ADDR=address)) == counted


def tried(password: str, **request: str) -> int:
    return Client().post(reverse("sign_in"), {"username": "ada", "password": password}, **request).status_code  # type: ignore[arg-type]


@pytest.mark.django_db
@pytest.mark.usefixtures("ada")
def test_invented_addresses_are_one_client_and_those_of_the_proxy_are_several(settings: Settings) -> None:
    settings.BEHIND_PROXY, settings.PROXY_ADDRESSES = True, [PROXY]

    direct = [tried("wrong", REMOTE_ADDR=PEER, HTTP_X_FORWARDED_FOR=f"198.51.100.{number}") for number in range(5)]
    before = [tried("wrong", REMOTE_ADDR=PROXY, HTTP_X_FORWARDED_FOR=f"192.0.2.{number}, {CLIENT}") for number in range(5)]

    assert direct == before == [200] * 4 + [429]
    assert tried(PASSWORD, REMOTE_ADDR=PROXY, HTTP_X_FORWARDED_FOR="198.51.100.99") == 302


@pytest.mark.django_db
@pytest.mark.usefixtures("ada")
def test_addresses_of_one_network_are_one_client() -> None:
    assert [tried("wrong", REMOTE_ADDR=f"2001:db8::{number}") for number in range(1, 6)] == [200] * 4 + [429]
    assert tried(PASSWORD, REMOTE_ADDR="2001:db8:0:1::1") == 302


@pytest.mark.parametrize(
    ("behind", "named", "ids"),
    [(True, ["10.0.0.0/8"], set()), (False, [], set()), (True, [], {"tieout.W002"}), (True, ["proxy.example"], {"tieout.E031"})],
)
def test_a_proxy_without_a_valid_name_is_reported_at_start(settings: Settings, behind: bool, named: list[str], ids: set[str]) -> None:
    settings.BEHIND_PROXY, settings.PROXY_ADDRESSES = behind, named

    assert {fault.id for fault in run_checks(tags=["security"])} & {"tieout.W002", "tieout.E031"} == ids
