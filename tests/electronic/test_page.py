"""The page of an electronic statement: the file's text with the place of each row, and the choice on the page for uploads."""

import re
from collections.abc import Callable

import pytest
from defusedxml.ElementTree import fromstring
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from finance.models import LedgerImport
from people.models import Membership
from people.roles import Role
from reconciliation.electronic.pages import page_drawing
from reconciliation.models import StatementImport
from tests.addresses import reverse
from tests.electronic.writing import camt_of, csv_of, mt940_of, ofx_of, qif_of
from tests.factories import MembershipFactory
from tests.pipeline.papers import JANUARY, Paper, books_of, load
from tests.pipeline.uploads import processed
from tests.world import browser_of

pytestmark = pytest.mark.django_db
EVERY_FORMAT = (camt_of, csv_of, mt940_of, ofx_of, qif_of)
TOP, STEP = 42.0, 12.0


@pytest.fixture
def member() -> Membership:
    member = MembershipFactory.create()
    load(member.organization, books_of(JANUARY))
    return member


def drawn_lines(drawing: str) -> dict[float, str]:
    """The lines of a page by their tops."""
    namespace = "{http://www.w3.org/2000/svg}"
    return {float(text.get("y", "0")) - 9: text.text or "" for text in fromstring(drawing).iter(f"{namespace}text")}


@pytest.mark.parametrize("write", EVERY_FORMAT)
def test_the_box_of_a_row_is_around_its_text_in_the_file(member: Membership, write: Callable[[Paper], bytes]) -> None:
    content = write(JANUARY)
    statement = processed(member.organization, content).statements.get()
    drawing = page_drawing(content, 1)
    assert drawing is not None
    lines = drawn_lines(drawing)

    for line in statement.lines.all():
        _, top, _, bottom = line.box
        inside = "".join(text for y, text in sorted(lines.items()) if top <= y < bottom)
        assert line.description in inside
        assert re.search(rf"{abs(line.amount)}".replace(".", "[.,]"), inside)


def test_the_page_of_a_file_shows_its_text(member: Membership) -> None:
    file = processed(member.organization, camt_of(JANUARY))
    browser = browser_of(member)

    page = browser.get(reverse("import_detail", args=[file.pk])).content.decode()
    picture = browser.get(reverse("page_image", args=[file.pk, 1]))

    assert reverse("page_image", args=[file.pk, 1]) in page
    assert "s1-box-0" in page
    assert (picture.status_code, picture["Content-Type"]) == (200, "image/svg+xml; charset=utf-8")
    assert "Rent Hillside Homes" in picture.content.decode()
    assert browser.get(reverse("page_image", args=[file.pk, 2])).status_code == 404


def test_the_picture_of_a_file_is_not_shown_to_others(member: Membership) -> None:
    file = processed(member.organization, camt_of(JANUARY))

    assert browser_of(MembershipFactory.create()).get(reverse("page_image", args=[file.pk, 1])).status_code == 404


def test_a_text_of_the_file_is_no_markup_of_its_picture() -> None:
    drawing = page_drawing(b'Date,Description,Amount\n2026-01-05,"<script>alert(1)</script>\x01",-1.00\n', 1)

    assert drawing is not None
    assert "<script" not in drawing
    assert "<script>alert(1)</script>" in "".join(drawn_lines(drawing).values())


def test_spaces_of_the_file_are_drawn_as_they_are() -> None:
    drawing = page_drawing(b"Date,Description,Amount\n  2026-01-05,Rent   of May  ,-1.00  \n", 1)

    assert drawing is not None
    assert drawn_lines(drawing)[TOP + STEP].replace("\N{NO-BREAK SPACE}", " ") == "  2026-01-05,Rent   of May  ,-1.00"


def test_a_file_is_downloaded_as_it_came(member: Membership) -> None:
    file = processed(member.organization, camt_of(JANUARY))

    answer = browser_of(member).get(reverse("import_document", args=[file.pk]))

    assert (answer.content, answer["Content-Type"]) == (camt_of(JANUARY), "application/octet-stream")


def sent(client: Client, content: bytes, name: str, **more: str) -> str:
    body = {"files": [SimpleUploadedFile(name, content)], **more}
    return client.post(reverse("upload"), body, headers={"HX-Request": "true"}).content.decode()


