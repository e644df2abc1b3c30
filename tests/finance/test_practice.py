"""Acts on several clients at once need the rights in each client, and are done completely or not at all."""

import re

import pytest
from django.conf import settings as installation
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings

from finance.models import Account
from people.access import NotYours
from people.audit import Act
from people.formats import Colour
from people.members import LastOwner, NotInvited, accept, invitation_of, token_of
from people.models import AuditEntry, Invitation, Membership, Organization
from people.practice import COPIED, ChangedMeanwhile, Practice, create_clients, invite_to, set_roles, withdraw_letter
from people.roles import ALLOWED, Role
from tests.addresses import reverse
from tests.factories import AccountFactory, MembershipFactory, OrganizationFactory, UserFactory
from tests.world import browser_of

pytestmark = pytest.mark.django_db
MANAGES = [role for role in Role if "manage_members" in ALLOWED[role]]


def practice_of(membership: Membership) -> Practice:
    memberships = Membership.objects.across_organizations("a test").filter(user=membership.user).select_related("organization")
    return Practice.of(memberships, membership.user)


def role_in(client: Organization, membership: Membership) -> str:
    row = Membership.objects.of(client).filter(user=membership.user).first()
    return row.role if row else ""


def acts(client: Organization) -> list[str]:
    return list(AuditEntry.objects.of(client).order_by("number").values_list("act", flat=True))


@pytest.fixture
def owner() -> Membership:
    """The owner of a first client."""
    return MembershipFactory.create(organization__name="Alder")


@pytest.fixture
def second(owner: Membership) -> Membership:
    """The same person as owner of a second client."""
    return MembershipFactory.create(organization__name="Birch", user=owner.user)


class TestPractice:
    @pytest.mark.parametrize("role", Role)
    def test_it_consists_of_the_clients_whose_members_the_person_manages(self, role: Role) -> None:
        membership = MembershipFactory.create(role=role)

        assert practice_of(membership).clients == ([membership.organization] if role in MANAGES else [])

    def test_sample_books_and_closed_clients_are_no_part(self, owner: Membership, second: Membership) -> None:
        Organization.objects.filter(pk=owner.organization_id).update(is_sample=True)
        Organization.objects.filter(pk=second.organization_id).update(closed_at=second.created_at)

        assert practice_of(owner).clients == []

    @pytest.mark.parametrize("name", ["practice_staff", "practice_clients", "practice_letters"])
    @pytest.mark.parametrize("role", Role)
    def test_its_pages_are_for_those_who_manage_members(self, role: Role, name: str) -> None:
        browser = browser_of(MembershipFactory.create(role=role))

        assert browser.get(reverse(name)).status_code == (200 if role in MANAGES else 403)


