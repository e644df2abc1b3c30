"""Django's administration has no door of its own, and where the settings say so asks for a second factor."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django.fixtures import Settings

from tests.addresses import reverse
from tests.sign_in.people import NOW, a_person, at, tries, with_telephone

pytestmark = pytest.mark.django_db
INDEX = "/admin/"


@pytest.fixture
def root() -> User:
    return a_person("root", is_staff=True, is_superuser=True)


def test_it_has_no_form_for_passwords(client: Client, root: User) -> None:
    for address in (INDEX, "/admin/login/", "/admin/login/?next=/admin/"):
        answer = client.get(address, follow=True)
        assert answer.request["PATH_INFO"] == reverse("sign_in")
    assert client.post("/admin/login/", {"username": "root", "password": "x"})["Location"].startswith(reverse("sign_in"))


def test_its_way_in_leads_back_to_where_one_wanted(client: Client, root: User) -> None:
    there = client.get("/admin/finance/account/", follow=True)
    assert there.context["next"] == "/admin/finance/account/"

    assert tries(client, name="root", there="/admin/finance/account/")["Location"] == "/admin/finance/account/"
    assert client.get("/admin/finance/account/").status_code == 200


def test_it_leads_nowhere_else(client: Client, root: User) -> None:
    client.force_login(root)

    assert client.get("/admin/login/?next=https://evil.example/")["Location"] == INDEX


def test_a_user_who_is_no_staff_gets_a_message_and_no_circle_of_redirects(client: Client) -> None:
    client.force_login(a_person())

    assert client.get(INDEX, follow=True).status_code == 403


def test_the_administration_needs_a_second_factor_where_the_settings_require_it(client: Client, root: User, settings: Settings) -> None:
    settings.ADMIN_REQUIRES_SECOND_FACTOR = True
    client.force_login(root)
    page = client.get(INDEX, follow=True)
    assert page.request["PATH_INFO"] == reverse("security")
    assert "The administration requires two-factor authentication" in page.content.decode()

    telephone, _codes = with_telephone(root)
    assert client.get(INDEX)["Location"].startswith("/admin/login/")

    client.post(reverse("sign_out"))
    tries(client, name="root", there=INDEX)
    with at(NOW):
        assert client.post(reverse("sign_in_code"), {"code": telephone.at(NOW)})["Location"] == INDEX
    assert client.get(INDEX).status_code == 200


def test_every_page_of_it_is_behind_that(client: Client, root: User, settings: Settings) -> None:
    settings.ADMIN_REQUIRES_SECOND_FACTOR = True
    client.force_login(root)

    for address in ("/admin/finance/account/", "/admin/auth/user/add/", "/admin/password_change/", "/admin/jsi18n/"):
        assert client.get(address).status_code == 302, address


def test_its_page_for_a_new_password_is_the_products(client: Client, root: User) -> None:
    client.force_login(root)

    assert client.get("/admin/password_change/")["Location"] == reverse("password_change")
