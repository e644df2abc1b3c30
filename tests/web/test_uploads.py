"""Files that are sent one by one: each is answered with its own line, which follows the import to its verdict."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from finance.models import LedgerImport
from people.roles import Role
from reconciliation.models import StatementImport
from tests.addresses import reverse
from tests.connectors.papers import packed
from tests.electronic.writing import camt_of
from tests.factories import AccountFactory, MembershipFactory
from tests.pipeline.papers import JANUARY
from tests.web.stored import printed_statement, stored_import
from tests.world import browser_of

pytestmark = pytest.mark.django_db
SAMPLE = (Path(__file__).parents[2] / "samples" / "statements" / "checking-2026-01.pdf").read_bytes()
ONE = {"HX-Request": "true"}


CSV = b"Date,Amount,Description\n2026-01-05,-8.50,Fee\n"
OFX = b"""<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>1<ACCTID>55557316<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260105<TRNAMT>-8.50<FITID>1<NAME>Fee</STMTTRN></BANKTRANLIST>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>"""


def sent(client: Client, content: bytes = SAMPLE, name: str = "a.pdf") -> str:
    return client.post(reverse("upload"), {"files": [SimpleUploadedFile(name, content)]}, headers=ONE).content.decode()


@pytest.mark.path
def test_a_file_that_is_sent_by_itself_is_answered_with_one_line_that_follows_it() -> None:
    ours = MembershipFactory.create()

    line = sent(browser_of(ours))

    made = StatementImport.objects.of(ours.organization).get()
    assert line.strip().startswith("<li")
    assert "Waiting" in line
    assert f'hx-get="{reverse("import_outcome", args=[made.pk])}"' in line


def test_the_same_file_again_leads_to_the_one_that_is_here() -> None:
    ours = MembershipFactory.create()
    client = browser_of(ours)
    sent(client)

    line = sent(client)

    assert "Already here" in line
    assert reverse("import_detail", args=[StatementImport.objects.of(ours.organization).get().pk]) in line


def test_a_file_that_is_no_pdf_is_refused_in_its_line() -> None:
    assert "This file is not a PDF." in sent(browser_of(MembershipFactory.create()), b"\xff\xd8\xff a photo")


def test_each_file_of_an_archive_is_answered_with_a_line_of_its_own() -> None:
    ours = MembershipFactory.create()
    client = browser_of(ours)
    archive = packed(a_pdf=SAMPLE, b_xml=camt_of(JANUARY), c_txt=b"Dear customer, thank you.", d_zip=packed(inside_pdf=SAMPLE))

    lines = sent(client, archive, "all.zip").split("<li")[1:]

    assert [line.partition("</span>")[0].rpartition(">")[2] for line in lines] == [
        f"all.zip: {name}" for name in ("a.pdf", "b.xml", "c.txt", "d.zip")
    ]
    assert ["Refused" in line for line in lines] == [False, False, True, True]
    assert "This is an archive" in lines[3]
    assert sorted(found.filename for found in StatementImport.objects.of(ours.organization)) == ["a.pdf", "b.xml"]
    page = client.post(reverse("upload"), {"files": [SimpleUploadedFile("all.zip", archive)]}).content.decode()
    assert page.count("Already here") == 2


def test_an_archive_of_entries_is_imported_as_a_whole_unless_it_is_said_to_be_statements() -> None:
    ours = MembershipFactory.create()
    account = AccountFactory.create(organization=ours.organization, number="55557316", currency="EUR")
    client, archive = browser_of(ours), packed(a_ofx=OFX, b_ofx=OFX.replace(b"<FITID>1", b"<FITID>2"))

    assert sent(client, archive, "all.zip").count("<li") == 1
    assert LedgerImport.objects.of(ours.organization).get().account == account
    files = {"files": [SimpleUploadedFile("all.zip", archive)], "read_as": "statement"}
    assert client.post(reverse("upload"), files, headers=ONE).content.decode().count("<li") == 2
    assert StatementImport.objects.of(ours.organization).count() == 2


def test_an_archive_that_cannot_be_opened_is_refused_with_the_reason() -> None:
    assert "The file is damaged." in sent(browser_of(MembershipFactory.create()), b"PK\x03\x04 and no more", "all.zip")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"status": "failed", "reconciliation": None, "error": {"code": "encrypted", "params": {}}}, "Needs its password"),
        ({}, "Reconciled, proved"),
    ],
)
def test_a_finished_line_shows_its_outcome_and_stops_polling(changes: dict[str, object], said: str) -> None:
    ours = MembershipFactory.create()

    line = browser_of(ours).get(reverse("import_outcome", args=[stored_import(ours, **changes).pk])).content.decode()

    assert said in line
    assert "hx-get" not in line


def test_files_may_be_dropped_on_every_page_of_who_may_upload_and_on_no_other() -> None:
    assert b"data-uploads" in browser_of(MembershipFactory.create()).get(reverse("accounts")).content
    assert b"data-uploads" not in browser_of(MembershipFactory.create(role=Role.VIEWER)).get(reverse("accounts")).content
    assert b"data-uploads" not in Client().get(reverse("sign_in"), follow=True).content


def test_another_organizations_import_has_no_line() -> None:
    assert (
        browser_of(MembershipFactory.create())
        .get(reverse("import_outcome", args=[stored_import(MembershipFactory.create()).pk]))
        .status_code
        == 404
    )


def test_entries_for_the_only_account_are_taken_to_the_preview_of_their_import() -> None:
    ours = MembershipFactory.create()
    account = AccountFactory.create(organization=ours.organization)

    line = sent(browser_of(ours), CSV, "march.csv")

    assert reverse("ledger_import", args=[account.ledger_imports.get().pk]) in line
    assert not StatementImport.objects.of(ours.organization).exists()


def test_entries_that_name_the_number_of_an_account_are_taken_to_it() -> None:
    ours = MembershipFactory.create()
    AccountFactory.create(organization=ours.organization)
    named = AccountFactory.create(organization=ours.organization, name="Named")
    named.number = "7316"
    named.save()

    sent(browser_of(ours), OFX, "march.ofx")

    assert named.ledger_imports.count() == 1


def test_entries_of_an_unknown_account_ask_for_it() -> None:
    ours = MembershipFactory.create()
    accounts = [AccountFactory.create(organization=ours.organization, name=name) for name in ("First", "Second")]

    line = sent(browser_of(ours), CSV, "march.csv")

    assert all(reverse("account_import", args=[account.pk]) in line for account in accounts)
    assert not LedgerImport.objects.of(ours.organization).exists()


def test_entries_that_cannot_be_read_say_why() -> None:
    ours = MembershipFactory.create()
    AccountFactory.create(organization=ours.organization)

    assert "a header and no rows" in sent(browser_of(ours), b"Date,Amount\n", "march.csv")


def test_a_photo_is_refused_even_if_an_account_exists() -> None:
    ours = MembershipFactory.create()
    AccountFactory.create(organization=ours.organization)

    assert "This file is not a PDF." in sent(browser_of(ours), b"\xff\xd8\xff a photo", "photo.jpg")


def test_a_client_uploads_statements_and_no_entries() -> None:
    client = MembershipFactory.create(role=Role.CLIENT)
    AccountFactory.create(organization=client.organization)

    assert "This file is not a PDF." in sent(browser_of(client), CSV, "march.csv")


def test_the_line_names_account_period_and_the_next_act() -> None:
    ours = MembershipFactory.create()
    statement_import = stored_import(ours)
    printed_statement(statement_import, AccountFactory.create(organization=ours.organization, name="Giro"))

    line = browser_of(ours).get(reverse("import_outcome", args=[statement_import.pk])).content.decode()

    assert "<strong>Giro</strong>, January 2026." in line
    assert "Review and sign off" in line