class TestCreating:
    def test_each_name_becomes_a_client_of_its_owner(self, owner: Membership) -> None:
        made = create_clients(practice=practice_of(owner), names=["Cedar", "Dogwood"], like=None, accounts=False, staff=False)

        assert [(client.name, role_in(client, owner), acts(client)) for client in made] == [
            ("Cedar", Role.OWNER, [Act.FOUNDED]),
            ("Dogwood", Role.OWNER, [Act.FOUNDED]),
        ]

    @pytest.mark.parametrize("role", sorted(set(Role) - {Role.OWNER}))
    def test_only_an_owner_creates_clients(self, role: Role) -> None:
        with pytest.raises(NotYours):
            create_clients(
                practice=practice_of(MembershipFactory.create(role=role)), names=["Cedar"], like=None, accounts=False, staff=False
            )

    def test_an_installation_can_forbid_it(self, owner: Membership, settings: Settings) -> None:
        settings.OWNERS_CREATE_CLIENTS = False

        assert browser_of(owner).post(reverse("practice_clients"), {"names": "Cedar"}).status_code == 403
        assert Organization.objects.count() == 1

    def test_settings_accounts_and_staff_come_from_another_client(self, owner: Membership) -> None:
        like = owner.organization
        Organization.objects.filter(pk=like.pk).update(
            language="de", day_format="d.m.Y", number_format="de", time_zone="Europe/Berlin", two_persons=True, prepares_matched=True,
            keeps_documents_days=90, locked_until="2026-01-31",
        )  # fmt: skip
        like.refresh_from_db()
        account = AccountFactory.create(organization=like, kind=Account.Kind.SAVINGS, currency="CHF", number="CH 12", opening="5.00")
        reviewer = MembershipFactory.create(organization=like, role=Role.REVIEWER)
        guest = MembershipFactory.create(organization=like, role=Role.CLIENT)

        (made,) = create_clients(practice=practice_of(owner), names=["Cedar"], like=like, accounts=True, staff=True)

        made.refresh_from_db()
        assert [getattr(made, name) for name in COPIED] == [getattr(like, name) for name in COPIED]
        assert made.locked_until is None
        copied = Account.objects.of(made).get()
        assert (copied.name, copied.kind, copied.currency) == (account.name, account.kind, account.currency)
        assert (copied.number, copied.opening_date, copied.opening_balance_minor) == ("", None, None)
        assert (role_in(made, owner), role_in(made, reviewer), role_in(made, guest)) == (Role.OWNER, Role.REVIEWER, "")
        assert acts(made) == [Act.FOUNDED, Act.SET, Act.ADDED_ACCOUNT, Act.ADDED_MEMBER]

    def test_nothing_is_copied_from_a_client_that_the_person_does_not_manage(self, owner: Membership) -> None:
        other = MembershipFactory.create(user=owner.user, role=Role.REVIEWER).organization

        with pytest.raises(NotYours):
            create_clients(practice=practice_of(owner), names=["Cedar"], like=other, accounts=True, staff=True)
        answer = browser_of(owner).post(reverse("practice_clients"), {"names": "Cedar", "like": other.pk})

        assert answer.context["form"].errors["like"]
        assert not Organization.objects.filter(name="Cedar").exists()

    @pytest.mark.parametrize("names", ["", " \n ", "Cedar\ncedar", "Alder", "x" * 201, "\n".join(map(str, range(301)))])
    def test_names_are_given_new_and_not_endless(self, owner: Membership, names: str) -> None:
        answer = browser_of(owner).post(reverse("practice_clients"), {"names": names})

        assert answer.context["form"].errors["names"]
        assert Organization.objects.count() == 1


