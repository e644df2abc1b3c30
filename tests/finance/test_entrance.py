"""The way in: the first owner, once, and signing in afterwards."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from people.members import OwnerExists, found_first_organization
from people.models import Organization
from people.roles import Role
from tests.addresses import reverse

FIRST = {"organization": "Hughes & Sons", "username": "ada", "password": "a long pass phrase"}


@pytest.mark.django_db
def test_the_first_visitor_founds_an_organization_and_is_signed_in(client: Client) -> None:
    assert client.get(reverse("sign_in")).headers["Location"] == reverse("first_run")

    answer = client.post(reverse("first_run"), FIRST)

    organization = Organization.objects.get()
    assert answer.headers["Location"] == reverse("start")
    assert client.get(reverse("start")).headers["Location"] == reverse("imports")
    assert organization.slug == "hughes-sons"
    assert organization.memberships.get().role == Role.OWNER
    assert client.get(reverse("accounts")).status_code == 200


@pytest.mark.django_db
def test_only_one_person_becomes_the_first_owner(client: Client) -> None:
    client.post(reverse("first_run"), FIRST)
    stranger = Client()

    answer = stranger.post(reverse("first_run"), FIRST | {"username": "eve"})

    assert answer.headers["Location"] == reverse("sign_in")
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_a_weak_password_is_refused(client: Client) -> None:
    answer = client.post(reverse("first_run"), FIRST | {"username": "adalovelace", "password": "adalovelace"})

    assert list(answer.context["form"].errors) == ["password"]
    assert not User.objects.exists()


@pytest.mark.django_db
def test_a_user_signs_in_with_the_right_password_and_signs_out(client: Client) -> None:
    client.post(reverse("first_run"), FIRST)
    client.post(reverse("sign_out"))

    assert client.get(reverse("accounts")).status_code == 302
    assert client.post(reverse("sign_in"), {"username": "ada", "password": "wrong"}).status_code == 200
    assert client.post(reverse("sign_in"), {"username": "ada", "password": FIRST["password"]}).headers["Location"] == reverse("start")


@pytest.mark.django_db(transaction=True)
def test_two_first_visitors_at_once_make_one_owner() -> None:
    def visit(username: str) -> bool:
        try:
            found_first_organization(name="Ours", username=username, password="a long pass phrase")
        except OwnerExists:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(4) as visitors:
        made = list(visitors.map(visit, ["ann", "ben", "cay", "dan"]))

    assert sum(made) == 1
    assert User.objects.count() == Organization.objects.count() == 1
