"""Security headers and cookie attributes of every response."""

import copy
import json
import os
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests import forked
from tests.addresses import reverse
from tests.deployment.production import filled
from tests.sign_in.people import PASSWORD, a_person, tries
from tests.tenants.routes import ROUTES, Route, called
from tests.tenants.tenant import Tenant, a_tenant

pytestmark = pytest.mark.django_db
UNSAFE = ("unsafe-inline", "unsafe-eval", "data:", "http:", "https:", "*")
TOLD = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
OVER_HTTPS = """
import json
import django
django.setup()
from django.conf import settings
from django.test import Client
client = Client(HTTP_HOST="tieout.example.com")
answer, plain = client.get("/c/ours/accounts/", secure=True), client.get("/c/ours/accounts/")
print(json.dumps({
    "hsts": answer.headers["Strict-Transport-Security"],
    "cookies": [settings.SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_SECURE],
    "plain": [plain.status_code, plain["Location"]],
}))
"""


@pytest.fixture(scope="module")
def built_tenant(module_rows: None) -> Tenant:
    return a_tenant("ours", "Own")


@pytest.fixture
def tenant(built_tenant: Tenant, db: None) -> Tenant:
    return copy.deepcopy(built_tenant)


def check(answer: Any) -> None:
    for name, value in TOLD.items():
        assert answer.headers[name] == value, name
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy or "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert not [word for word in UNSAFE if word in policy.replace("'", "").split()]
    assert "camera=()" in answer.headers["Permissions-Policy"]


@pytest.mark.parametrize("route", ROUTES, ids=called)
def test_every_response_has_the_security_headers(tenant: Tenant, route: Route) -> None:
    member = Client()
    member.force_login(tenant.owner)
    for client in (Client(), member):
        for method in ("get", "post"):
            check(getattr(client, method)(route.of(tenant)))


@pytest.mark.parametrize("route", ROUTES, ids=called)
def test_no_browser_or_proxy_stores_an_answer_with_books(tenant: Tenant, route: Route) -> None:
    """The image of a page is stored by the browser alone, which asks each time whether it may still show it."""
    member = Client()
    member.force_login(tenant.owner)
    for method in ("get", "post"):
        allowed = {word.strip() for word in getattr(member, method)(route.of(tenant)).headers["Cache-Control"].split(",")}
        assert "no-store" in allowed or allowed == {"private", "no-cache"}


def test_files_without_books_may_be_stored() -> None:
    answer = Client().get("/static/app.css")

    assert answer.getvalue()  # it closes the answer without the signals that close the database
    assert (answer.status_code, "no-store" in answer.headers["Cache-Control"]) == (200, False)


@pytest.mark.parametrize("address", ["/admin/", "/admin/finance/account/", "/admin/login/", "/nowhere/"])
def test_responses_of_the_administration_and_of_missing_pages_have_the_security_headers(tenant: Tenant, address: str) -> None:
    tenant.owner.is_staff = tenant.owner.is_superuser = True
    tenant.owner.save()
    client = Client()
    client.force_login(tenant.owner)

    check(client.get(address))


def test_no_script_reads_the_cookie_of_a_session_and_no_other_site_sends_it(client: Client) -> None:
    a_person()
    tries(client, password=PASSWORD)

    session = client.cookies["sessionid"]
    assert (session["httponly"], session["samesite"]) == (True, "Lax")
    assert client.cookies["csrftoken"]["samesite"] == "Lax"


def test_pages_of_a_login_are_not_cached(client: Client) -> None:
    client.force_login(a_person())

    for name in ("second_factor", "recovery_codes", "password_change", "second_factor_remove"):
        assert "no-store" in client.get(reverse(name)).headers["Cache-Control"], name


def test_in_production_everything_is_over_https(tmp_path: Path) -> None:
    around = {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}
    around |= filled(tmp_path, ALLOWED_HOSTS="tieout.example.com", DATABASE_URL=f"sqlite:///{tmp_path / 'tieout.sqlite3'}", STORAGE_URL="")
    done = forked.run(["-c", OVER_HTTPS], around)

    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told == {
        "hsts": "max-age=31536000; includeSubDomains; preload",
        "cookies": [True, True],
        "plain": [301, "https://tieout.example.com/c/ours/accounts/"],
    }