class TestRoles:
    def test_one_save_changes_adds_and_removes(self, owner: Membership, second: Membership) -> None:
        first, other = owner.organization, second.organization
        changed, added = MembershipFactory.create(organization=first, role=Role.VIEWER), MembershipFactory.create(organization=first)
        gone = MembershipFactory.create(organization=other, role=Role.AUDITOR)
        shown = {(changed.user_id, first.slug): "viewer", (gone.user_id, other.slug): "auditor", (added.user_id, other.slug): ""}
        wanted = {(changed.user_id, first.slug): "reviewer", (gone.user_id, other.slug): "", (added.user_id, other.slug): "preparer"}

        assert set_roles(practice=practice_of(owner), shown=shown, wanted=wanted) == 3

        assert (role_in(first, changed), role_in(other, gone), role_in(other, added)) == ("reviewer", "", "preparer")
        assert acts(first) == [Act.CHANGED_MEMBER]
        assert sorted(acts(other)) == sorted([Act.REMOVED_MEMBER, Act.ADDED_MEMBER])

    def test_a_client_keeps_its_last_owner_and_then_nothing_changes(self, owner: Membership, second: Membership) -> None:
        viewer = MembershipFactory.create(organization=owner.organization, role=Role.VIEWER)
        slug, other = owner.organization.slug, second.organization.slug
        shown = {(viewer.user_id, slug): "viewer", (owner.user_id, other): "owner"}
        wanted = {(viewer.user_id, slug): "admin", (owner.user_id, other): "viewer"}

        with pytest.raises(LastOwner):
            set_roles(practice=practice_of(owner), shown=shown, wanted=wanted)

        assert role_in(owner.organization, viewer) == "viewer"

    def test_a_client_passes_from_one_owner_to_another_in_one_save(self, owner: Membership) -> None:
        heir = MembershipFactory.create(organization=owner.organization, role=Role.ADMIN)
        slug = owner.organization.slug
        shown = {(owner.user_id, slug): "owner", (heir.user_id, slug): "admin"}

        set_roles(practice=practice_of(owner), shown=shown, wanted={(owner.user_id, slug): "", (heir.user_id, slug): "owner"})

        assert (role_in(owner.organization, owner), role_in(owner.organization, heir)) == ("", "owner")

    def test_a_role_that_another_person_changed_meanwhile_is_not_overwritten(self, owner: Membership) -> None:
        viewer = MembershipFactory.create(organization=owner.organization, role=Role.VIEWER)
        cell = (viewer.user_id, owner.organization.slug)

        with pytest.raises(ChangedMeanwhile):
            set_roles(practice=practice_of(owner), shown={cell: "preparer"}, wanted={cell: "admin"})

        assert role_in(owner.organization, viewer) == "viewer"

    def test_an_administrator_neither_makes_nor_changes_owners(self, owner: Membership) -> None:
        admin = MembershipFactory.create(organization=owner.organization, role=Role.ADMIN)
        elsewhere = MembershipFactory.create(user=admin.user)
        slug, other = owner.organization.slug, elsewhere.organization.slug
        for shown, wanted in [
            ({(owner.user_id, slug): "owner"}, {(owner.user_id, slug): "viewer"}),
            ({(admin.user_id, slug): "admin"}, {(admin.user_id, slug): "owner"}),
        ]:
            with pytest.raises(NotYours):
                set_roles(practice=practice_of(admin), shown=shown, wanted=wanted)
        assert set_roles(practice=practice_of(admin), shown={}, wanted={(owner.user_id, other): "owner"}) == 1

    @pytest.mark.parametrize("role", sorted(set(Role) - set(MANAGES)))
    def test_clients_that_the_person_does_not_manage_are_neither_shown_nor_changed(self, owner: Membership, role: Role) -> None:
        other = MembershipFactory.create(user=owner.user, role=role, organization__name="Larch")
        theirs = MembershipFactory.create(organization=other.organization, role=Role.VIEWER, user__username="stranger")
        browser = browser_of(owner)

        page = browser.get(reverse("practice_staff")).content.decode()
        assert "stranger" not in page
        assert f"role-{owner.user_id}-larch" not in page
        cell = f"role-{theirs.user_id}-larch"
        browser.post(reverse("practice_staff"), {cell: "admin", f"initial-{cell}": "viewer"})
        with pytest.raises(NotYours):
            set_roles(practice=practice_of(owner), shown={}, wanted={(owner.user_id, "larch"): "admin"})

        assert role_in(other.organization, theirs) == "viewer"

    def test_a_person_gets_a_role_in_all_shown_clients_and_the_filter_narrows_them(self, owner: Membership, second: Membership) -> None:
        viewer = MembershipFactory.create(organization=owner.organization, role=Role.VIEWER)
        browser, everywhere = browser_of(owner), f"all-{viewer.user_id}"
        cell = f"role-{viewer.user_id}-{owner.organization.slug}"
        kept = {
            f"{prefix}role-{owner.user_id}-{each.organization.slug}": "owner" for each in (owner, second) for prefix in ("", "initial-")
        }

        browser.post(reverse("practice_staff") + "?q=birch", kept | {everywhere: "reviewer"})
        assert (role_in(owner.organization, viewer), role_in(second.organization, viewer)) == ("viewer", "reviewer")

        other = f"role-{viewer.user_id}-{second.organization.slug}"
        values = {cell: "viewer", f"initial-{cell}": "viewer", other: "reviewer", f"initial-{other}": "reviewer", everywhere: "none"}
        browser.post(reverse("practice_staff"), kept | values)
        assert (role_in(owner.organization, viewer), role_in(second.organization, viewer)) == ("", "")

    def test_accounts_and_end_of_a_membership_stay(self, owner: Membership) -> None:
        ends = owner.created_at.replace(year=2099)
        auditor = MembershipFactory.create(organization=owner.organization, role=Role.AUDITOR, expires_at=ends)
        cell = (auditor.user_id, owner.organization.slug)

        set_roles(practice=practice_of(owner), shown={cell: "auditor"}, wanted={cell: "viewer"})

        auditor.refresh_from_db()
        assert (auditor.role, auditor.expires_at) == ("viewer", ends)


