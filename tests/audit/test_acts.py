"""The log of an organization records acts with actor, place and row, and no confidential content."""

import copy
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from people.audit import Act
from people.models import AuditEntry, Organization
from people.roles import Role
from reconciliation.models import StatementImport
from reconciliation.retention import periods
from tests.addresses import reverse
from tests.factories import MembershipFactory, OrganizationFactory, UserFactory
from tests.pipeline.papers import JANUARY
from tests.pipeline.uploads import received
from tests.sign_in.people import tries
from tests.tenants.tenant import Tenant, a_tenant

pytestmark = pytest.mark.django_db


def log_of(organization: Organization | None) -> list[AuditEntry]:
    rows = AuditEntry.objects.across_organizations("a test's own").filter(organization=organization)
    return list(rows.order_by("number"))


def acts(organization: Organization | None) -> list[str]:
    return [entry.act for entry in log_of(organization)]


def last(organization: Organization | None) -> AuditEntry:
    return log_of(organization)[-1]


@pytest.fixture(scope="module")
def built_tenant(module_rows: None) -> Tenant:
    return a_tenant("ours", "Own")


@pytest.fixture
def tenant(built_tenant: Tenant, db: None) -> Tenant:
    return copy.deepcopy(built_tenant)


@pytest.fixture
def browser(tenant: Tenant) -> Client:
    client = Client(REMOTE_ADDR="203.0.113.7")
    client.force_login(tenant.owner)
    return client


def test_an_upload_is_recorded_with_its_row_and_who_it_was() -> None:
    ours = OrganizationFactory.create()
    by = MembershipFactory.create(organization=ours, role=Role.CLIENT).user

    made = received(ours, JANUARY.pdf(), by)

    entry = last(ours)
    assert (entry.act, entry.by, entry.name) == (Act.UPLOADED, by.pk, by.get_username())
    assert (entry.subject, entry.subject_id) == ("StatementImport", str(made.pk))
    assert entry.details == {"channel": "web", "sha256": made.sha256}


def test_a_refused_upload_leaves_no_entry() -> None:
    ours = OrganizationFactory.create()

    with pytest.raises(Exception, match="not_a_pdf"):
        received(ours, b"no pdf at all")

    assert log_of(ours) == []


def test_an_act_is_recorded_with_the_address_that_it_came_from(browser: Client, tenant: Tenant) -> None:
    browser.get(reverse("import_document", args=[tenant.statement_import.pk]))

    assert (last(tenant.organization).act, last(tenant.organization).address) == (Act.DOWNLOADED, "203.0.113.7")


def test_the_last_forwarded_address_counts_only_behind_a_listed_proxy(browser: Client, tenant: Tenant, settings: Any) -> None:
    address = reverse("import_document", args=[tenant.statement_import.pk])
    forwarded = {"X-Forwarded-For": "198.51.100.1, 198.51.100.2"}
    settings.BEHIND_PROXY = True

    browser.get(address, headers=forwarded)
    settings.PROXY_ADDRESSES = ["203.0.113.7"]
    browser.get(address, headers=forwarded)

    assert [entry.address for entry in log_of(tenant.organization)[-2:]] == ["203.0.113.7", "198.51.100.2"]


def test_opening_a_statement_is_one_entry_a_person_and_day(browser: Client, tenant: Tenant) -> None:
    page = reverse("import_detail", args=[tenant.statement_import.pk])
    for _time in range(3):
        browser.get(page)
        browser.get(reverse("page_image", args=[tenant.statement_import.pk, 1]))
    other = MembershipFactory.create(organization=tenant.organization, role=Role.VIEWER).user
    second = Client()
    second.force_login(other)
    second.get(page)

    seen = [entry for entry in log_of(tenant.organization) if entry.act == Act.VIEWED]

    assert [(entry.by, entry.subject_id) for entry in seen] == [(who.pk, str(tenant.statement_import.pk)) for who in (tenant.owner, other)]


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("import_document", "document"),
        ("evidence_pack", "evidence.zip"),
        ("statement_report", "outstanding-items.csv"),
        ("enquiry_file", "answer"),
        ("account_export", "entries.csv"),
        ("roll_forward", "roll-forward.csv"),
        ("year_report", "reconciliations-2026.csv"),
        ("year_pack", "reconciliations-2026-pack.pdf"),
    ],
)
def test_every_download_is_recorded(browser: Client, tenant: Tenant, name: str, what: str) -> None:
    parts: dict[str, dict[str, Any]] = {
        "import_document": {"import_id": tenant.statement_import.pk},
        "evidence_pack": {"import_id": tenant.statement_import.pk, "statement_id": tenant.statement.pk},
        "statement_report": {"import_id": tenant.statement_import.pk, "statement_id": tenant.statement.pk, "report": "outstanding.csv"},
        "enquiry_file": {"enquiry_id": tenant.enquiry.pk, "message_id": tenant.answer.pk},
        "account_export": {"account_id": tenant.account.pk, "format": "csv"},
        "roll_forward": {"account_id": tenant.account.pk, "year": 2026, "form": "csv"},
        "year_report": {"year": 2026, "form": "csv"},
        "year_pack": {"year": 2026},
    }

    answer = browser.get(reverse(name, kwargs=parts[name]))

    assert answer.status_code == 200
    assert (last(tenant.organization).act, last(tenant.organization).by) == (Act.DOWNLOADED, tenant.owner.pk)
    assert last(tenant.organization).details["what"].rpartition(".")[2] == what.rpartition(".")[2]


