"""Password attempts are limited by account and address, without revealing whether an account exists."""

import datetime as dt
import re
from unittest import mock

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.hashers import check_password
from django.contrib.auth.models import User
from django.test import Client
from pytest_django.fixtures import Settings

from people.sign_in import PAUSE
from people.sign_in.throttle import forgive
from tests.addresses import reverse
from tests.sign_in.people import a_person, is_in, tries

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("ada")]
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')


def fails(times: int, *, name: str = "ada", address: str = "192.0.2.1") -> list[int]:
    return [tries(Client(), name=name, password="wrong", address=address).status_code for _ in range(times)]


def test_after_five_wrong_passwords_the_right_one_is_not_looked_at_either(client: Client) -> None:
    assert fails(5) == [200, 200, 200, 200, 429]

    answer = tries(client)

    assert (answer.status_code, answer["Retry-After"], is_in(client)) == (429, "900", False)
    assert "Try again in 15 minutes" in answer.content.decode()


def test_fewer_are_forgotten_once_the_right_one_was_given(client: Client) -> None:
    for _ in range(3):
        fails(4)
        assert tries(client).status_code == 302


@pytest.mark.parametrize(("rounds", "answers"), [(1, {200}), (16, {200, 429})])
def test_a_sign_in_to_ones_own_account_does_not_reset_failures_on_another(rounds: int, answers: set[int]) -> None:
    a_person("eve")
    told = set()
    for _ in range(rounds):
        told |= set(fails(4))
        tries(Client(), name="eve")

    assert told == answers


def test_a_success_leaves_the_counts_of_the_address_and_of_the_account() -> None:
    for number in range(1, 13):
        fails(4)
        assert tries(Client()).status_code == 302, number
    assert fails(2, name="bob") == [200, 429], "fifty failures of one address"

    for number in range(12):
        address = f"198.51.100.{number}"
        fails(4, address=address)
        answer = tries(Client(), address=address).status_code
    assert answer == 302
    fails(4, address="198.51.100.20")
    assert tries(Client(), address="203.0.113.5").status_code == 429, "a hundred failures of one account"


def test_a_proved_identity_forgives_the_account_and_not_the_address() -> None:
    fails(4, address="198.51.100.7")
    for number in range(46):
        fails(1, name=f"name {number}", address="198.51.100.7")
    fails(5)
    forgive("ada")

    assert tries(Client()).status_code == 302
    assert tries(Client(), address="198.51.100.7").status_code == 429


def test_it_holds_for_each_process_since_the_database_counts() -> None:
    fails(5)

    assert AccessAttempt.objects.get().failures_since_start == 5


def test_another_browser_at_the_same_address_gets_no_further_attempts(client: Client) -> None:
    for number in range(5):
        said = {"username": "ada", "password": "wrong"}
        client.post(reverse("sign_in"), said, REMOTE_ADDR="192.0.2.1", HTTP_USER_AGENT=f"browser {number}")

    assert tries(client).status_code == 429


def test_a_stranger_does_not_lock_out_a_user_with_another_address(client: Client) -> None:
    fails(20, address="198.51.100.7")

    assert tries(client).status_code == 302


def test_an_address_that_tries_one_password_on_many_names_is_turned_away(client: Client) -> None:
    for number in range(50):
        fails(1, name=f"name {number}", address="198.51.100.7")

    assert tries(client, address="198.51.100.7").status_code == 429
    assert tries(client).status_code == 302


def test_many_addresses_that_try_one_name_are_turned_away_in_the_end(client: Client) -> None:
    for number in range(100):
        fails(1, address=f"198.51.100.{number}")

    assert tries(client).status_code == 429
    forgive("ada")
    assert tries(client).status_code == 302


def test_names_are_one_however_they_are_written(client: Client) -> None:
    for written in ("ada", "ADA", " ada ", "Ada", "aDa"):
        fails(1, name=written)

    assert tries(client).status_code == 429


def test_it_is_over_after_the_pause_and_trying_on_makes_it_no_longer(client: Client) -> None:
    fails(5)
    failed_at = AccessAttempt.objects.get().attempt_time
    fails(3)
    assert AccessAttempt.objects.get().attempt_time == failed_at

    AccessAttempt.objects.update(attempt_time=failed_at - PAUSE - dt.timedelta(seconds=1))

    assert tries(client).status_code == 302


def test_a_typed_name_is_not_stored() -> None:
    fails(2, name="my secret password")

    kept = AccessAttempt.objects.get()
    assert "my secret" not in repr({field.name: getattr(kept, field.name) for field in kept._meta.fields})


def test_an_unknown_name_is_answered_as_a_known_one_is() -> None:
    known, unknown = (tries(Client(), name=name, password="wrong", address="203.0.113.9") for name in ("ada", "eve"))

    assert (known.status_code, unknown.status_code) == (200, 200)
    assert known.context["form"].errors == unknown.context["form"].errors
    assert TOKEN.sub("", known.content.decode().replace("ada", "eve")) == TOKEN.sub("", unknown.content.decode())


@pytest.mark.parametrize("name", ["ada", "nobody-here"])
def test_a_password_is_hashed_for_every_name(name: str, settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    ada = User.objects.get()
    ada.set_password("another pass phrase")
    ada.save()
    with mock.patch("django.contrib.auth.hashers.PBKDF2PasswordHasher.encode", autospec=True, return_value="x$1$y$z") as hashed:
        tries(Client(), name=name, password="wrong")

    assert hashed.call_count == 1
    assert not check_password("wrong", "x$1$y$z")
