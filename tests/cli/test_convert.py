"""Statements out of PDFs without books: no test here has a database."""

import csv
import io
import json
from pathlib import Path

import pytest
from openpyxl import load_workbook
from reportlab.pdfgen.canvas import Canvas

from tests.cli.conftest import STATEMENT, Run
from tests.connectors.papers import packed
from tests.documents.making import locked, pdf_of
from tests.electronic.writing import camt_of
from tests.pipeline.papers import JANUARY
from tieout.commands.convert import FORMS

CARD, SAVINGS = STATEMENT.with_name("card-2026-01.pdf"), STATEMENT.with_name("savings-2026-q1.pdf")


ROWS = (
    ("Account 123456789", "", "", "", "EUR"),
    ("Opening balance", "", "", "", "100.00"),
    ("Date", "Description", "Paid out", "Paid in", "Balance"),
    ("03.01.2025", "Rent", "40.00", "", "60.00"),
    ("04.01.2025", "Salary", "", "30.00", "90.00"),
    ("16.01.2025", "Fuel", "15.00", "", "85.00"),
    ("19.01.2025", "Refund", "", "5.00", "80.00"),
    ("Closing balance", "", "", "", "80.00"),
)


def draw(canvas: Canvas) -> None:
    """A statement whose third balance does not follow."""
    for number, cells in enumerate(ROWS):
        for place, text in zip((40, 140, 380, 460, 540), cells, strict=True):
            canvas.drawString(place, 780 - 16 * number, text) if place < 300 else canvas.drawRightString(place, 780 - 16 * number, text)


@pytest.fixture
def contradicting(tmp_path: Path) -> Path:
    path = tmp_path / "contradicting.pdf"
    path.write_bytes(pdf_of(draw))
    return path


@pytest.mark.path
def test_one_pdf_goes_to_standard_output_and_ends_with_0_if_it_is_proved(run: Run) -> None:
    done = run("convert", STATEMENT)

    assert done.exit_code == 0, done.stderr
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert (len(rows), rows[0]["amount"], rows[-1]["balance"]) == (23, "-1150.00", "2693.38")
    assert "23 rows, proved" in done.stderr


def test_several_pdfs_become_one_spreadsheet(run: Run, tmp_path: Path) -> None:
    done = run("convert", STATEMENT, CARD, SAVINGS, "--to", "xlsx", "--out", tmp_path / "all.xlsx")

    assert done.exit_code == 0, done.stderr
    book = load_workbook(tmp_path / "all.xlsx")
    assert [sheet.max_row for sheet in book] == [1 + 23 + 11 + 6, 4]


def test_a_folder_becomes_a_file_for_each_pdf(run: Run, tmp_path: Path) -> None:
    done = run("convert", STATEMENT.parent, "--to", "json", "--out", tmp_path / "made")

    assert done.exit_code == 0, done.stderr
    assert sorted(path.stem for path in (tmp_path / "made").iterdir()) == sorted(path.stem for path in STATEMENT.parent.glob("*.pdf"))


def test_files_of_a_folder_go_beside_their_pdfs_unless_a_place_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "june.PDF").write_bytes(STATEMENT.read_bytes())

    assert run("convert", tmp_path, "--to", "ofx").exit_code == 0
    assert (tmp_path / "inner" / "june.ofx").is_file()


def test_files_of_one_name_do_not_replace_each_other(run: Run, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "june.pdf").write_bytes(STATEMENT.read_bytes())

    for first, second in (("a", "b"), ("b", "a")):
        done = run("convert", tmp_path / first, tmp_path / second, "--out", tmp_path / f"made-{first}")
        assert done.exit_code == 0, done.stderr
        assert sorted(path.name for path in (tmp_path / f"made-{first}").iterdir()) == ["june-a.csv", "june-b.csv"]