def test_services_record_their_own_acts(tenant: Tenant) -> None:
    """The tenant of the tests has one of everything, made by the services that the pages call."""
    told = set(acts(tenant.organization))

    assert told >= {
        Act.CHOSE_PROVIDER, Act.SET_KEY, Act.POSTED, Act.ASKED_CLIENT, Act.ANSWERED, Act.DECIDED, Act.CONCLUDED, Act.INVITED,
    }  # fmt: skip


def test_a_setting_is_recorded_with_its_old_and_new_value(browser: Client, tenant: Tenant) -> None:
    browser.post(reverse("organization_settings"), {"name": "Ours renamed", "two_persons": "on", "locked_until": "2025-12-31"})

    entry = last(tenant.organization)
    assert entry.act == Act.SET
    assert entry.details["changed"] == {
        "name": ["Own ours", "Ours renamed"],
        "locked_until": [None, "2025-12-31"],
        "two_persons": [False, True],
    }


def test_a_changed_account_number_is_recorded_without_its_value(browser: Client, tenant: Tenant) -> None:
    account = tenant.account
    fields = {"name": account.name, "kind": "checking", "number": "DE89370400440532013000", "opening_date": "2026-01-01"}
    browser.post(reverse("account_edit", args=[account.pk]), {**fields, "opening_balance": "1000.00"})

    entry = last(tenant.organization)
    assert (entry.act, entry.details["changed"]["number"]) == (Act.CHANGED_ACCOUNT, None)
    assert "3704" not in str(entry.details)


def test_no_key_and_no_text_of_a_document_is_in_the_log(tenant: Tenant) -> None:
    told = "\n".join(str(entry.details) for entry in log_of(tenant.organization))

    assert "sk-Own" not in told
    assert "Own rent" not in told
    assert "Own asked" not in told


def test_retention_is_a_setting_and_deletion_is_an_act_of_the_installation(tenant: Tenant) -> None:
    periods.keep_documents(organization=tenant.organization, days=30, actor=tenant.owner)

    assert last(tenant.organization).details == {"changed": {"keeps_documents_days": [None, 30]}}


class TestSigningIn:
    @pytest.fixture
    def person(self) -> User:
        return UserFactory.create(username="person", email="person@example.org", password="a-long-password")

    def test_sign_in_and_out_are_in_the_log_of_the_only_organization(self, tenant: Tenant) -> None:
        client = Client()
        tries(client, name=tenant.owner.username, password="a-long-password")
        client.post(reverse("sign_out"))

        assert acts(tenant.organization)[-2:] == [Act.SIGNED_IN, Act.SIGNED_OUT]

    def test_a_failed_sign_in_records_its_user_and_not_the_typed_password(self, tenant: Tenant) -> None:
        tries(Client(), name=tenant.owner.username, password="a-wrong-password")

        entry = last(tenant.organization)
        assert (entry.act, entry.by, entry.details) == (Act.FAILED_SIGN_IN, tenant.owner.pk, {})

    def test_an_unknown_name_is_not_stored(self, person: User) -> None:
        tries(Client(), name="my secret password", password="x")

        assert (last(None).act, last(None).by, last(None).name) == (Act.FAILED_SIGN_IN, None, "")

    def test_a_user_of_no_or_several_organizations_is_in_the_installations_log_without_a_name(self, person: User) -> None:
        Client().force_login(person)
        for _time in range(2):
            OrganizationFactory.create().memberships.create(user=person)
        Client().force_login(person)

        assert [(entry.act, entry.by, entry.name) for entry in log_of(None)] == [(Act.SIGNED_IN, person.pk, "")] * 2


def test_an_act_that_is_refused_leaves_no_entry(tenant: Tenant) -> None:
    before = acts(tenant.organization)
    viewer = MembershipFactory.create(organization=tenant.organization, role=Role.VIEWER).user
    client = Client()
    client.force_login(viewer)
    client.post(reverse("process_again", args=[tenant.statement_import.pk]))

    assert [act for act in acts(tenant.organization)[len(before) :] if act != Act.SIGNED_IN] == []
    assert StatementImport.objects.of(tenant.organization).filter(status="pending").count() == 0