def imports_of(member: Membership) -> list[StatementImport]:
    return list(StatementImport.objects.of(member.organization))


@pytest.mark.parametrize("write", [camt_of, csv_of, mt940_of, ofx_of])
def test_a_file_with_balances_leaves_the_choice_between_entries_and_statement(member: Membership, write: Callable[[Paper], bytes]) -> None:
    line = sent(browser_of(member), write(JANUARY), "january.txt")

    assert "Preview the import" in line
    assert "Reconcile it as a bank statement" in line
    assert imports_of(member) == []


def test_a_file_without_balances_is_one_of_entries(member: Membership) -> None:
    line = sent(browser_of(member), b"Date,Description,Amount\n2026-01-05,Rent,-250.00\n", "january.csv")

    assert "Preview the import" in line
    assert "Reconcile it as a bank statement" not in line


def test_a_file_that_is_called_a_statement_is_one(member: Membership) -> None:
    sent(browser_of(member), camt_of(JANUARY), "january.xml", read_as="statement")

    [made] = imports_of(member)
    assert made.filename == "january.xml"
    assert not LedgerImport.objects.of(member.organization).exists()


def test_the_choice_is_a_field_of_the_upload_without_scripts(member: Membership) -> None:
    body = {"files": [SimpleUploadedFile("january.xml", camt_of(JANUARY))], "read_as": "statement"}

    answer = browser_of(member).post(reverse("upload"), body)

    assert answer["Location"] == reverse("import_detail", args=[imports_of(member)[0].pk])


def test_both_ways_are_shown_without_scripts(member: Membership) -> None:
    answer = browser_of(member).post(reverse("upload"), {"files": [SimpleUploadedFile("january.xml", camt_of(JANUARY))]})

    assert "Reconcile it as a bank statement" in answer.content.decode()


def test_a_client_who_imports_no_entries_uploads_a_file_with_balances_as_a_statement() -> None:
    ours = MembershipFactory.create().organization
    account = load(ours, books_of(JANUARY))
    client = MembershipFactory.create(organization=ours, role=Role.CLIENT, accounts=[account])

    sent(browser_of(client), camt_of(JANUARY), "january.xml")

    assert [made.filename for made in imports_of(client)] == ["january.xml"]


def test_a_table_that_leaves_something_open_leads_to_the_import(member: Membership) -> None:
    table = b"Date,Description,Amount\n01/02/2026,Rent,-250.00\n03/04/2026,Salary,600.00\n"

    line = sent(browser_of(member), table, "january.csv", read_as="statement")

    assert "Choose the date format." in line
    assert "Import it into the books" in line
    assert imports_of(member) == []


DECLARED = b'<?xml version="1.0"?><!DOCTYPE Document [%s]><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">%s</Document>'
BOMB = b'<!ENTITY a "aaaaaaaaaa">' + b"".join(b'<!ENTITY %c "%s">' % (ord("b") + n, b"&%c;" % (ord("a") + n) * 10) for n in range(9))
HOSTILE = {
    "bomb": DECLARED % (BOMB, b"<BkToCstmrStmt><Stmt>&j;</Stmt></BkToCstmrStmt>"),
    "file": DECLARED % (b'<!ENTITY a SYSTEM "file:///etc/passwd">', b"<BkToCstmrStmt><Stmt>&a;</Stmt></BkToCstmrStmt>"),
    "deep": camt_of(JANUARY).replace(b"<Stmt>", b"<a>" * 1_000_001 + b"<Stmt>"),
    "cut": camt_of(JANUARY)[:-60],
    "no statement": camt_of(JANUARY).replace(b"Stmt>", b"Other>"),
    "huge": camt_of(JANUARY) + b" " * 10_000_000,
    "unclosed": b"OFXHEADER:100\n<OFX>" + b"<A>1</B>" * 100_000,
    "empty message": b":20:X\r\n:25:1\r\n-\r\n",
    "many pages": mt940_of(JANUARY).replace(b":86:Rent", b":86:Rent" + b"\r\nmore" * 140_000),
}


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_hostile_files_are_refused_with_words_before_anything_is_stored(member: Membership, name: str) -> None:
    line = sent(browser_of(member), HOSTILE[name], "january.xml", read_as="statement")

    assert "Refused" in line
    assert "root:" not in line
    assert imports_of(member) == []
