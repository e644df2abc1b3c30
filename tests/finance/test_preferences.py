"""Pages speak as the reader wants them to, else as their organization does."""

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from finance.forms.account import EntryForm
from finance.models import Account, Transaction
from people.formats import LANGUAGES_OWN, Formats, use_formats
from people.models import Organization, Preferences
from tests.addresses import reverse
from tests.factories import UserFactory
from tests.world import booked

pytestmark = pytest.mark.django_db


def chosen(user: User, **what: str) -> None:
    Preferences.objects.create(user=user, **what)


def account_page(client: Client, account: Account) -> str:
    return client.get(reverse("account", args=[account.pk])).content.decode()


def test_days_and_figures_are_written_as_the_reader_chose(signed_in: Client, owner: User, account: Account) -> None:
    booked(account, 3, "1234.50")
    chosen(owner, day_format="d.m.Y", number_format="de")

    page = account_page(signed_in, account)

    assert "03.01.2026" in page
    assert "1.234,50" in page
    assert "3 Jan 2026" not in page


def test_a_language_is_spoken_whatever_the_browser_asks_for(signed_in: Client, owner: User) -> None:
    chosen(owner, language="de")

    assert '<html lang="de">' in signed_in.get(reverse("accounts"), headers={"Accept-Language": "en"}).content.decode()


def test_preferences_that_a_person_leaves_empty_follow_the_organization(signed_in: Client, owner: User, account: Account) -> None:
    Organization.objects.update(language="de", day_format="Y-m-d", number_format="en")
    booked(account, 3, "1234.50")
    chosen(owner, day_format="m/d/Y")

    page = account_page(signed_in, account)

    assert '<html lang="de">' in page
    assert "01/03/2026" in page
    assert "1,234.50" in page


def test_one_readers_formats_are_not_the_next_ones(signed_in: Client, owner: User, organization: Organization, account: Account) -> None:
    booked(account, 3, "1.00")
    chosen(owner, day_format="Y-m-d", language="de")
    account_page(signed_in, account)
    other = Client()
    other.force_login(UserFactory.create(username="other"))
    organization.memberships.create(user=User.objects.get(username="other"))

    page = account_page(other, account)

    assert "3 Jan 2026" in page
    assert '<html lang="en">' in page


def test_an_amount_is_typed_as_it_is_shown(account: Account) -> None:
    use_formats(Formats(numbers="de"))
    try:
        said = {"booked_on": "2026-01-05", "amount": "-12,30", "status": "posted"}
        form = EntryForm(said, instance=Transaction(account=account))
        assert form.is_valid(), form.errors
        assert form.cleaned_data["amount"] == Decimal("-12.30")
        assert 'value="-12,30"' in str(EntryForm(instance=booked(account, 5, "-12.30"))["amount"])
    finally:
        use_formats(LANGUAGES_OWN)


def test_preferences_are_stored_and_reset(signed_in: Client, owner: User) -> None:
    signed_in.post(reverse("preferences"), {"language": "de", "day_format": "d/m/Y", "number_format": ""})
    signed_in.post(reverse("preferences"), {"language": "", "day_format": "d/m/Y", "number_format": ""})

    assert [(each.user, each.language, each.day_format) for each in Preferences.objects.all()] == [(owner, "", "d/m/Y")]


def test_settings_of_the_organization_are_saved_and_the_owners_day_is_theirs(
    signed_in: Client, client: Client, organization: Organization
) -> None:
    said = {"name": "Household", "locked_until": "2026-01-31", "owners_only_until": "2026-02-28", "two_persons": "on"}
    signed_in.post(reverse("organization_settings"), said)
    organization.refresh_from_db()
    assert (organization.locked_until, organization.owners_only_until) == (dt.date(2026, 1, 31), dt.date(2026, 2, 28))
    assert organization.two_persons

    admin = UserFactory.create(username="admin")
    organization.memberships.create(user=admin, role="admin")
    client.force_login(admin)
    client.post(reverse("organization_settings"), said | {"owners_only_until": ""})

    organization.refresh_from_db()
    assert organization.owners_only_until == dt.date(2026, 2, 28)


def test_emails_are_offered_only_with_a_mail_server(signed_in: Client, owner: User, settings: Any) -> None:
    assert "Send me an e-mail" not in signed_in.get(reverse("preferences")).content.decode()
    settings.EMAIL_URL = "smtp://mail.example.org"

    page = signed_in.post(reverse("preferences"), {"mail_when_done": "on", "email": ""}).content.decode()
    assert "Enter an e-mail address." in page
    owner.set_password("a long pass phrase")
    owner.save()
    signed_in.force_login(owner)
    signed_in.post(reverse("preferences"), {"mail_when_done": "on", "email": "a@example.org", "password": "a long pass phrase"})

    owner.refresh_from_db()
    assert (owner.email, owner.preferences.mail_when_done) == ("a@example.org", True)


@pytest.mark.parametrize("password", ["", "wrong"])
def test_a_change_of_the_mail_address_needs_the_password(password: str, signed_in: Client, owner: User, settings: Any) -> None:
    """One of them leads to a new password."""
    settings.EMAIL_URL = "smtp://mail.example.org"

    page = signed_in.post(reverse("preferences"), {"email": "thief@example.org", "password": password}).content.decode()

    owner.refresh_from_db()
    assert "This is not your password." in page
    assert owner.email != "thief@example.org"
    assert signed_in.post(reverse("preferences"), {"email": owner.email, "letter_keys": "on"}).status_code == 302


def test_single_letters_act_unless_a_person_switches_them_off(signed_in: Client, owner: User) -> None:
    assert 'name="letter_keys" id="id_letter_keys" checked' in " ".join(signed_in.get(reverse("preferences")).content.decode().split())

    signed_in.post(reverse("preferences"), {"day_format": ""})

    owner.refresh_from_db()
    assert not owner.preferences.letter_keys


def test_a_name_in_full_is_set_under_preferences(signed_in: Client, owner: User) -> None:
    signed_in.post(reverse("preferences"), {"full_name": "Ada Lovelace", "letter_keys": "on"})

    owner.refresh_from_db()
    assert owner.get_full_name() == "Ada Lovelace"
