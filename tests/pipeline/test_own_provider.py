"""An organization uses its own provider with a key that is never shown again."""

import json
import logging
import sys
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.core.signals import got_request_exception
from django.test import Client
from django.utils import timezone
from django.views.debug import ExceptionReporter
from pytest_django.fixtures import Settings

from assistant.registry import ProviderNotConfigured
from people.models import Organization
from people.roles import Role
from reconciliation.model_access.connection_test import try_connection
from reconciliation.model_access.consent import NotAllowed, allow_provider, may_be_told
from reconciliation.model_access.endpoints import AddressNotAllowed, may_be_named, require_public
from reconciliation.model_access.provider_selection import choice_of, choose_provider, chosen_for, key_of, options_of
from reconciliation.model_access.providers import choose
from reconciliation.models import ProviderChoice
from tests.addresses import inside
from tests.assistant.local_server import Answer, LocalServer, completion, serving
from tests.factories import MembershipFactory, OrganizationFactory
from tests.pipeline.local_model import Json, serving_a_model
from tests.pipeline.papers import JANUARY, books_of, entry, load
from tests.pipeline.uploads import processed
from tests.tenants.tenant import rows_of

pytestmark = pytest.mark.django_db
CANARY = "sk-canary-0123456789-wxyz"
INSTALLATIONS = "sk-of-the-installation"
ANSWERS = [completion({"role": "assistant", "content": "yes"})] * 2
"""Of a model that makes no call, and then takes no action."""
PAGE = {"provider": "compatible", "model": "own-model", "base_url": "https://models.example/v1", "key": CANARY}


@pytest.fixture
def ours(settings: Settings) -> Organization:
    """On an installation that has another provider asked, with a key of its own."""
    settings.PROVIDER, settings.PROVIDER_MODEL, settings.PROVIDER_API_KEY = "openai", "gpt-5-mini", INSTALLATIONS
    settings.PROVIDER_MAX_OUTPUT_TOKENS = 1000
    return OrganizationFactory.create()


@pytest.fixture
def owner(ours: Organization) -> User:
    return MembershipFactory.create(organization=ours, role=Role.OWNER).user


def own(ours: Organization, owner: User, **said: str) -> None:
    choose_provider(organization=ours, actor=owner, **(PAGE | said))


@pytest.fixture
def server(ours: Organization, owner: User, settings: Settings) -> Iterator[LocalServer]:
    """The organization's own, at an address of this machine that the settings name."""
    with serving(*ANSWERS) as server:
        settings.PROVIDER_ADDRESSES = [server.url]
        own(ours, owner, base_url=server.url)
        yield server


def outcome_of(ours: Organization, owner: User) -> str:
    return try_connection(organization=ours, actor=owner).code


# Details --------------------------------------------------------------------------------


def test_runs_ask_the_organizations_own_model_with_its_own_key(ours: Organization, owner: User, settings: Settings) -> None:
    with serving_a_model() as (url, asked):
        settings.PROVIDER_ADDRESSES = [url]
        own(ours, owner, base_url=url)
        entry(load(ours, books_of(JANUARY)), "t2").delete()
        done = processed(ours, JANUARY.pdf())

    assert {request["model"] for request in asked} == {"own-model"}
    assert (done.reconciliation or {})["provider"]["name"] == "compatible"


def test_an_organization_chooses_protocol_tools_form_of_answers_and_seconds(
    ours: Organization, owner: User, client: Client, settings: Settings
) -> None:
    settings.PROVIDER_API, settings.PROVIDER_TOOLS, settings.PROVIDER_SCHEMA, settings.PROVIDER_SECONDS = "chat", "auto", "prompt", 7
    assert (chosen_for(ours).api, chosen_for(ours).seconds) == ("chat", 7)
    client.force_login(owner)
    manner = {"api": "responses", "tools": "native", "schema": "native", "seconds": "300", "effort": "low"}
    client.post(inside("/models/own/"), PAGE | manner)

    chosen = chosen_for(ours)
    assert (chosen.api, chosen.tools, chosen.schema, chosen.seconds) == ("responses", "native", "native", 300)
    assert options_of(chosen, "proposes") == {"reasoning_effort": "low"}
    with serving(Answer(status=429, body="{}")) as server:
        settings.PROVIDER_ADDRESSES = [server.url]
        client.post(inside("/models/own/"), PAGE | {"base_url": server.url, "api": "responses"})
        outcome_of(ours, owner)
    assert [path for path, _headers, _body in server.requests] == ["/v1/responses"]
    client.post(inside("/models/own/"), {"provider": ""})
    assert (chosen_for(ours).api, choice_of(ours).tools) == ("chat", "")  # type: ignore[union-attr] # it was stored


