"""People who sign in, and the forms that they are asked to fill in."""

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import pyotp
from django.contrib.auth.models import User
from django.test import Client

from people.sign_in import second_factor
from people.sign_in.second_factor import begin, confirm
from tests.addresses import reverse
from tests.factories import MembershipFactory, UserFactory

PASSWORD = "a long pass phrase"
NOW = dt.datetime(2026, 4, 3, 12, 0, 0, tzinfo=dt.UTC)


def a_person(name: str = "ada", **more: object) -> User:
    """The owner of an organization of the same short name."""
    user = UserFactory.create(username=name, email=f"{name}@example.org", password=PASSWORD, **more)
    MembershipFactory.create(organization__name=f"{name}'s", organization__slug=name, user=user)
    return user


@contextmanager
def at(moment: dt.datetime) -> Iterator[None]:
    """As the second factor sees it."""
    with mock.patch.object(second_factor, "now", return_value=moment):
        yield


def with_telephone(user: User) -> tuple[pyotp.TOTP, list[str]]:
    """Set up an hour ago; and the recovery codes."""
    telephone = pyotp.TOTP(begin(user))
    before = NOW - dt.timedelta(hours=1)
    with at(before):
        codes = confirm(user, telephone.at(before))
    assert codes
    return telephone, codes


def tries(client: Client, *, name: str = "ada", password: str = PASSWORD, there: str = "", address: str = "192.0.2.1") -> Any:
    said = {"username": name, "password": password, "next": there}
    return client.post(reverse("sign_in"), said, REMOTE_ADDR=address)


def is_in(client: Client) -> bool:
    return client.get(reverse("security")).status_code == 200
