"""Nothing is sent to a remote provider before an owner's consent, and account numbers are always masked."""

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import get_args
from unittest import mock

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django.fixtures import Settings

from assistant.dialects import DIALECTS
from assistant.registry import ProviderNotConfigured
from people.models import Organization
from people.roles import Role
from reconciliation.model_access.consent import NotAllowed, allow_provider, forbid_provider, is_masked_for, may_be_told
from reconciliation.model_access.endpoints import is_local
from reconciliation.model_access.providers import choose
from reconciliation.model_access.spending import Purpose
from reconciliation.models import ProviderConsent
from reconciliation.presentation.labels.model_proposals import silence
from tests.addresses import inside
from tests.factories import MembershipFactory, OrganizationFactory
from tests.pipeline.local_model import Json, serving_a_model
from tests.pipeline.papers import JANUARY, books_of, entry, load
from tests.pipeline.uploads import processed

pytestmark = pytest.mark.django_db
ELSEWHERE = "https://models.example/v1"
NEAR = [
    "http://localhost:11434/v1", "http://127.0.0.1", "http://127.8.8.8:1/v1", "http://[::1]:8000", "http://10.0.0.7", "http://172.16.0.1",
    "http://172.31.255.255", "http://192.168.1.20:8080/v1", "http://169.254.1.1", "http://[fe80::1]", "http://[fd00::5]",
]  # fmt: skip
FAR = [
    "", "https://api.openai.com/v1", "http://localhost.example", "http://localhost@models.example", "http://8.8.8.8", "http://172.32.0.1",
    "http://192.169.0.1", "http://11.0.0.1", "http://100.64.0.1", "http://[2001:db8::1]", "http://[::ffff:8.8.8.8]", "http://0.0.0.0",
    "http://2130706433", "http://ollama:11434", "http://127.0.0.1.nip.example", "localhost", "not an address",
]  # fmt: skip


@pytest.mark.parametrize("address", NEAR)
def test_this_machine_and_its_private_network_are_local(address: str) -> None:
    assert is_local(address)


@pytest.mark.parametrize("address", FAR)
def test_nothing_else_is(address: str) -> None:
    assert not is_local(address)


@pytest.fixture
def ours(settings: Settings) -> Organization:
    """An organization whose installation is set up for a provider elsewhere."""
    settings.PROVIDER, settings.PROVIDER_MODEL, settings.PROVIDER_BASE_URL = "compatible", "small-model", ELSEWHERE
    return OrganizationFactory.create()


@pytest.fixture
def owner(ours: Organization) -> User:
    return MembershipFactory.create(organization=ours, role=Role.OWNER).user


def test_a_remote_provider_receives_nothing_and_the_message_says_what_to_do(ours: Organization) -> None:
    entry(load(ours, books_of(JANUARY)), "t2").delete()

    done = processed(ours, JANUARY.pdf())

    said = silence(done.reconciliation)
    assert (done.verdict, (done.reconciliation or {})["provider"]["failure"]) == ("mismatched", {"code": "not_allowed"})
    assert said is not None
    assert "An owner can enable it" in said.advice


def test_an_owner_switches_it_on_and_off_and_both_stay_on_record(ours: Organization, owner: User) -> None:
    allow_provider(organization=ours, provider="compatible", actor=owner)
    allow_provider(organization=ours, provider="compatible", actor=owner)
    assert may_be_told(ours, "compatible")

    forbid_provider(organization=ours, provider="compatible", actor=owner)

    record = ProviderConsent.objects.of(ours).get()
    assert not may_be_told(ours, "compatible")
    assert (record.allowed_by, record.withdrawn_by) == (owner, owner)
    assert record.withdrawn_at is not None
    assert record.allowed_at < record.withdrawn_at


def test_it_is_switched_on_again_by_another_record(ours: Organization, owner: User) -> None:
    for _ in range(2):
        allow_provider(organization=ours, provider="compatible", actor=owner)
        forbid_provider(organization=ours, provider="compatible", actor=owner)
    allow_provider(organization=ours, provider="compatible", actor=owner)

    assert (may_be_told(ours, "compatible"), ProviderConsent.objects.of(ours).count()) == (True, 3)


def test_requests_are_masked_until_an_owner_allows_otherwise_and_both_stay_on_record(ours: Organization, owner: User) -> None:
    allow_provider(organization=ours, provider="compatible", actor=owner)
    assert is_masked_for(ours, "compatible")

    allow_provider(organization=ours, provider="compatible", actor=owner, is_masked=False)
    assert not is_masked_for(ours, "compatible")
    assert (is_masked_for(ours, "openai"), is_masked_for(OrganizationFactory.create(), "compatible")) == (True, True)

    forbid_provider(organization=ours, provider="compatible", actor=owner)
    assert is_masked_for(ours, "compatible")
    assert list(ProviderConsent.objects.of(ours).order_by("pk").values_list("is_masked", flat=True)) == [True, False]