def test_its_key_goes_to_its_server_and_the_installations_does_not(server: LocalServer, ours: Organization, owner: User) -> None:
    assert outcome_of(ours, owner) == "works"

    assert ["tools" in body for _path, _headers, body in server.requests] == [True, False]
    for _path, headers, body in server.requests:
        assert headers["authorization"] == f"Bearer {CANARY}"
        assert INSTALLATIONS not in json.dumps([headers, body])


def test_without_a_key_of_its_own_the_installations_goes_nowhere_else(
    ours: Organization, owner: User, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", INSTALLATIONS)
    monkeypatch.setenv("OPENAI_ORG_ID", "org-of-the-installation")
    with serving(Answer(status=429, body="{}")) as server:
        settings.PROVIDER_ADDRESSES = [server.url]
        own(ours, owner, provider="openai", base_url=server.url, key="")
        outcome_of(ours, owner)

    ((_path, headers, _body),) = server.requests
    assert "installation" not in json.dumps(headers)


def test_a_vendor_that_needs_a_key_is_not_asked_without_one(ours: Organization, owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", INSTALLATIONS)
    own(ours, owner, provider="openai", base_url="", key="")

    with pytest.raises(ProviderNotConfigured):
        choose("openai", ours, "proposes")


def test_other_organizations_go_on_with_the_installations(server: LocalServer, ours: Organization) -> None:
    assert chosen_for(ours).is_own
    assert not chosen_for(OrganizationFactory.create()).is_own


def test_an_organization_may_have_no_model_asked(ours: Organization, owner: User) -> None:
    own(ours, owner, provider="builtin", model="", base_url="", key="")
    entry(load(ours, books_of(JANUARY)), "t2").delete()

    done = processed(ours, JANUARY.pdf())

    assert (done.reconciliation or {})["provider"]["name"] == "builtin"
    assert outcome_of(ours, owner) == "builtin"


# Permissions and secrets ----------------------------------------------------------------------


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.OWNER])
def test_only_an_owner_chooses_or_tests_a_provider(ours: Organization, client: Client, role: Role) -> None:
    member = MembershipFactory.create(organization=ours, role=role).user
    client.force_login(member)

    for address in (inside("/models/own/"), inside("/models/own/remove-key/"), inside("/models/own/test/")):
        assert client.post(address, PAGE).status_code == 403
    with pytest.raises(PermissionDenied):
        own(ours, member)
    with pytest.raises(PermissionDenied):
        outcome_of(ours, member)
    assert inside("/models/own/") not in client.get(inside("/models/")).content.decode()
    assert choice_of(ours) is None


