"""A closed client can be read and exported, and is left out everywhere else. Nothing in it changes until an owner opens it again."""

import pytest
from django.utils import timezone

from api.tokens import make_token, recognized
from connectors.models import Connection
from people.access import NotYours
from people.audit import Act
from people.members import close_organization, reopen_organization
from people.models import AuditEntry, Membership, Organization
from people.roles import ACTIONS, ALLOWED, Role
from tests.addresses import reverse
from tests.connectors.adding import PAPERLESS
from tests.factories import MembershipFactory, StatementImportFactory
from tests.world import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Membership:
    return MembershipFactory.create(organization__name="Alder")


@pytest.fixture
def closed(owner: Membership) -> Organization:
    close_organization(organization=owner.organization, by=owner.user)
    owner.organization.refresh_from_db()
    return owner.organization


def acts(organization: Organization) -> list[str]:
    return list(AuditEntry.objects.of(organization).order_by("number").values_list("act", flat=True))


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("action", ACTIONS)
def test_a_role_of_a_closed_organization_may_only_read_and_manage_members(closed: Organization, role: Role, action: str) -> None:
    member = MembershipFactory.create(organization=closed, role=role)

    allowed = member.may(action)  # type: ignore[arg-type]

    assert allowed == (action in ALLOWED[role] and action in {"read", "read_books", "export", "read_audit", "manage_members", "close"})


@pytest.mark.parametrize("role", Role)
def test_only_an_owner_closes_and_reopens(owner: Membership, role: Role) -> None:
    member = MembershipFactory.create(organization=owner.organization, role=role)
    if role == Role.OWNER:
        close_organization(organization=owner.organization, by=member.user)
        reopen_organization(organization=owner.organization, by=member.user)
        assert acts(owner.organization) == [Act.CLOSED_ORGANIZATION, Act.REOPENED_ORGANIZATION]
    else:
        for change in (close_organization, reopen_organization):
            with pytest.raises(NotYours):
                change(organization=owner.organization, by=member.user)
        assert browser_of(member).post(reverse("organization_close")).status_code == 403


def test_closing_twice_is_recorded_once(closed: Organization, owner: Membership) -> None:
    since = closed.closed_at

    close_organization(organization=closed, by=owner.user)

    closed.refresh_from_db()
    assert (closed.closed_at, acts(closed)) == (since, [Act.CLOSED_ORGANIZATION])


def test_it_leaves_the_menu_the_counts_and_the_lists(owner: Membership) -> None:
    MembershipFactory.create(user=owner.user, organization__name="Birch")
    MembershipFactory.create(user=owner.user, organization__name="Cedar")
    browser = browser_of(owner)
    pages = [reverse("clients"), reverse("find_client"), reverse("practice_staff"), reverse("practice_letters")]
    assert all("Alder" in browser.get(page).content.decode() for page in pages)

    close_organization(organization=owner.organization, by=owner.user)

    assert all("Alder" not in browser.get(page).content.decode() for page in pages)
    page = browser.get(reverse("practice_clients")).content.decode()
    assert "Alder" in page[page.index("Closed clients") :]
    assert "Alder" not in page[: page.index("Closed clients")]


def test_its_pages_say_so_and_only_an_owner_finds_the_button(closed: Organization, owner: Membership) -> None:
    viewer = MembershipFactory.create(organization=closed, role=Role.VIEWER)
    address = reverse("imports", organization=closed)

    shown, to_viewer = (browser_of(each).get(address).content.decode() for each in (owner, viewer))
    assert "Alder was closed on" in shown
    assert "Alder was closed on" in to_viewer
    assert reverse("organization_close", organization=closed) in shown
    assert reverse("organization_close", organization=closed) not in to_viewer

    browser_of(owner).post(reverse("organization_close", organization=closed), {"reopen": ""})
    assert "Alder was closed on" not in browser_of(owner).get(address).content.decode()


def test_a_person_with_nothing_else_still_arrives_there(closed: Organization, owner: Membership) -> None:
    assert browser_of(owner).get(reverse("start"))["Location"] == reverse("imports", organization=closed)


def test_its_connections_are_not_due(owner: Membership) -> None:
    connection = {"kind": "paperless", "name": PAPERLESS["name"], "settings": {}, "sealed": b"", "due_at": timezone.now()}
    Connection.objects.create(organization=owner.organization, **connection)
    due = Connection.objects.of(owner.organization)
    assert due.due(timezone.now()).exists()

    close_organization(organization=owner.organization, by=owner.user)

    assert not due.due(timezone.now()).exists()


def test_its_tokens_only_read(owner: Membership) -> None:
    secret = make_token(membership=owner, by=owner.user, name="t", scopes=["read", "upload"], days=1)[1]
    close_organization(organization=owner.organization, by=owner.user)

    token = recognized(secret)

    assert token
    assert token.membership.may("read")
    assert not token.membership.may("upload")


def test_an_address_from_before_organizations_were_in_it_leads_to_closed_books_too(owner: Membership, closed: Organization) -> None:
    statement_import, stranger = StatementImportFactory.create(organization=closed), MembershipFactory.create()

    moved = [browser_of(each).get(f"/statements/{statement_import.pk}/") for each in (owner, stranger)]

    assert [answer.status_code for answer in moved] == [302, 404]
    assert moved[0]["Location"] == reverse("import_detail", args=[statement_import.pk], organization=closed)
