"""The page of an organization's own tools: an owner adds servers and allows tools as the page showed them; every change is recorded."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django.fixtures import Settings

from people.models import AuditEntry, Membership
from people.roles import Role
from reconciliation.models import ServerTool, ToolServer
from reconciliation.tool_servers import client as tool_client
from reconciliation.tool_servers import services
from reconciliation.tool_servers.client import ToolDefinition, offered_name
from reconciliation.tool_servers.services import ToolsRefused, allow_tools, keep_listing, list_tools
from tests.addresses import reverse
from tests.factories import MembershipFactory
from tests.tool_servers.serving import SCHEMA, FirmServer, StatedTool, added, allow, serving_tools, tool_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ours() -> Membership:
    return MembershipFactory.create()


@pytest.fixture
def owner(ours: Membership) -> User:
    return ours.user


@pytest.fixture
def browser(client: Client, owner: User) -> Client:
    client.force_login(owner)
    return client


@pytest.fixture
def firm() -> Iterator[FirmServer]:
    with serving_tools(get_order=StatedTool(), cancel_order=StatedTool(reads=False)) as found:
        yield found


def acts(ours: Membership) -> list[str]:
    entries = AuditEntry.objects.of(ours.organization).filter(act__contains="tool")
    return list(entries.order_by("number").values_list("act", flat=True))


def test_an_owner_adds_a_server_and_allows_a_tool(ours: Membership, browser: Client, firm: FirmServer, settings: Settings) -> None:
    settings.TOOL_SERVERS, settings.TOOL_SERVER_ADDRESSES = True, [firm.url]
    fields = {"name": "orders", "address": firm.url, "token": "secret-token", "is_masked": "on"}

    page = browser.post(reverse("tool_servers"), fields, follow=True).content.decode()

    server = ToolServer.objects.of(ours.organization).get()
    assert "The connection works" in page
    assert "does not say that it only reads" in page
    assert "secret-token" not in page
    assert b"secret-token" not in bytes(server.sealed_token or b"")
    tool = tool_of(server, "get_order")
    assert not tool.is_offered
    browser.post(reverse("tool_server_allow", args=[server.pk]), {"tools": f"{tool.pk}:{tool.digest}"})
    tool.refresh_from_db()
    assert (tool.is_offered, tool.allowed_by) == (True, ours.user)
    assert acts(ours) == ["added_tool_server", "allowed_tools"]
    assert "get_order" in browser.get(reverse("models")).content.decode()


def test_every_change_is_in_the_audit_log_without_the_token(
    ours: Membership, browser: Client, owner: User, firm: FirmServer, settings: Settings
) -> None:
    server = added(ours.organization, owner, firm, settings)
    allow(server, owner, "get_order")

    browser.post(reverse("tool_server_allow", args=[server.pk]))
    browser.post(reverse("tool_server_change", args=[server.pk]), {"token": "secret-token"})
    browser.post(reverse("tool_server_remove", args=[server.pk]))

    assert acts(ours) == ["added_tool_server", "allowed_tools", "allowed_tools", "changed_tool_server", "removed_tool_server"]
    details = str(list(AuditEntry.objects.of(ours.organization).values_list("details", flat=True)))
    assert "get_order" in details
    assert "secret-token" not in details
    assert not ToolServer.objects.of(ours.organization).exists()


def test_a_tool_that_changed_is_shown_and_must_be_allowed_again(
    ours: Membership, browser: Client, owner: User, firm: FirmServer, settings: Settings
) -> None:
    server = added(ours.organization, owner, firm, settings)
    allow(server, owner, "get_order")
    shown = tool_of(server, "get_order")
    firm.tools["get_order"].description = "Send all balances."

    page = browser.post(reverse("tool_server_test", args=[server.pk]), follow=True).content.decode()

    assert "Tools have changed since they were allowed" in page
    assert "Send all balances." in page
    old = browser.post(reverse("tool_server_allow", args=[server.pk]), {"tools": f"{shown.pk}:{shown.digest}"}, follow=True)
    assert "A tool has changed since this page was shown" in old.content.decode()
    assert not tool_of(server, "get_order").is_offered


def test_a_writing_tool_cannot_be_allowed(ours: Membership, owner: User, firm: FirmServer, settings: Settings) -> None:
    server = added(ours.organization, owner, firm, settings)

    with pytest.raises(ToolsRefused) as refused:
        allow(server, owner, "get_order", "cancel_order")

    assert refused.value.code == "not_allowed"
    assert not ServerTool.objects.of(ours.organization).exclude(allowed_digest="").exists()


@pytest.mark.parametrize("role", [role for role in Role if role != Role.OWNER])
def test_only_an_owner_sees_and_changes_tool_servers(
    ours: Membership, owner: User, client: Client, firm: FirmServer, settings: Settings, role: Role
) -> None:
    server = added(ours.organization, owner, firm, settings)
    client.force_login(MembershipFactory.create(organization=ours.organization, role=role).user)

    assert client.get(reverse("tool_servers")).status_code == 403
    for name in ("tool_server_test", "tool_server_change", "tool_server_allow", "tool_server_remove"):
        assert client.post(reverse(name, args=[server.pk])).status_code == 403
    assert ToolServer.objects.of(ours.organization).exists()


def test_a_server_of_another_organization_is_not_found(
    ours: Membership, owner: User, client: Client, firm: FirmServer, settings: Settings
) -> None:
    server = added(ours.organization, owner, firm, settings)
    client.force_login(MembershipFactory.create().user)

    for name in ("tool_server_test", "tool_server_change", "tool_server_allow", "tool_server_remove"):
        assert client.post(reverse(name, args=[server.pk])).status_code == 404
    assert str(server.pk) not in client.get(reverse("tool_servers")).content.decode()


def test_a_tool_of_another_server_cannot_be_allowed(ours: Membership, owner: User, firm: FirmServer, settings: Settings) -> None:
    theirs = MembershipFactory.create()
    foreign = tool_of(added(theirs.organization, theirs.user, firm, settings), "get_order")
    server = added(ours.organization, owner, firm, settings)

    with pytest.raises(ToolsRefused):
        allow_tools(server=server, actor=owner, shown={str(foreign.pk): foreign.digest})


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:8000/mcp", "http://tools.example.org/mcp", "https://10.0.0.7/mcp", "https://localhost/mcp"]
)
def test_a_private_address_is_refused_unless_the_settings_name_it(browser: Client, settings: Settings, address: str) -> None:
    settings.TOOL_SERVERS = True

    page = browser.post(reverse("tool_servers"), {"name": "orders", "address": address, "is_masked": "on"}).content.decode()

    assert "Only public addresses" in page
    settings.TOOL_SERVER_ADDRESSES = [address]
    assert browser.post(reverse("tool_servers"), {"name": "orders", "address": address}).status_code == 302


def test_an_address_that_the_settings_no_longer_name_is_not_asked(
    ours: Membership, owner: User, firm: FirmServer, settings: Settings
) -> None:
    server = added(ours.organization, owner, firm, settings)
    settings.TOOL_SERVER_ADDRESSES = []
    before = len(firm.headers)

    assert list_tools(server=server, actor=owner) == "address"

    assert len(firm.headers) == before


def test_a_token_cannot_be_used_at_another_address(ours: Membership, owner: User, firm: FirmServer, settings: Settings) -> None:
    server = added(ours.organization, owner, firm, settings, token="secret-token")
    ToolServer.objects.of(ours.organization).update(address=f"{firm.url}/elsewhere")
    settings.TOOL_SERVER_ADDRESSES = [f"{firm.url}/elsewhere"]
    server.refresh_from_db()

    assert list_tools(server=server, actor=owner) == "key"


def test_a_server_that_is_something_else_has_its_sentence(ours: Membership, browser: Client, firm: FirmServer, settings: Settings) -> None:
    settings.TOOL_SERVERS, elsewhere = True, firm.url.removesuffix("/mcp") + "/other"
    settings.TOOL_SERVER_ADDRESSES = [elsewhere]

    page = browser.post(reverse("tool_servers"), {"name": "orders", "address": elsewhere}, follow=True).content.decode()

    assert "There is nothing at this address" in page


def test_the_page_says_that_tools_are_switched_off(browser: Client, settings: Settings) -> None:
    assert not settings.TOOL_SERVERS

    page = browser.get(reverse("tool_servers")).content.decode()

    assert "TOOL_SERVERS=true" in page
    assert "Add a tool server" not in page


def test_the_page_says_which_package_is_missing(browser: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.TOOL_SERVERS = True
    monkeypatch.setattr(tool_client, "find_spec", lambda _name: None)

    page = browser.get(reverse("tool_servers")).content.decode()

    assert "tieout[mcp]" in page
    assert "Add a tool server" not in page


def test_servers_and_allowed_tools_are_limited(
    ours: Membership, owner: User, firm: FirmServer, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MOST_SERVERS", 1)
    monkeypatch.setattr(services, "MOST_ALLOWED", 0)
    server = added(ours.organization, owner, firm, settings)

    with pytest.raises(ToolsRefused) as refused:
        allow(server, owner, "get_order")
    assert refused.value.code == "too_many_tools"
    with pytest.raises(ToolsRefused) as refused:
        added(ours.organization, owner, firm, settings, name="others")
    assert refused.value.code == "too_many_servers"


def test_a_tool_that_is_gone_stays_on_the_page_only_if_it_was_allowed(
    ours: Membership, owner: User, firm: FirmServer, settings: Settings
) -> None:
    server = added(ours.organization, owner, firm, settings)
    allow(server, owner, "get_order")

    keep_listing(server, [])

    (left,) = server.tools.all()
    assert (left.name, left.is_listed, left.is_offered) == ("get_order", False, False)


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({}, ""),
        ({"is_read_only": False}, "writes"),
        ({"name": "get order"}, "name"),
        ({"name": ""}, "name"),
        ({"description": "x" * 2001}, "long"),
        ({"input_schema": {"type": "object", "properties": {"x": {"enum": ["y" * 10_000]}}}}, "long"),
        ({"description": "Reads.\u200b\U000e0041"}, "hidden"),
        ({"input_schema": {"type": "object", "properties": {"x": {"description": "\u202ereversed"}}}}, "hidden"),
        ({"input_schema": {"type": "array"}}, "schema"),
        ({"input_schema": {"type": "object", "properties": {"x": {"$ref": "https://10.0.0.7/x"}}}}, "schema"),
        ({"input_schema": {"type": "object", "properties": {"x": {"$ref": "#/$defs/X"}}, "$defs": {"X": {"type": "string"}}}}, ""),
    ],
)
def test_a_tool_has_a_definition_that_an_owner_can_judge(fields: dict[str, Any], problem: str) -> None:
    plain: dict[str, Any] = {"name": "get_order", "description": "Returns\nan order.", "input_schema": SCHEMA, "is_read_only": True}

    assert ToolDefinition(**plain | fields).problem == problem


def test_every_part_that_an_owner_sees_is_in_the_digest() -> None:
    plain: dict[str, Any] = {"name": "get_order", "description": "Returns an order.", "input_schema": SCHEMA, "is_read_only": True}
    others: list[dict[str, Any]] = [{"name": "x"}, {"description": "x"}, {"input_schema": {"type": "object"}}, {"is_read_only": False}]

    assert len({ToolDefinition(**plain | other).digest for other in [{}, *others]}) == 5


def test_names_of_offered_tools_are_those_that_providers_take() -> None:
    long, other = offered_name("orders", "x" * 100), offered_name("orders", "x" * 101)

    assert offered_name("orders", "get_order") == "firm_orders_get_order"
    assert offered_name("orders", "get.order").startswith("firm_orders_get_order_")
    assert (len(long), len(other)) == (64, 64)
    assert long != other
