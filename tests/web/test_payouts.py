"""Reports of payment processors: uploaded for an account, shown on the row of a statement that they explain, and matched with entries."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from finance.models import Account, ProcessorPayout
from people.roles import Role
from reconciliation.models import StatementImport
from reconciliation.proof.check import check_proof
from reconciliation.reconcile.rechecks import weigh_again
from tests.addresses import reverse
from tests.factories import MembershipFactory
from tests.finance.imports.payout_reports import SHOPIFY
from tests.proof.making import check_schema_of, ledger_of, proofs_of
from tests.read_statements import answer, paper, read_in
from tests.world import booked, browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def january(account: Account) -> StatementImport:
    """A statement with the payout of the report, of which the books have the payments and not the fees."""
    booked(account, 5, "20.00", "Order 1001")
    booked(account, 5, "30.00", "Order 1002")
    return read_in(account.organization, paper([(7, "48.10", "SHOPIFY PAYOUT")], opening="1000.00"))


@pytest.fixture
def client(account: Account) -> Client:
    return browser_of(MembershipFactory.create(role=Role.PREPARER, organization=account.organization))


def upload(client: Client, account: Account, report: str = SHOPIFY) -> str:
    """Upload the report, and return the page after it; the account's statements are compared again."""
    file = SimpleUploadedFile("payouts.csv", report.encode())
    page = client.post(reverse("payouts_upload", args=[account.pk]), {"file": file}, follow=True).content.decode()
    weigh_again(account.pk)
    return page


def verdict_of(statement_import: StatementImport) -> dict[str, Any]:
    return answer(statement_import)


def payout_of(account: Account) -> ProcessorPayout:
    return ProcessorPayout.objects.of(account.organization).get(account=account)


@pytest.mark.path
def test_a_payout_explains_its_row_and_is_matched_once_its_fees_are_added(
    client: Client, account: Account, january: StatementImport
) -> None:
    assert "1 payout added." in upload(client, account)
    (explained,) = verdict_of(january)["explained"]
    page = client.get(reverse("import_detail", args=[january.pk])).content.decode()

    assert (explained["state"], explained["in_books"], explained["fee_to_add"]) == ("fee_missing", 2, "-1.90")
    assert "Payout of 2 payments" in page
    assert "Payments 50.00, refunds 0.00, fees 1.90: paid out 48.10." in page
    for _twice in range(2):
        client.post(reverse("payout_fees", args=[account.pk, payout_of(account).pk]))
    weigh_again(account.pk)
    verdict = verdict_of(january)
    assert [str(entry.amount) for entry in account.transactions.filter(amount_minor__lt=0)] == ["-1.90"]
    assert (verdict["verdict"], verdict["explained"][0]["state"]) == ("matched", "complete")
    assert verdict["matched"][0]["why"] == ["payout", "group"]
    assert "The payments of a payout" in client.get(reverse("import_detail", args=[january.pk])).content.decode()


def test_the_page_of_a_payout_leads_to_its_row_and_its_entries(client: Client, account: Account, january: StatementImport) -> None:
    upload(client, account)
    address = reverse("payout", args=[account.pk, payout_of(account).pk])
    row = f'href="{reverse("import_detail", args=[january.pk])}#s1-line-0"'

    before = client.get(address).content.decode()
    client.post(reverse("payout_fees", args=[account.pk, payout_of(account).pk]))
    weigh_again(account.pk)
    page = client.get(address).content.decode()

    assert row in before
    assert "The entry of the fees is missing." in before
    assert "SHOPIFY PAYOUT" in page
    assert "Matched with 3 entries" in page
    assert all(reverse("entry_edit", args=[account.pk, entry.pk]) in page for entry in account.transactions.all())
    assert 'id="s1-line-0"' in client.get(reverse("import_detail", args=[january.pk])).content.decode()


def test_a_payout_without_a_row_says_so(client: Client, account: Account) -> None:
    upload(client, account)

    page = client.get(reverse("payout", args=[account.pk, payout_of(account).pk])).content.decode()

    assert "No statement row of this amount yet." in page


def test_the_proof_of_a_statement_with_a_payout_checks_out(client: Client, account: Account, january: StatementImport) -> None:
    booked(account, 6, "-1.90", "Fees")
    upload(client, account)
    (proof,) = proofs_of(january)

    assert [pair["why"] for pair in proof["pairs"]] == [["payout", "group"]]
    assert list(check_proof(proof, ledger=ledger_of(account))) == []
    check_schema_of(proof)


def test_the_same_payout_is_known_and_a_changed_one_is_refused(client: Client, account: Account) -> None:
    upload(client, account)

    assert "0 payouts added. 1 was there already." in upload(client, account)
    changed = upload(client, account, SHOPIFY.replace("30.00,1.00,29.00", "31.00,1.00,30.00"))
    assert "Payout 990001 is stored with other amounts. Delete it first." in changed
    assert payout_of(account).net_minor == 4810


def test_a_deleted_payout_explains_nothing(client: Client, account: Account, january: StatementImport) -> None:
    upload(client, account)
    booked(account, 6, "-1.90", "Fees")
    client.post(reverse("payout_delete", args=[account.pk, payout_of(account).pk]))
    weigh_again(account.pk)

    assert "explained" not in answer(january)


def test_a_payout_that_does_not_add_up_explains_nothing(client: Client, account: Account, january: StatementImport) -> None:
    report = "\n".join(line + (",total payout amount" if place == 0 else ",50.00") for place, line in enumerate(SHOPIFY.splitlines()))

    assert "Does not add up" in upload(client, account, report)
    assert "explained" not in answer(january)
    assert "not matched with any statement row" in client.get(reverse("payout", args=[account.pk, payout_of(account).pk])).content.decode()


def test_a_file_that_proves_nothing_is_refused_with_the_reason(client: Client, account: Account) -> None:
    page = upload(client, account, "Date,Amount,Text\n2026-01-05,20.00,A\n2026-01-06,30.00,B\n")

    assert "No columns of the file prove gross, fees and net" in page
    assert not ProcessorPayout.objects.of(account.organization).exists()


def test_a_page_of_a_payout_shows_a_hundred_payments(client: Client, account: Account) -> None:
    head, *rows = SHOPIFY.splitlines()
    many = [rows[0].replace("#1001", f"#{place}") for place in range(1000, 1230)]
    upload(client, account, "\n".join([head, *many]))
    address = reverse("payout", args=[account.pk, payout_of(account).pk])

    first, last = (client.get(address, {"page": page}).content.decode() for page in (1, 3))
    assert (first.count("€20.00"), last.count("€20.00")) == (100, 30)
    assert "201 to 230 of 230" in last
