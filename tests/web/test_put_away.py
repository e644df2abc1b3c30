"""Discarding, taking back, moving and naming a document on its page, in the list and through the API."""

import datetime as dt
from dataclasses import replace

import pytest
from django.core.files.storage import default_storage
from django.test import Client
from django.utils import timezone

from api.access import Scope
from api.tokens import make_token
from people.models import Membership, Organization
from people.roles import Role
from reconciliation.models import Decision, StatementImport
from reconciliation.retention.discarded import DAYS, delete_discarded_documents
from reconciliation.uploads.services import discard
from tests.addresses import inside, reverse
from tests.api.programs import Program
from tests.factories import MembershipFactory
from tests.pipeline.papers import JANUARY, books_of, load
from tests.pipeline.uploads import processed, worked_on
from tests.world import browser_of

pytestmark = pytest.mark.django_db
Status = StatementImport.Status
GUIDE = replace(JANUARY, note="Guide to your statement")


@pytest.fixture
def owner(ours: Organization) -> Membership:
    return MembershipFactory.create(organization=ours, role=Role.OWNER)


@pytest.fixture
def january(ours: Organization) -> StatementImport:
    load(ours, books_of(JANUARY))
    return processed(ours, JANUARY.pdf())


def page(client: Client, statement_import: StatementImport) -> str:
    return client.get(reverse("import_detail", args=[statement_import.pk])).content.decode()


def test_a_discarded_document_leaves_the_list_and_its_page_says_so(january: StatementImport, owner: Membership) -> None:
    client = browser_of(owner)
    assert january.filename in client.get(inside("/")).content.decode()

    client.post(reverse("discard_document", args=[january.pk]), {"reason": "of another person"})

    assert january.filename not in client.get(inside("/")).content.decode()
    assert january.filename in client.get(inside("/?status=discarded")).content.decode()
    shown = page(client, january)
    assert "of another person" in shown
    assert "Restore" in shown
    client.post(reverse("take_back_document", args=[january.pk]))
    january.refresh_from_db()
    assert january.status == Status.PENDING


def test_without_a_reason_nothing_is_discarded(january: StatementImport, owner: Membership) -> None:
    answer = browser_of(owner).post(reverse("discard_document", args=[january.pk]), {"reason": " "}, follow=True)

    january.refresh_from_db()
    assert january.status == Status.COMPLETE
    assert "Give a reason." in answer.content.decode()


def test_a_viewer_discards_nothing(january: StatementImport, ours: Organization) -> None:
    client = browser_of(MembershipFactory.create(organization=ours, role=Role.VIEWER))

    assert "Discard" not in page(client, january)
    assert client.post(reverse("discard_document", args=[january.pk]), {"reason": "x"}).status_code == 403


def test_a_document_moves_to_a_client_in_which_the_member_may_upload(january: StatementImport, owner: Membership) -> None:
    other = MembershipFactory.create(user=owner.user, role=Role.PREPARER, organization__name="Larkspur Ltd")
    reader = MembershipFactory.create(user=owner.user, role=Role.VIEWER, organization__name="Bluebell plc")
    client = browser_of(owner)
    shown = page(client, january)
    assert "Larkspur Ltd</option>" in shown
    assert "Bluebell plc</option>" not in shown

    move = reverse("move_document", args=[january.pk])
    assert client.post(move, {"organization": reader.organization_id}).status_code == 404
    client.post(move, {"organization": other.organization_id})

    assert StatementImport.objects.of(other.organization).get().sha256 == january.sha256
    january.refresh_from_db()
    assert january.status == Status.DISCARDED


def test_a_statement_that_calls_itself_a_guide_is_read_as_one_once_a_person_says_so(ours: Organization, owner: Membership) -> None:
    load(ours, books_of(GUIDE))
    guide = processed(ours, GUIDE.pdf())
    assert ((guide.reconciliation or {})["reasons"], guide.statements.count()) == (["not_a_statement"], 0)
    client = browser_of(owner)
    assert "This is a statement" in page(client, guide)

    client.post(reverse("read_as_statement", args=[guide.pk]))
    worked_on(guide)

    guide.refresh_from_db()
    [answer] = (guide.reconciliation or {})["statements"]
    decision = guide.decisions.standing().get(kind="is_statement")
    assert (guide.verdict, answer["relied_on"]) == ("matched", [str(decision.pk)])
    assert decision.made_by == owner.user


