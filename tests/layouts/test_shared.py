"""The owner's page of known layouts: rename, forget, export, and import of hostile files."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from people.models import AuditEntry, Membership, Organization
from people.roles import Role
from reconciliation.decisions.known_layouts import LayoutsRefused, exported, import_offered, offered
from reconciliation.models import KnownLayout
from reconciliation.presentation.layouts import by_bank
from tests.addresses import reverse
from tests.factories import AccountFactory, MembershipFactory
from tests.layouts.papers import ORDER_FIRST, ORDER_NEXT, confirm, holds, read_paper

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(ours: Organization) -> Membership:
    AccountFactory.create(organization=ours, number="40021234")
    return MembershipFactory.create(organization=ours, role=Role.OWNER)


@pytest.fixture
def layout(ours: Organization, owner: Membership) -> KnownLayout:
    """A layout that a confirmed statement taught."""
    confirm(read_paper(ours, ORDER_FIRST))
    return KnownLayout.objects.of(ours).get()


@pytest.fixture
def browser(owner: Membership) -> Client:
    client = Client()
    client.force_login(owner.user)
    return client


def file_of(ours: Organization, owner: Membership) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(exported(organization=ours, actor=owner.user))
    return content


def test_an_export_holds_no_figure_and_no_name(ours: Organization, owner: Membership, layout: KnownLayout) -> None:
    text = exported(organization=ours, actor=owner.user)

    printed = [*ORDER_FIRST.bank.split(), ORDER_FIRST.producer, "Rent", "Salary", "40021234", "40.00", "60.00", "100.00", "2026"]
    assert not [word for word in [*printed, owner.user.get_username(), ours.name] if word in text]
    assert [set(each) for each in json.loads(text)["layouts"]] == [{"bank", "traits", "day_first"}]
    assert json.loads(text)["layouts"][0]["day_first"] is True


def test_an_imported_layout_proves_nothing_by_itself(ours: Organization, owner: Membership, layout: KnownLayout) -> None:
    content = exported(organization=ours, actor=owner.user).encode()
    receiver = MembershipFactory.create(role=Role.OWNER)
    AccountFactory.create(organization=receiver.organization, number="40021234")

    assert import_offered(organization=receiver.organization, layouts=offered(content), actor=receiver.user) == 1

    assert holds(read_paper(receiver.organization, ORDER_NEXT)) is None


def changed(file: dict[str, Any], **traits: object) -> dict[str, Any]:
    layouts = [{**layout, "traits": {**layout["traits"], **traits}} for layout in file["layouts"]]
    return {**file, "layouts": layouts}


@pytest.mark.parametrize(
    "traits",
    [
        {"heading": "Mary Smith"},
        {"heading": "date"},
        {"sender": "Riverside"},
        {"producer": 1},
        {"fonts": []},
        {"size": [1]},
        {"places": []},
        {"places": [True]},
        {"places": [10**9]},
        {"edges": [1.5]},
        {"edges": list(range(99))},
        {"more": 1},
    ],
)
def test_a_file_with_other_traits_is_refused(ours: Organization, owner: Membership, layout: KnownLayout, traits: dict[str, object]) -> None:
    with pytest.raises(LayoutsRefused):
        offered(json.dumps(changed(file_of(ours, owner), **traits)).encode())


@pytest.mark.parametrize(
    "values", [{"bank": "a\nb"}, {"bank": "b" * 101}, {"bank": 1}, {"day_first": 1}, {"day_first": "yes"}, {"more": 1}]
)
def test_a_file_with_other_values_is_refused(ours: Organization, owner: Membership, layout: KnownLayout, values: dict[str, object]) -> None:
    file = file_of(ours, owner)
    file["layouts"][0] |= values

    with pytest.raises(LayoutsRefused):
        offered(json.dumps(file).encode())


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b"{}", b"\xff", b"[" * 100_000, b" " * 400_000, b'{"format": "tieout-layouts", "version": 2, "layouts": []}'],
)
def test_a_file_of_another_format_is_refused(content: bytes) -> None:
    with pytest.raises(LayoutsRefused):
        offered(content)


def test_the_page_shows_a_file_before_it_is_imported(ours: Organization, owner: Membership, layout: KnownLayout, browser: Client) -> None:
    file = file_of(ours, owner)
    file["layouts"][0]["bank"] = "<b>Bank"
    file = changed(file, size=[500, 700])
    upload = SimpleUploadedFile("layouts.json", json.dumps(file).encode())

    shown = browser.post(reverse("import_layouts"), {"file": upload}).content.decode()

    assert "&lt;b&gt;Bank" in shown
    assert KnownLayout.objects.of(ours).count() == 1
    browser.post(reverse("import_layouts"), {"content": json.dumps(file)})
    assert KnownLayout.objects.of(ours).count() == 2


def test_layouts_of_a_bank_are_one_group_and_say_in_what_they_differ() -> None:
    first = KnownLayout(bank="Riverside", traits={"heading": "date amount", "fonts": "1", "size": [595, 842]})
    second = KnownLayout(bank="RIVERSIDE", traits={"heading": "date amount", "fonts": "2", "size": [612, 792]})
    other = KnownLayout(bank="Hillside", traits=first.traits)

    groups = [(group.bank, group.layouts) for group in by_bank([first, other, second])]

    assert groups == [("Riverside", [(first, ""), (second, "page size, fonts")]), ("Hillside", [(other, "")])]


def test_a_bank_is_renamed_and_a_layout_forgotten_on_the_page(ours: Organization, layout: KnownLayout, browser: Client) -> None:
    assert "Riverside Savings Bank" in browser.get(reverse("layouts")).content.decode()

    browser.post(reverse("rename_layout", [layout.pk]), {"bank": "Riverside"})
    assert '"bank": "Riverside"' in browser.get(reverse("export_layouts")).content.decode()

    browser.post(reverse("forget_layout", [layout.pk]))
    assert "No layout is known yet." in browser.get(reverse("layouts")).content.decode()
    acts = set(AuditEntry.objects.of(ours).values_list("act", flat=True))
    assert {"renamed_layout", "exported_layouts", "forgot_layout"} <= acts
