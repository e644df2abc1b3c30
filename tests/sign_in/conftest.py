"""Fixtures of the tests of sign-in."""

import pytest
from django.contrib.auth.models import User

from tests.sign_in.people import a_person


@pytest.fixture
def ada() -> User:
    return a_person()