def test_withdrawing_that_it_is_a_statement_leaves_it_to_the_reader(ours: Organization, owner: Membership) -> None:
    guide = processed(ours, GUIDE.pdf())
    client = browser_of(owner)
    client.post(reverse("read_as_statement", args=[guide.pk]))
    worked_on(guide)

    client.post(reverse("withdraw_decision", args=[guide.pk, guide.decisions.get().pk]))
    worked_on(guide)

    guide.refresh_from_db()
    assert ((guide.reconciliation or {})["reasons"], guide.statements.count()) == (["not_a_statement"], 0)


def test_a_statement_is_not_named_one_again(january: StatementImport, owner: Membership) -> None:
    browser_of(owner).post(reverse("read_as_statement", args=[january.pk]))

    january.refresh_from_db()
    assert (january.status, january.decisions.count()) == (Status.COMPLETE, 0)


def test_a_document_that_is_no_statement_is_put_away(ours: Organization, owner: Membership) -> None:
    guide = processed(ours, GUIDE.pdf())
    assert guide.urgency == 2

    browser_of(owner).post(reverse("discard_document", args=[guide.pk]), {"not_a_statement": "on"})

    guide.refresh_from_db()
    assert (guide.status, guide.urgency) == (Status.DISCARDED, 0)
    assert "It is not a statement." in page(browser_of(owner), guide)


@pytest.mark.parametrize(("kept", "days"), [(None, DAYS), (7, 7)])
def test_the_bytes_are_deleted_after_the_retention_time_and_not_before(
    january: StatementImport, owner: Membership, kept: int | None, days: int
) -> None:
    Organization.objects.filter(pk=january.organization_id).update(keeps_documents_days=kept)
    discard(statement_import=january, reason="wrong file", actor=owner.user)
    due = timezone.localdate() + dt.timedelta(days=days)

    assert delete_discarded_documents(due - dt.timedelta(days=1)) == 0
    assert default_storage.exists(january.stored_as)
    assert delete_discarded_documents(due) == 1
    assert not default_storage.exists(january.stored_as)
    january.refresh_from_db()
    assert (january.has_document, january.document_kept_days) == (False, days)
    assert "Restore" not in page(browser_of(owner), january)


def test_a_document_that_was_taken_back_keeps_its_bytes(january: StatementImport, owner: Membership) -> None:
    discard(statement_import=january, reason="wrong file", actor=owner.user)
    browser_of(owner).post(reverse("take_back_document", args=[january.pk]))

    assert delete_discarded_documents(timezone.localdate() + dt.timedelta(days=DAYS)) == 0
    assert default_storage.exists(january.stored_as)


def test_the_api_discards_and_takes_back(january: StatementImport, owner: Membership) -> None:
    program = Program(owner)

    discarded = program.post(f"/imports/{january.pk}/discard", {"reason": "wrong file"})

    assert (discarded.status_code, discarded.json()["status"]) == (200, "discarded")
    assert program.get("/imports").json()["items"] == []
    assert len(program.get("/imports?status=discarded").json()["items"]) == 1
    assert program.post(f"/imports/{january.pk}/take-back", {}).json()["status"] == "pending"


def test_the_api_moves_only_with_a_token_of_the_same_person_in_the_other_client(january: StatementImport, owner: Membership) -> None:
    own = MembershipFactory.create(user=owner.user, role=Role.PREPARER)
    foreign = MembershipFactory.create(role=Role.PREPARER)
    secrets = {
        name: make_token(membership=each, by=each.user, name=name, scopes=scopes, days=1)[1]
        for name, each, scopes in (("upload", own, [Scope.UPLOAD]), ("read", own, [Scope.READ]), ("foreign", foreign, [Scope.UPLOAD]))
    }
    program = Program(owner)

    refused = [program.post(f"/imports/{january.pk}/move", {"token": secrets[name]}).status_code for name in ("read", "foreign")]
    moved = program.post(f"/imports/{january.pk}/move", {"token": secrets["upload"]})

    assert refused == [403, 403]
    assert (moved.status_code, moved.json()["status"]) == (200, "discarded")
    assert StatementImport.objects.of(own.organization).count() == 1
    assert not StatementImport.objects.of(foreign.organization).exists()


def test_the_admin_discards_with_a_reason_and_hides_it_from_the_list(january: StatementImport, owner: Membership) -> None:
    owner.user.is_staff = owner.user.is_superuser = True
    owner.user.save()
    client, listed = browser_of(owner), reverse("admin:reconciliation_statementimport_changelist")

    client.post(listed, {"action": "discard", "_selected_action": str(january.pk), "reason": "wrong file"})

    assert Decision.objects.of(january.organization).get().reason == "wrong file"
    of_it = reverse("admin:reconciliation_statementimport_change", args=[january.pk])
    assert of_it not in client.get(listed).content.decode()
    assert of_it in client.get(f"{listed}?status__exact=discarded").content.decode()