class TestLetters:
    @pytest.fixture
    def letter(self, owner: Membership, second: Membership) -> Invitation:
        practice = practice_of(owner)
        return invite_to(practice=practice, clients=practice.clients, emails=["new@example.org"], role=Role.PREPARER)[0]

    def test_one_letter_a_person_joins_all_chosen_clients(self, owner: Membership, second: Membership, settings: Settings) -> None:
        settings.EMAIL_URL = "smtp://mail.example.org"
        third = MembershipFactory.create(user=owner.user)
        chosen = [owner.organization.pk, second.organization.pk]
        browser_of(owner).post(
            reverse("practice_letters"), {"emails": "a@example.org\nb@example.org", "role": Role.REVIEWER, "clients": chosen}
        )

        assert [letter.to for letter in mail.outbox] == [["a@example.org"], ["b@example.org"]]
        link = mail.outbox[0].body.split("http://testserver")[1].split()[0]
        assert all(each.organization.name in mail.outbox[0].body for each in (owner, second))
        Client().post(link, {"username": "newcomer", "password": "correct horse battery"})
        joined = Membership.objects.across_organizations("a test").filter(user__username="newcomer")
        assert {(each.organization, each.role) for each in joined} == {(owner.organization, "reviewer"), (second.organization, "reviewer")}
        assert not Invitation.objects.of(third.organization).exists()
        assert Client().get(link).status_code == 410
        assert acts(second.organization) == [Act.INVITED, Act.INVITED, Act.JOINED]

    def test_a_member_of_one_joins_the_others_and_uses_the_link_up(self, letter: Invitation, second: Membership) -> None:
        member = MembershipFactory.create(organization=second.organization, role=Role.VIEWER)

        joined = accept(invitation=letter, user=member.user)

        assert [each.organization.name for each in joined] == ["Alder"]
        assert role_in(second.organization, member) == "viewer"
        with pytest.raises(NotInvited):
            accept(invitation=letter, user=UserFactory.create())

    def test_an_invitation_to_a_closed_organization_is_not_accepted(
        self, letter: Invitation, owner: Membership, second: Membership
    ) -> None:
        Organization.objects.filter(pk=second.organization_id).update(closed_at=second.created_at)

        joined = accept(invitation=letter, user=UserFactory.create())

        assert [each.organization for each in joined] == [owner.organization]

    def test_a_withdrawn_letter_joins_nothing(self, letter: Invitation, owner: Membership) -> None:
        assert letter.letter
        browser_of(owner).post(reverse("practice_letter_withdraw", args=[letter.letter]))

        opened = invitation_of(token_of(letter))
        assert opened
        with pytest.raises(NotInvited):
            accept(invitation=opened, user=UserFactory.create())
        assert withdraw_letter(practice=practice_of(owner), letter=letter.letter) == 0
        assert acts(owner.organization)[-1] == Act.UNINVITED

    def test_the_link_is_shown_only_to_those_who_manage_all_its_clients(self, letter: Invitation, second: Membership) -> None:
        admin = MembershipFactory.create(organization=second.organization, role=Role.ADMIN)
        token = token_of(letter)

        assert token in browser_of(second).get(reverse("practice_letters")).content.decode()
        for page in (reverse("practice_letters"), reverse("members", organization=second.organization)):
            shown = browser_of(admin).get(page).content.decode()
            assert "new@example.org" in shown
            assert token not in shown

    def test_those_who_manage_a_part_withdraw_that_part(self, letter: Invitation, owner: Membership, second: Membership) -> None:
        admin = MembershipFactory.create(organization=second.organization, role=Role.ADMIN)
        assert letter.letter

        assert withdraw_letter(practice=practice_of(admin), letter=letter.letter) == 1

        assert [each.organization for each in accept(invitation=letter, user=UserFactory.create())] == [owner.organization]

    @pytest.mark.parametrize(
        "wrong", [{"emails": "nonsense"}, {"emails": ""}, {"role": Role.OWNER}, {"role": Role.CLIENT}, {"clients": []}]
    )
    def test_an_incomplete_form_sends_no_invitation(self, owner: Membership, wrong: dict[str, object]) -> None:
        values: dict[str, object] = {"emails": "a@example.org", "role": Role.VIEWER, "clients": [owner.organization.pk]}

        answer = browser_of(owner).post(reverse("practice_letters"), values | wrong)

        assert answer.context["form"].errors.keys() == wrong.keys()
        assert not Invitation.objects.of(owner.organization).exists()

    def test_other_clients_are_not_invited_to(self, owner: Membership) -> None:
        other = OrganizationFactory.create()

        browser_of(owner).post(reverse("practice_letters"), {"emails": "a@example.org", "role": Role.VIEWER, "clients": [other.pk]})

        assert not Invitation.objects.of(other).exists()


