"""The page of an organization's programs."""

import pytest
from django.test import Client

from api.models import Token, Webhook
from people.models import Membership
from people.roles import Role
from tests.addresses import reverse
from tests.api.programs import Program
from tests.factories import MembershipFactory, UserFactory

pytestmark = pytest.mark.django_db
PASSWORD = "a-long-password"


def signed_in(role: Role = Role.OWNER) -> tuple[Client, Membership]:
    user = UserFactory.create(username=f"user-{role}", password=PASSWORD)
    member = MembershipFactory.create(organization__name="Ours", user=user, role=role)
    browser = Client()
    browser.force_login(user)
    return browser, member


def said(**more: object) -> dict[str, object]:
    return {"name": "my script", "scopes": ["read", "upload"], "days": "90", "password": PASSWORD} | more


def test_a_token_is_shown_once_and_works() -> None:
    browser, _member = signed_in()

    page = browser.post(reverse("programs"), said()).content.decode()

    secret = page.split('value="tieout_')[1].split('"')[0]
    assert Client().get("/api/v1/me", headers={"Authorization": f"Bearer tieout_{secret}"}).status_code == 200
    again = browser.get(reverse("programs")).content.decode()
    assert secret not in again
    assert "my script" in again


def test_without_the_password_no_token_is_made() -> None:
    browser, member = signed_in()

    page = browser.post(reverse("programs"), said(password="wrong")).content.decode()

    assert "This is not your password." in page
    assert not Token.objects.of(member.organization).exists()


def test_only_scopes_that_the_role_allows_are_offered() -> None:
    browser, member = signed_in(Role.VIEWER)

    page = browser.post(reverse("programs"), said(scopes=["read", "post"])).content.decode()

    assert 'value="read"' in page
    assert 'value="post"' not in page
    assert not Token.objects.of(member.organization).exists()


def test_others_tokens_are_shown_to_who_manages_members_alone() -> None:
    browser, member = signed_in(Role.REVIEWER)
    other = MembershipFactory.create(organization=member.organization, user=UserFactory.create(username="other"), role=Role.ADMIN)
    theirs = Program(other).token

    assert "a program" not in browser.get(reverse("programs")).content.decode()
    assert browser.post(reverse("token_revoke", args=[theirs.pk])).status_code == 404


def test_a_revoked_token_is_gone_from_the_page() -> None:
    browser, member = signed_in()
    program = Program(member)

    browser.post(reverse("token_revoke", args=[program.token.pk]))

    assert "a program" not in browser.get(reverse("programs")).content.decode()
    assert program.get("/me").status_code == 401


def test_a_webhook_is_added_with_its_secret_shown_once() -> None:
    browser, member = signed_in()

    page = browser.post(reverse("webhook_add"), {"url": "https://example.org/hook", "events": ["import.finished"]}).content.decode()

    assert "whsec_" in page
    assert "whsec_" not in browser.get(reverse("programs")).content.decode()
    hook = Webhook.objects.of(member.organization).get()
    browser.post(reverse("webhook_switch", args=[hook.pk]))
    assert "switched off" in browser.get(reverse("programs")).content.decode()
    browser.post(reverse("webhook_try", args=[hook.pk]))
    browser.post(reverse("webhook_remove", args=[hook.pk]))
    assert not Webhook.objects.of(member.organization).exists()


def test_an_address_of_the_inside_is_refused_in_words() -> None:
    browser, _member = signed_in()

    page = browser.post(reverse("webhook_add"), {"url": "https://localhost/hook", "events": ["import.finished"]}).content.decode()

    assert "This address is not allowed. It must be public" in page


def test_a_reviewer_sees_no_webhooks() -> None:
    browser, _member = signed_in(Role.REVIEWER)

    assert "Webhooks" not in browser.get(reverse("programs")).content.decode()