def test_it_speaks_for_one_provider_and_one_organization(ours: Organization, owner: User) -> None:
    allow_provider(organization=ours, provider="compatible", actor=owner)

    assert not may_be_told(ours, "openai")
    assert not may_be_told(OrganizationFactory.create(), "compatible")


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.OWNER])
def test_only_an_owner_may_consent(ours: Organization, role: Role) -> None:
    member = MembershipFactory.create(organization=ours, role=role).user

    for switch in (allow_provider, forbid_provider):
        with pytest.raises(PermissionDenied):
            switch(organization=ours, provider="compatible", actor=member)


def test_the_owner_of_another_organization_may_not(ours: Organization) -> None:
    with pytest.raises(PermissionDenied):
        allow_provider(
            organization=ours,
            provider="compatible",
            actor=MembershipFactory.create(role=Role.OWNER).user,
        )


def test_the_operator_may_switch_one_on_for_all(ours: Organization, settings: Settings) -> None:
    settings.PROVIDER_ALLOWED = ["compatible"]

    assert may_be_told(ours, "compatible")
    assert not may_be_told(ours, "openai")


def test_both_purposes_are_checked_where_the_provider_is_chosen(ours: Organization) -> None:
    for purpose in ("proposes", "reads"):
        with pytest.raises(NotAllowed):
            choose("compatible", ours, purpose)
    assert [each.name for each in choose("builtin", ours, "proposes")] == ["builtin"]


def test_another_model_may_read_than_proposes(ours: Organization, settings: Settings) -> None:
    settings.PROVIDER_BASE_URL = "http://127.0.0.1:1/v1"
    settings.PROVIDER_READS_MODEL, settings.PROVIDER_CHAT_MODEL = "large-model", "quick-model"

    models = [choose("compatible", ours, purpose)[0].model for purpose in get_args(Purpose)]

    assert models == ["small-model", "large-model", "quick-model"]


def test_fallbacks_that_are_switched_on_are_asked_in_turn(ours: Organization, owner: User, settings: Settings) -> None:
    settings.PROVIDER_BASE_URL = "http://127.0.0.1:1/v1"
    settings.PROVIDER_FALLBACKS = ["mistral:m", "ollama:llama3:8b", "openrouter:a/b"]
    settings.PROVIDER_PRICE = "1/1/2"
    for provider in ("mistral", "openrouter"):
        allow_provider(organization=ours, provider=provider, actor=owner)
    forbid_provider(organization=ours, provider="mistral", actor=owner)

    with mock.patch.dict(os.environ, {"OPENROUTER_API_KEY": "a-key"}):
        chosen = choose("compatible", ours, "proposes")

    assert [(each.name, each.model) for each in chosen] == [("compatible", "small-model"), ("ollama", "llama3:8b"), ("openrouter", "a/b")]


def test_a_model_without_a_price_needs_a_ceiling_and_says_so(ours: Organization, owner: User, settings: Settings) -> None:
    allow_provider(organization=ours, provider="compatible", actor=owner)

    with pytest.raises(ProviderNotConfigured, match=r"the price of small-model is not known: set PROVIDER_PRICE .* or PROVIDER_MAX_INPUT"):
        choose("compatible", ours, "proposes")

    settings.PROVIDER_MAX_OUTPUT_TOKENS = 1000
    assert choose("compatible", ours, "proposes")
    settings.PROVIDER_MAX_OUTPUT_TOKENS, settings.PROVIDER_PRICE = 0, "1/1/2"
    assert choose("compatible", ours, "proposes")


def test_a_fallback_without_a_price_or_a_ceiling_is_passed_over(ours: Organization, owner: User, settings: Settings) -> None:
    settings.PROVIDER_BASE_URL, settings.PROVIDER_FALLBACKS = "http://127.0.0.1:1/v1", ["mistral:m"]
    allow_provider(organization=ours, provider="mistral", actor=owner)

    assert [each.name for each in choose("compatible", ours, "proposes")] == ["compatible"]