@pytest.mark.parametrize("name", ["practice_staff", "practice_clients", "practice_letters", "find_client", "clients"])
def test_more_clients_need_no_more_queries(owner: Membership, second: Membership, name: str) -> None:
    browser, address = browser_of(owner), reverse(name)
    browser.get(address)
    with CaptureQueriesContext(connection) as few:
        browser.get(address)
    for _number in range(30):
        MembershipFactory.create(user=owner.user)

    with CaptureQueriesContext(connection) as many:
        browser.get(address)

    assert len(many) == len(few)


class TestColours:
    """Colours of `static/tokens.css` that mark a client beside its name, on the surfaces of both schemes."""

    SHEET = (installation.BASE_DIR / "static" / "tokens.css").read_text()

    @staticmethod
    def shades() -> list[tuple[str, str, str]]:
        """Return each colour with its shade in light and in dark."""
        found: dict[str, list[str]] = {}
        for name, shade in re.findall(r"\.client-(\w+) \{ --client: (#\w{6}); \}", TestColours.SHEET):
            found.setdefault(name, []).append(shade)
        return [(name, *pair) for name, pair in found.items()]  # type: ignore[misc]

    def test_each_has_two_shades_and_no_two_are_the_same(self) -> None:
        shades = self.shades()

        assert [name for name, _light, _dark in shades] == Colour.values
        assert len({light for _name, light, _dark in shades}) == len({dark for _name, _light, dark in shades}) == len(shades)

    @pytest.mark.parametrize("token", ["surface", "paper", "sunken"])
    def test_its_contrast_to_each_surface_is_enough_for_text(self, token: str) -> None:
        grounds = re.findall(rf"--{token}: (#\w{{6}});", self.SHEET)

        assert len(grounds) == 2
        pairs = [(name, shade, ground) for name, *shades in self.shades() for shade, ground in zip(shades, grounds, strict=True)]
        assert [pair for pair in pairs if contrast(*pair[1:]) < 4.5] == []

    def test_a_client_has_a_colour_by_itself_until_one_is_chosen(self, owner: Membership) -> None:
        client, browser = owner.organization, browser_of(owner)
        assert client.shown_colour in Colour.values
        for colour in Colour:
            Organization.objects.filter(pk=client.pk).update(colour=colour)
            page = browser.get(reverse("imports")).content.decode()
            assert f'<header class="bar client-{colour}">' in page
            assert client.name in page


def contrast(one: str, other: str) -> float:
    """The contrast of two colours by WCAG 2."""

    def luminance(colour: str) -> float:
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)
