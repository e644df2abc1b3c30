"""The files that reports are written as, and the archive of all of them."""

import csv
import hashlib
import io
import json
import zipfile
from decimal import Decimal
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation
from pypdf import PdfReader

from reconciliation.reports.as_pdf import pdf_of
from reconciliation.reports.catalogue import OF_A_STATEMENT, PROOF, TYPES, pack_of, pack_of_year
from reconciliation.reports.registers import year_summary
from reconciliation.reports.report import Report, ReportColumn, ReportFact, ReportRow, ReportTable, csv_of, json_of
from reconciliation.storage import archive
from tests.read_statements import paper, read_in
from tests.reports.making import TODAY, a_household, january_of, report, sheet_of

HOSTILE = '=HYPERLINK("http://x.example")'


def made(text: str, *, rows: int = 1) -> Report:
    columns = ReportColumn("text", "Text"), ReportColumn("amount", "Amount", is_figure=True)
    table = ReportTable("rows", "Rows", columns, [ReportRow((text, Decimal("-12.50"))) for _ in range(rows)])
    return Report(key="made", title="Made", subtitle=text, firm="", currency="EUR", facts=[ReportFact("who", "Who", text)], tables=[table])


def text_of(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)


def test_no_cell_of_a_spreadsheet_is_taken_for_a_formula() -> None:
    for line in csv.reader(io.StringIO(csv_of(made(HOSTILE)).removeprefix("\ufeff"))):
        assert not any(cell.startswith(("=", "+", "@")) for cell in line)
    assert "-12.50" in csv_of(made(HOSTILE))


@pytest.mark.parametrize("text", ["<b>bold</b> & <para>", "Καφές Łódź Жито €", "a" * 300, "tab\tnull\x00 bell\x07"])
def test_a_pdf_prints_texts_as_they_are(text: str) -> None:
    printed = "".join(text_of(pdf_of([made(text)], TODAY)).split())

    assert "".join(text.replace("\x00", " ").replace("\x07", " ").split()) in printed


def test_a_long_table_goes_on_over_pages_and_repeats_its_heading() -> None:
    pages = PdfReader(io.BytesIO(pdf_of([made("Row", rows=200)], TODAY))).pages

    assert len(pages) > 3
    assert all("Amount" in page.extract_text() for page in pages)
    assert f"Page 2 of {len(pages)}" in pages[1].extract_text()
    assert "Printed on 2 Mar 2026" in pages[1].extract_text()


@pytest.mark.django_db
def test_the_pack_of_a_year_has_its_statements_on_the_pages_of_its_contents() -> None:
    account = a_household()
    january_of(account)
    read_in(account.organization, paper([(5, "-1.00", "Tea")], month=2, opening="689.50"))
    first, *pages = PdfReader(io.BytesIO(pack_of_year(account.organization, [account], 2026, TODAY))).pages

    assert "31 Jan 2026" in first.extract_text()
    titles = [f"Bank reconciliation statement as at {day}" for day in ("31 January 2026", "28 February 2026")]
    assert [title for title, page in zip(titles, pages, strict=True) if title in page.extract_text()] == titles
    assert [page.extract_text().splitlines()[-1] for page in pages] == ["Page 2 of 3", "Page 3 of 3"]


@pytest.mark.django_db
def test_a_year_without_statements_has_a_pack_that_says_so() -> None:
    account = a_household()

    assert "No statement ends in this year." in text_of(pack_of_year(account.organization, [account], 2024, TODAY))


@pytest.mark.django_db
def test_the_summary_of_a_year_has_the_balances_and_signatures_of_each_statement() -> None:
    account = a_household()
    january_of(account)
    [table] = year_summary(account.organization, [account], 2026).tables

    assert [row.cells for row in table.rows] == [
        ("January 2026", Decimal("689.50"), Decimal("750.00"), Decimal("-15.50"), "Differs", "", ""),
    ]


@pytest.mark.django_db
def test_the_keys_of_json_do_not_change_with_the_language() -> None:
    january = january_of(a_household())
    english = json.loads(json_of(report(january, "bank-reconciliation")))
    with translation.override("de"):
        german = json.loads(json_of(report(january, "bank-reconciliation")))

    assert english["tables"].keys() == german["tables"].keys()
    assert english["facts"].keys() == german["facts"].keys()
    assert german["tables"]["bank_to_books"][0]["amount"] == "689.50"


@pytest.mark.django_db
def test_the_pack_holds_the_document_the_proof_and_every_report_in_every_form() -> None:
    january = january_of(a_household())
    january.stored_as = archive.keep(january.organization, b"%PDF-1.7 as it came")
    january.save()
    with zipfile.ZipFile(io.BytesIO(pack_of(sheet_of(january), TODAY))) as pack:
        files = {name: pack.read(name) for name in pack.namelist()}

    assert files["document.pdf"] == b"%PDF-1.7 as it came"
    assert json.loads(files["proof.json"])["answer"]["verdict"] == "mismatched"
    reports = {f"reports/{key}.{form}" for key in OF_A_STATEMENT if key != PROOF for form in TYPES}
    assert reports | {f"proof.{form}" for form in TYPES} <= set(files)
    sums = files.pop("SHA256SUMS").decode().splitlines()
    assert sums == [f"{hashlib.sha256(content).hexdigest()}  {name}" for name, content in files.items()]


@pytest.mark.django_db
@pytest.mark.parametrize("lost", ["gone", "altered"])
def test_a_pack_whose_document_does_not_open_says_so_in_its_place(lost: str) -> None:
    january = january_of(a_household())
    january.stored_as = archive.keep(january.organization, b"%PDF-1.7 as it came")
    january.save()
    if lost == "gone":
        archive.discard(january.stored_as)
    else:
        path = Path(settings.MEDIA_ROOT) / january.stored_as
        stored = path.read_bytes()
        path.write_bytes(stored[:-1] + bytes([stored[-1] ^ 1]))

    with zipfile.ZipFile(io.BytesIO(pack_of(sheet_of(january), TODAY))) as pack:
        assert january.sha256 in pack.read("document-missing.txt").decode()