def test_the_key_is_in_no_page_row_or_log(ours: Organization, owner: User, client: Client, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    client.force_login(owner)
    pages = [client.post(inside("/models/own/"), PAGE, follow=True), client.post(inside("/models/own/"), PAGE | {"model": ""})]
    allow_provider(organization=ours, provider="compatible", actor=owner)
    pages += [client.post(inside("/models/own/test/"), follow=True), client.get(inside("/models/")), client.get(inside("/settings/"))]

    shown = "\n".join(page.content.decode() for page in pages)
    assert key_of(ours) == CANARY
    assert CANARY not in shown + caplog.text + rows_of(ours) + repr(chosen_for(ours))
    assert CANARY.encode() not in bytes(ProviderChoice.objects.of(ours).get().sealed_key or b"")
    assert "It ends in …wxyz." in shown
    assert f"by {owner}" in shown


@pytest.mark.parametrize(
    "breaks",
    [
        "reconciliation.model_access.provider_selection.seal",
        "reconciliation.model_access.provider_selection.require",
        "people.encryption.AESGCM",
    ],
)
def test_the_report_of_an_error_does_not_show_it(
    ours: Organization, owner: User, client: Client, monkeypatch: pytest.MonkeyPatch, breaks: str
) -> None:
    reports: list[str] = []

    def report(sender: object, request: object, **_: object) -> None:
        reporter = ExceptionReporter(request, *sys.exc_info())  # type: ignore[arg-type]  # Django's own call
        reports.extend([reporter.get_traceback_html(), reporter.get_traceback_text()])

    monkeypatch.setattr(breaks, None)
    client.force_login(owner)
    client.raise_request_exception = False
    got_request_exception.connect(report)
    try:
        client.post(inside("/models/own/"), PAGE)
    finally:
        got_request_exception.disconnect(report)

    assert len(reports) == 2
    assert CANARY not in "".join(reports)


def test_no_digit_of_a_short_key_is_shown(ours: Organization, owner: User) -> None:
    own(ours, owner, key="12345678")

    assert ProviderChoice.objects.of(ours).get().key_ending == ""


def test_an_empty_field_keeps_the_key_and_a_button_removes_it(ours: Organization, owner: User, client: Client) -> None:
    client.force_login(owner)
    client.post(inside("/models/own/"), PAGE)
    client.post(inside("/models/own/"), PAGE | {"model": "another", "key": ""})
    assert key_of(ours) == CANARY

    client.post(inside("/models/own/remove-key/"))

    assert key_of(ours) == ""
    assert "No key is set." in client.get(inside("/models/")).content.decode()


@pytest.mark.parametrize("moved", [{"provider": "openai"}, {"base_url": "https://elsewhere.example/v1"}, {"provider": "", "base_url": ""}])
def test_a_key_is_sent_only_to_the_server_that_it_was_given_for(ours: Organization, owner: User, moved: dict[str, str]) -> None:
    own(ours, owner)

    own(ours, owner, key="", **moved)

    assert key_of(ours) == ""


def test_not_even_where_the_stored_address_was_changed_by_hand(ours: Organization, owner: User) -> None:
    own(ours, owner)
    ProviderChoice.objects.of(ours).update(base_url="https://elsewhere.example/v1")

    with pytest.raises(ProviderNotConfigured):
        key_of(ours)
    assert outcome_of(ours, owner) == "sealed"


def test_a_provider_needs_a_new_consent_once_its_address_changes(ours: Organization, owner: User) -> None:
    own(ours, owner)
    allow_provider(organization=ours, provider="compatible", actor=owner)

    own(ours, owner, model="another")
    assert may_be_told(ours, "compatible")
    own(ours, owner, base_url="https://elsewhere.example/v1")
    assert not may_be_told(ours, "compatible")


def test_the_operators_permission_does_not_cover_an_organizations_own_address(ours: Organization, owner: User, settings: Settings) -> None:
    settings.PROVIDER_ALLOWED = ["openai"]
    own(ours, owner, provider="openai", base_url="")
    assert may_be_told(ours, "openai")

    own(ours, owner, provider="openai", base_url="https://elsewhere.example/v1")

    assert not may_be_told(ours, "openai")


# Allowed addresses ----------------------------------------------------------------------------

PRIVATE = [
    "http://models.example/v1", "https://localhost/v1", "https://127.0.0.1", "https://10.0.0.7/v1", "https://192.168.1.1", "https://169.254.169.254",
    "https://[::1]/v1", "https://[::ffff:10.0.0.1]", "https://[fd00::5]", "https://0.0.0.0", "https://100.64.0.1", "https://redis/v1",
    "https://a@models.example", "https://models.example/v1?x=1", "ftp://models.example", "https://models.example:x", "https://", "file:///etc/passwd",
    "https://x.localhost", "http://localhost:11434/v1", "https://224.0.0.1", "https://[", "no address",
]  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_an_owner_cannot_name_an_address_of_the_private_network(ours: Organization, owner: User, client: Client, address: str) -> None:
    client.force_login(owner)

    page = client.post(inside("/models/own/"), PAGE | {"base_url": address})

    assert "Only public addresses that begin with https://" in page.content.decode()
    assert choice_of(ours) is None


@pytest.mark.parametrize(
    "address", ["https://models.example/v1", "https://models.example:8443", "https://8.8.8.8/v1", "https://api.openai.com/v1"]
)
def test_public_ones_may_be_named(ours: Organization, address: str) -> None:
    assert may_be_named(address)


def test_ollama_on_the_server_is_asked_only_where_the_settings_name_it(
    ours: Organization, owner: User, client: Client, settings: Settings
) -> None:
    client.force_login(owner)
    ollama = {"provider": "ollama", "model": "m", "base_url": "", "key": ""}
    client.post(inside("/models/own/"), ollama)
    assert choice_of(ours) is None

    settings.PROVIDER_ADDRESSES = ["http://localhost:11434/v1/"]
    client.post(inside("/models/own/"), ollama)

    assert chosen_for(ours).provider == "ollama"


@pytest.mark.parametrize("number", ["10.1.2.3", "127.0.0.1", "::1", "::ffff:192.168.0.1", "fe80::1%eth0"])
def test_a_name_that_leads_into_the_private_network_is_not_asked(
    ours: Organization, owner: User, monkeypatch: pytest.MonkeyPatch, number: str
) -> None:
    places = [(0, 0, 0, "", ("8.8.8.8", 443)), (0, 0, 0, "", (number, 443))]
    monkeypatch.setattr("reconciliation.model_access.endpoints.socket.getaddrinfo", lambda *_, **__: places)
    own(ours, owner)
    allow_provider(organization=ours, provider="compatible", actor=owner)

    assert outcome_of(ours, owner) == "private_address"
    with pytest.raises(AddressNotAllowed):
        choose("compatible", ours, "reads")


def test_an_address_removed_from_the_settings_is_not_called(ours: Organization, owner: User, settings: Settings) -> None:
    settings.PROVIDER_ADDRESSES = ["http://10.0.0.7/v1"]
    require_public("http://10.0.0.7/v1")
    settings.PROVIDER_ADDRESSES = []

    with pytest.raises(AddressNotAllowed):
        require_public("http://10.0.0.7/v1")


# The test of the connection -------------------------------------------------------------------


def test_nothing_is_sent_before_an_owner_switched_it_on(ours: Organization, owner: User) -> None:
    own(ours, owner, provider="openai", base_url="")

    with pytest.raises(NotAllowed):
        choose("openai", ours, "proposes")
    assert outcome_of(ours, owner) == "not_allowed"


HOSTILE = "<script>alert(1)</script> your model said"


@pytest.mark.parametrize(
    ("status", "error", "code", "sentence"),
    [
        (401, {"message": HOSTILE}, "authentication", "did not accept the key"),
        (404, {"message": "nothing here"}, "unknown_model", "has no model own-model"),
        (400, {"message": "Invalid model: own-model"}, "unknown_model", "has no model own-model"),
        (429, {"message": HOSTILE}, "rate_limited", "refuses requests because of a limit"),
        (503, {"message": HOSTILE}, "overloaded", "too busy to answer"),
        (400, {"message": "bad temperature"}, "invalid_request", "refused the request"),
        (302, {"message": HOSTILE}, "other", "refused the request"),
    ],
)
def test_the_result_of_a_test_is_shown_in_one_sentence_of_ours(
    ours: Organization, owner: User, client: Client, settings: Settings, status: int, error: Json, code: str, sentence: str
) -> None:
    with serving(
        Answer(status=status, body=json.dumps({"error": error})), Answer(status=status, body=json.dumps({"error": error}))
    ) as server:
        settings.PROVIDER_ADDRESSES = [server.url]
        own(ours, owner, base_url=server.url)
        assert outcome_of(ours, owner) == code
        client.force_login(owner)
        page = client.post(inside("/models/own/test/"), follow=True).content.decode()

    assert sentence in page
    assert "alert(1)" not in page


def test_an_unreachable_server_is_reported(ours: Organization, owner: User, settings: Settings) -> None:
    settings.PROVIDER_ADDRESSES = ["http://127.0.0.1:1/v1"]
    own(ours, owner, base_url="http://127.0.0.1:1/v1")

    assert outcome_of(ours, owner) == "unreachable"


def test_the_spending_limit_applies_to_a_connection_test(server: LocalServer, ours: Organization, owner: User, settings: Settings) -> None:
    settings.PROVIDER_PRICE, settings.PROVIDER_DAILY_LIMIT = "1/1/2", "0.0000001"

    assert outcome_of(ours, owner) == "cost"
    assert server.requests == []


def test_a_model_elsewhere_of_unknown_price_is_not_asked(ours: Organization, owner: User, settings: Settings) -> None:
    settings.PROVIDER_MAX_OUTPUT_TOKENS = 0
    own(ours, owner, base_url="https://8.8.8.8/v1")
    allow_provider(organization=ours, provider="compatible", actor=owner)

    assert outcome_of(ours, owner) == "unbounded"


def test_one_test_at_a_time(server: LocalServer, ours: Organization, owner: User) -> None:
    ProviderChoice.objects.of(ours).update(testing_since=timezone.now())
    assert outcome_of(ours, owner) == "running"
    assert server.requests == []

    ProviderChoice.objects.of(ours).update(testing_since=None)
    assert outcome_of(ours, owner) == "works"
    assert ProviderChoice.objects.of(ours).get().testing_since is None


def test_it_tests_the_installations_own_where_nothing_was_chosen(ours: Organization, owner: User, settings: Settings) -> None:
    with serving(*ANSWERS) as server:
        settings.PROVIDER, settings.PROVIDER_MODEL, settings.PROVIDER_BASE_URL = "compatible", "small-model", server.url
        assert outcome_of(ours, owner) == "works"

    keys_and_models = [(headers["authorization"], body["model"]) for _path, headers, body in server.requests]
    assert keys_and_models == [(f"Bearer {INSTALLATIONS}", "small-model")] * 2
