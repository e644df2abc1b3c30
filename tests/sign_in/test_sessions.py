"""A session begins under a new key, and ends everywhere else with the password, the second factor, or a click."""

import pyotp
import pytest
from django.contrib.auth.models import User
from django.test import Client

from people.audit import Act
from people.models import AuditEntry
from people.sign_in.second_factor import begin
from tests.addresses import reverse
from tests.sign_in.people import NOW, PASSWORD, a_person, at, is_in, tries, with_telephone

pytestmark = pytest.mark.django_db


@pytest.fixture
def elsewhere(ada: User) -> Client:
    client = Client()
    client.force_login(ada)
    return client


def test_a_key_that_was_planted_before_the_sign_in_leads_nowhere(ada: User, client: Client) -> None:
    client.get(reverse("sign_in"))
    session = client.session
    session["planted"] = True
    session.save()
    planted = session.session_key

    tries(client)

    assert client.session.session_key != planted
    thief = Client()
    thief.cookies["sessionid"] = str(planted)
    assert not is_in(thief)


@pytest.mark.path
def test_it_is_changed_at_each_step_of_two(ada: User, client: Client) -> None:
    telephone, _codes = with_telephone(ada)
    session = client.session
    session["planted"] = True
    session.save()
    keys = [session.session_key]
    tries(client)
    keys.append(client.session.session_key)
    with at(NOW):
        client.post(reverse("sign_in_code"), {"code": telephone.at(NOW)})
    keys.append(client.session.session_key)

    assert len(set(keys)) == 3


def test_a_new_password_ends_sessions_on_other_devices(ada: User, elsewhere: Client, client: Client) -> None:
    client.force_login(ada)
    said = {"old_password": PASSWORD, "new_password1": "quite another phrase", "new_password2": "quite another phrase"}

    answer = client.post(reverse("password_change"), said)

    assert answer["Location"] == reverse("security")
    assert (is_in(client), is_in(elsewhere)) == (True, False)
    assert AuditEntry.objects.across_organizations("a test").filter(act=Act.CHANGED_PASSWORD, by=ada.pk).count() == 1


def test_setting_up_a_second_factor_does(ada: User, elsewhere: Client, client: Client) -> None:
    client.force_login(ada)
    telephone = pyotp.TOTP(begin(ada))

    with at(NOW):
        client.post(reverse("second_factor"), {"code": telephone.at(NOW)})

    assert (is_in(client), is_in(elsewhere)) == (True, False)


def test_removing_it_does(ada: User, elsewhere: Client, client: Client) -> None:
    with_telephone(ada)
    client.force_login(ada)

    client.post(reverse("second_factor_remove"), {"password": PASSWORD})

    assert (is_in(client), is_in(elsewhere)) == (True, False)


def test_a_click_does_and_leaves_everybody_else_where_they_are(ada: User, elsewhere: Client, client: Client) -> None:
    eve = Client()
    eve.force_login(a_person("eve"))
    client.force_login(ada)

    client.post(reverse("sessions_end"))

    assert (is_in(client), is_in(elsewhere), is_in(eve)) == (True, False, True)


def test_a_link_does_not(ada: User, elsewhere: Client, client: Client) -> None:
    client.force_login(ada)

    assert client.get(reverse("sessions_end")).status_code == 405
    assert is_in(elsewhere)


def test_signing_out_ends_it_on_the_server(ada: User, client: Client) -> None:
    client.force_login(ada)
    kept = Client()
    kept.cookies["sessionid"] = client.cookies["sessionid"].value

    client.post(reverse("sign_out"))

    assert not is_in(kept)


def test_a_login_that_was_switched_off_is_out_at_once(ada: User, client: Client) -> None:
    client.force_login(ada)
    ada.is_active = False
    ada.save()

    assert not is_in(client)
    assert tries(client).status_code == 200
    assert not is_in(client)