def test_the_files_of_a_folder_have_the_names_and_folders_of_their_pdfs(run: Run, tmp_path: Path) -> None:
    for year in ("2025", "2026"):
        (tmp_path / "all" / year).mkdir(parents=True)
        (tmp_path / "all" / year / "june.pdf").write_bytes(STATEMENT.read_bytes())

    assert run("convert", tmp_path / "all", "--out", tmp_path / "made").exit_code == 0
    made = [path.relative_to(tmp_path / "made").as_posix() for path in (tmp_path / "made").rglob("*.csv")]
    assert sorted(made) == ["2025/june.csv", "2026/june.csv"]


def test_a_pdf_and_a_file_of_one_name_get_a_file_each(run: Run, tmp_path: Path) -> None:
    (tmp_path / "january.pdf").write_bytes(STATEMENT.read_bytes())
    (tmp_path / "january.xml").write_bytes(camt_of(JANUARY))

    done = run("convert", tmp_path / "january.xml", tmp_path / "january.pdf", tmp_path / "january.pdf", "--out", tmp_path / "made")
    assert done.exit_code == 0, done.stderr
    assert sorted(path.name for path in (tmp_path / "made").iterdir()) == ["january-pdf.csv", "january-xml.csv"]


def test_a_workbook_lists_the_files_that_failed(run: Run, contradicting: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.pdf").write_bytes(b"hello")
    done = run("convert", STATEMENT, tmp_path / "bad.pdf", contradicting, "--out", tmp_path / "all.xlsx")

    assert done.exit_code == 1
    assert done.stderr.splitlines()[-2:] == ["Proved: 1. Not proved: 1. Failed: 1.", f"  Failed: {tmp_path / 'bad.pdf'}"]
    head, *listed = load_workbook(tmp_path / "all.xlsx")["Statements"].iter_rows(values_only=True)
    states = {row[0]: (row[head.index("state")], bool(row[head.index("reasons")])) for row in listed}
    assert states == {"checking-2026-01.pdf": ("proved", False), "contradicting.pdf": ("not proved", True), "bad.pdf": ("failed", True)}


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_a_table_of_two_files_names_the_file_although_one_failed(run: Run, tmp_path: Path, form: str) -> None:
    (tmp_path / "bad.pdf").write_bytes(b"hello")
    assert run("convert", STATEMENT, tmp_path / "bad.pdf", "--out", tmp_path / f"all.{form}").exit_code == 1

    if form == "csv":
        head = next(csv.reader(io.StringIO((tmp_path / "all.csv").read_text())))
    else:
        head = [str(cell.value) for cell in load_workbook(tmp_path / "all.xlsx")["Rows"][1]]
    assert head[-1] == "file"


def test_json_lists_the_files_that_failed(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.pdf").write_bytes(b"hello")
    run("convert", STATEMENT, tmp_path / "bad.pdf", "--out", tmp_path / "all.json")

    answer = json.loads((tmp_path / "all.json").read_text())
    assert (answer["proved"], [file["file"] for file in answer["failed"]]) == (False, [str(tmp_path / "bad.pdf")])
    assert [statement["file"] for statement in answer["statements"]] == ["checking-2026-01.pdf"]


def test_a_file_that_is_there_is_replaced_only_with_force(run: Run, tmp_path: Path) -> None:
    there = tmp_path / "june.csv"
    there.write_text("mine")

    refused = run("convert", STATEMENT, "--out", there)
    assert (refused.exit_code, there.read_text()) == (2, "mine")
    assert "--force" in refused.stderr
    assert run("convert", STATEMENT, "--out", there, "--force").exit_code == 0
    assert there.read_text().startswith("date,")


@pytest.mark.parametrize("form", FORMS)
def test_a_statement_that_is_not_proved_is_written_with_a_mark_and_ends_with_3(
    run: Run, contradicting: Path, tmp_path: Path, form: str
) -> None:
    out = tmp_path / "made"
    done = run("convert", contradicting, "--to", form, "--out", out / "")
    out = next(out.iterdir()) if out.is_dir() else out

    assert done.exit_code == 3, done.stderr
    assert "NOT PROVED" in done.stderr
    assert "does not follow" in done.stderr
    if form == "xlsx":
        assert load_workbook(out)["Rows"]["H1"].value == "not_proved"
    else:
        content = out.read_text().casefold()
        assert "not_proved" in content or "not proved" in content or "notproved" in content or '"proved": false' in content


def test_each_statement_of_an_archive_becomes_a_file_beside_it(run: Run, tmp_path: Path) -> None:
    pdf = STATEMENT.read_bytes()
    (tmp_path / "all.zip").write_bytes(packed(january_pdf=pdf, savings_xml=camt_of(JANUARY), letter_txt=b"Dear customer."))

    done = run("convert", tmp_path / "all.zip", "--to", "ofx")

    assert done.exit_code == 1, "the letter is no statement"
    assert "all.zip: letter.txt: " in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.zip", "january.ofx", "savings.ofx"]


def test_an_archive_of_one_statement_goes_to_standard_output(run: Run, tmp_path: Path) -> None:
    (tmp_path / "one.zip").write_bytes(packed(january_pdf=STATEMENT.read_bytes()))
    done = run("convert", tmp_path / "one.zip")

    assert (done.exit_code, len(done.stdout.splitlines())) == (0, 24), done.stderr


def test_an_archive_that_cannot_be_opened_says_why(run: Run, tmp_path: Path) -> None:
    (tmp_path / "all.zip").write_bytes(b"PK\x03\x04 and no more")
    done = run("convert", tmp_path / "all.zip")

    assert done.exit_code == 1
    assert "all.zip: This file cannot be read as a bank statement. The file is damaged." in done.stderr


def test_an_electronic_statement_is_converted_like_a_pdf(run: Run, tmp_path: Path) -> None:
    (tmp_path / "january.xml").write_bytes(camt_of(JANUARY))
    done = run("convert", tmp_path / "january.xml")

    assert done.exit_code == 0, done.stderr
    assert done.stdout.startswith("date,description,amount")


def test_a_file_is_never_replaced_by_its_own_conversion(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "january.xml"
    source.write_bytes(camt_of(JANUARY))

    for out in (("--out", source), ("--out", tmp_path)):
        refused = run("convert", source, "--to", "camt053", "--force", *out)
        assert (refused.exit_code, source.read_bytes()) == (2, camt_of(JANUARY))
        assert "--out" in refused.stderr


def test_the_name_of_the_file_says_the_format(run: Run, tmp_path: Path) -> None:
    assert run("convert", STATEMENT, "--out", tmp_path / "june.xlsx").exit_code == 0
    assert load_workbook(tmp_path / "june.xlsx")["Rows"].max_row == 24

    refused = run("convert", STATEMENT, "--to", "csv", "--out", tmp_path / "other.xlsx")
    assert (refused.exit_code, (tmp_path / "other.xlsx").exists()) == (2, False)
    assert "xlsx" in refused.stderr


def test_an_ending_of_no_format_is_refused(run: Run, tmp_path: Path) -> None:
    done = run("convert", SAVINGS, "--out", tmp_path / "june.xls")

    assert (done.exit_code, list(tmp_path.iterdir())) == (2, [])
    assert ".xlsx" in done.stderr


def test_a_folder_to_be_made_may_have_a_point_in_its_name(run: Run, tmp_path: Path) -> None:
    assert run("convert", STATEMENT, "--out", f"{tmp_path}/made.2026/").exit_code == 0
    assert [path.name for path in (tmp_path / "made.2026").iterdir()] == ["checking-2026-01.csv"]


def test_a_file_that_cannot_be_read_says_why_and_the_others_are_written(run: Run, tmp_path: Path) -> None:
    """Reading this file fails for every user, like a file without permission for most."""
    done = run("convert", "/proc/self/mem", STATEMENT, "--out", tmp_path / "made")

    assert done.exit_code == 1
    assert "/proc/self/mem: Input/output error." in done.stderr
    assert "Traceback" not in done.stderr
    assert [path.name for path in (tmp_path / "made").iterdir()] == ["checking-2026-01.csv"]


def test_accounts_are_not_mixed_in_a_file_for_a_program_of_one(run: Run, tmp_path: Path) -> None:
    refused = run("convert", STATEMENT, SAVINGS, "--for", "sage", "--out", tmp_path / "all.csv")

    assert (refused.exit_code, (tmp_path / "all.csv").exists()) == (1, False)
    assert "one account" in refused.stderr


def test_an_unreadable_file_ends_with_1_and_the_others_are_written(run: Run, contradicting: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.pdf").write_bytes(b"hello")
    done = run("convert", tmp_path / "bad.pdf", STATEMENT, contradicting, "--out", tmp_path / "made")

    assert done.exit_code == 1
    assert "bad.pdf" in done.stderr
    assert sorted(path.name for path in (tmp_path / "made").iterdir()) == ["checking-2026-01.csv", "contradicting.csv"]


def test_a_format_that_needs_a_currency_refuses_a_file_without_one_and_names_the_option(run: Run) -> None:
    refused = run("convert", CARD, "--to", "ofx")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "--currency" in refused.stderr

    named = run("convert", CARD, "--to", "ofx", "--currency", "usd")
    assert named.exit_code == 0, named.stderr
    assert "<CURDEF>USD" in named.stdout


def test_a_currency_is_not_put_against_the_printed_one(run: Run) -> None:
    assert "<CURDEF>EUR" in run("convert", STATEMENT, "--to", "ofx", "--currency", "USD").stdout


def test_a_locked_file_is_opened_by_its_password(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "locked.pdf"
    path.write_bytes(locked(STATEMENT.read_bytes(), "open"))

    assert run("convert", path).exit_code == 1
    assert run("convert", path, "--password", "open").exit_code == 0


@pytest.mark.parametrize(
    "arguments",
    [(), ("missing.pdf",), (STATEMENT, "--to", "doc"), (STATEMENT, "--currency", "ABC"), (STATEMENT, "--for", "xero", "--to", "ofx")],
    ids=["nothing", "no file", "no format", "no currency", "two formats"],
)
def test_a_wrong_command_line_ends_with_2(run: Run, arguments: tuple[object, ...]) -> None:
    assert run("convert", *arguments).exit_code == 2


def test_a_folder_without_pdfs_is_a_wrong_command_line(run: Run, tmp_path: Path) -> None:
    done = run("convert", tmp_path)

    assert done.exit_code == 2
    assert "no PDF" in done.stderr


@pytest.mark.parametrize(
    ("program", "head"),
    [
        ("actual", "Date,Payee,Notes,Category,Amount"),
        ("gnucash", "Date,Number,Description,Amount,Account,Transfer Account,Notes"),
        ("quickbooks", "Date,Description,Amount"),
        ("quickbooks-us", "Date,Description,Amount"),
        ("sage", "Date,Description,Amount"),
        ("lexware", "Buchungsdatum;Auftraggeber/Empfänger;Verwendungszweck;Betrag"),
        ("firefly", "date_transaction,description,amount,currency-code,account-iban,account-number,internal_reference,external-id"),
        ("xero", "*Date,*Amount,Payee,Description,Reference,Check Number,AccountCode,TaxType,ContactName"),
        ("ynab", "Date,Payee,Memo,Amount"),
    ],
)
def test_a_program_gets_the_columns_that_it_imports(run: Run, program: str, head: str) -> None:
    done = run("convert", STATEMENT, "--for", program)

    assert done.exit_code == 0, done.stderr
    assert done.stdout.splitlines()[0] == head


def test_nothing_is_said_about_proved_files_with_quiet(run: Run, tmp_path: Path) -> None:
    assert run("convert", STATEMENT, "--quiet", "--out", tmp_path / "june.csv").stderr == ""