def test_the_page_lists_current_and_former_models(ours: Organization, owner: User, client: Client, settings: Settings) -> None:
    settings.PROVIDER_FALLBACKS = ["groq:openai/gpt-oss-120b"]
    allow_provider(organization=ours, provider="mistral", actor=owner)
    client.force_login(owner)

    page = client.get(inside("/models/")).content.decode()

    assert "Used first. Model: small-model." in page
    assert "before it is overloaded. Model: openai/gpt-oss-120b." in page
    places = [page.index(f'id="provider-{name}"') for name in ("compatible", "groq", "mistral")]
    assert places == sorted(places)
    assert page.index("no longer in the settings") > places[-1]


def test_a_provider_named_for_one_import_has_no_fallback(ours: Organization, settings: Settings) -> None:
    settings.PROVIDER, settings.PROVIDER_BASE_URL, settings.PROVIDER_FALLBACKS = "openai", "http://127.0.0.1:1/v1", ["ollama:m"]

    assert [each.name for each in choose("compatible", ours, "proposes")] == ["compatible"]


def test_the_next_provider_proposes_where_the_first_stays_overloaded(
    ours: Organization, asked: list[Json], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(DIALECTS, "ollama", replace(DIALECTS["ollama"], base_url=settings.PROVIDER_BASE_URL))
    settings.PROVIDER_BASE_URL, settings.PROVIDER_FALLBACKS = "http://127.0.0.1:1/v1", ["ollama:llama3"]
    entry(load(ours, books_of(JANUARY)), "t2").delete()

    done = processed(ours, JANUARY.pdf())

    assert {request["model"] for request in asked} == {"llama3"}
    assert (done.reconciliation or {})["provider"]["failure"] is None


def test_a_provider_that_is_not_set_up_is_that_first(ours: Organization, settings: Settings) -> None:
    settings.PROVIDER_MODEL = ""

    with pytest.raises(ProviderNotConfigured):
        choose("compatible", ours, "proposes")


def test_the_command_says_how_to_allow_it(ours: Organization, tmp_path: Path) -> None:
    file = tmp_path / "january.pdf"
    file.write_bytes(JANUARY.pdf())

    with pytest.raises(CommandError, match="An owner can switch it on under Models; PROVIDER_ALLOWED"):
        call_command("reconcile", str(file), organization=ours.slug, provider="compatible")


def test_an_owner_reads_which_data_is_sent_and_switches_it_on_and_off(ours: Organization, owner: User, client: Client) -> None:
    client.force_login(owner)
    page = client.get(inside("/models/")).content.decode()
    assert "printed lines of its pages" in page
    assert "last four digits" in page
    assert "Off: nothing is sent to it." in page

    client.post(inside("/models/compatible/"), {"allow": "yes"})
    assert may_be_told(ours, "compatible")
    assert f"switched on by {owner}" in client.get(inside("/models/")).content.decode()

    client.post(inside("/models/compatible/"), {"allow": "yes", "as_they_are": "yes"})
    assert "addresses and telephone numbers unmasked" in client.get(inside("/models/")).content.decode()

    client.post(inside("/models/compatible/"), {"allow": "yes"})
    assert "addresses and telephone numbers unmasked" not in client.get(inside("/models/")).content.decode()

    client.post(inside("/models/compatible/"))
    assert not may_be_told(ours, "compatible")


def test_another_member_reads_it_and_has_no_switch(ours: Organization, client: Client) -> None:
    client.force_login(MembershipFactory.create(organization=ours, role=Role.ADMIN).user)

    assert inside("/models/compatible/") not in client.get(inside("/models/")).content.decode()
    assert client.post(inside("/models/compatible/"), {"allow": "yes"}).status_code == 403
    assert not may_be_told(ours, "compatible")


def test_a_provider_that_does_not_exist_is_not_found(ours: Organization, owner: User, client: Client) -> None:
    client.force_login(owner)

    assert client.post(inside("/models/oracle/"), {"allow": "yes"}).status_code == 404


@pytest.fixture
def asked(ours: Organization, settings: Settings) -> Iterator[list[Json]]:
    with serving_a_model() as (url, asked):
        settings.PROVIDER_BASE_URL = url
        yield asked


def test_no_request_has_the_number_of_an_account_whole(ours: Organization, asked: list[Json]) -> None:
    numbers = ["4929123412347890", "DE89370400440532013000", "12345678901234"]
    books = books_of(JANUARY) | {"number": numbers[0]}
    account = load(ours, books)
    entry(account, "t1").delete()
    account.transactions.filter(external_id="t2").update(description=f"Transfer to {numbers[1]}", reference=numbers[2])

    processed(ours, JANUARY.pdf())

    sent = json.dumps(asked)
    assert len(asked) == 3
    assert [number for number in numbers if number in sent] == []
    assert [number[-4:] for number in numbers if f"…{number[-4:]}" not in json.dumps(asked, ensure_ascii=False)] == []
