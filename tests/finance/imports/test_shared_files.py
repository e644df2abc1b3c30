"""Files of banks that other programs lost rows of: each is imported completely, asked about, or refused with advice."""

from decimal import Decimal
from pathlib import Path

import pytest

from finance.imports.preview import Preview
from finance.imports.services import confirm, preview_now, show_file
from finance.imports.untrusted_files import FileRefused
from finance.models import Account
from finance.models.ledger_import import Choices
from tests.bank_files import BANK_FILES, MARKS, organization_of

pytestmark = MARKS


def account_of(case: str) -> Account:
    return Account.objects.of(organization_of(case)).get()


def shown(account: Account, path: Path, *, part: str = "") -> Preview:
    return preview_now(
        show_file(account=account, by=None, filename=path.name, data=path.read_bytes(), choices=Choices(account=part) if part else None)
    )


def imported(account: Account, case: str, file: str, *, part: str = "") -> list[tuple[str, str]]:
    """Day and amount of the entries after the import of a file that leaves nothing open."""
    preview = shown(account, BANK_FILES / case / file, part=part)
    assert (preview.questions, preview.of("refused")) == ((), [])
    confirm(ledger_import=preview.ledger_import, by=None, shown=preview.shown)
    entries = account.transactions.order_by("booked_on", "-amount_minor")
    return [(entry.booked_on.isoformat(), str(entry.amount)) for entry in entries]


@pytest.mark.parametrize(
    ("case", "file", "entries"),
    [
        ("01-ofx-two-statements-one-account", "bank.ofx", [("2026-01-05", "-10.00"), ("2026-02-05", "-20.00")]),
        (
            "10-beancount-multiline-narration",
            "books.beancount",
            [("2026-01-04", "-1.00"), ("2026-01-05", "-14.99"), ("2026-01-06", "-2.00")],
        ),
        ("13-ofx-aggregates-never-closed", "cba.ofx", [("2026-01-05", "-1.00")]),
        ("13-ofx-aggregates-never-closed", "bare.qfx", [("2026-01-07", "-1.00")]),
        ("14-qif-mixed-separators", "dots.qif", [("2009-02-28", "2.29"), ("2018-01-01", "-9.00")]),
        ("14-qif-mixed-separators", "dash.qif", [("2026-01-31", "-2.00")]),
        ("23-equal-twins-one-id", "three.xml", [("2026-01-05", "-3.50")] * 3),
        ("24-zip-xlsx-merged", "camt.zip", [("2026-01-05", "-20.00"), ("2026-01-06", "-5.00")]),
        ("24-zip-xlsx-merged", "merged.xml", [("2026-01-05", "-20.00"), ("2026-01-06", "-5.00")]),
        ("25-ofx-investment-cash", "broker.ofx", [("2026-01-02", "1000.00"), ("2026-01-05", "-500.00")]),
        ("27-mt940-30-february", "feb.sta", [("2026-02-27", "-20.00")]),
        ("27-mt940-30-february", "feb2.sta", [("2026-03-02", "-20.00")]),
    ],
)
def test_every_entry_of_the_file_is_imported(case: str, file: str, entries: list[tuple[str, str]]) -> None:
    assert imported(account_of(case), case, file) == entries


def test_an_id_that_counts_within_its_file_hides_no_row_of_that_file() -> None:
    case = "02-ofx-fitid-counter"

    assert len(imported(account_of(case), case, "jan.ofx")) == 2
    assert [row.row.amount for row in shown(account_of(case), BANK_FILES / case / "feb.ofx").judged] == [-20, -21, -22]


@pytest.mark.parametrize(
    ("case", "file", "parts"),
    [
        ("11-qif-sections-without-account", "old.qif", {"Bank": "-5.00", "CCard": "-7.00"}),
        ("12-camt-unnamed-part-is-taken", "two.xml", {"DE02120300000000202051": "-20.00", "#2": "-7.00"}),
    ],
)
def test_the_account_of_the_file_is_asked_and_the_answer_is_imported_alone(case: str, file: str, parts: dict[str, str]) -> None:
    account = account_of(case)
    preview = shown(account, BANK_FILES / case / file)

    assert preview.questions == ("account",)
    assert [part.name for part in preview.parsed.accounts] == list(parts)
    name = list(parts)[1]
    assert [amount for _day, amount in imported(account, case, file, part=name)] == [parts[name]]


def test_an_ampersand_stays_one() -> None:
    case = "21-raw-ampersand"
    account = account_of(case)
    imported(account, case, "a.ofx")

    texts = account.transactions.order_by("-amount_minor").values_list("description", flat=True)
    assert list(texts) == ["SMITH&COPYSHOP", "FISH&LTD", "AT&T", "H&M"]


def test_an_impossible_day_of_a_balance_is_said_and_read_as_the_end_of_the_month() -> None:
    case = "27-mt940-30-february"
    preview = shown(account_of(case), BANK_FILES / case / "feb2.sta")

    assert preview.part
    assert preview.part.opening
    assert (preview.part.opening.amount, str(preview.part.opening.as_of)) == (Decimal("80.00"), "2026-02-28")
    assert ["30.02." in note for note in preview.notes] == [True]


@pytest.mark.parametrize(("file", "advice"), [("statement.pdf", r"\*Upload\*"), ("umsaetze.xlsx", "spreadsheet .* Save it as CSV")])
def test_a_file_without_entries_is_refused_with_advice(file: str, advice: str) -> None:
    case = "24-zip-xlsx-merged"

    with pytest.raises(FileRefused, match=advice):
        shown(account_of(case), BANK_FILES / case / file)
