"""QIF, CAMT, MT940 and journals as their specifications and the programs have them."""

import datetime as dt
from decimal import Decimal

import pytest

from finance.imports.reading import recognized_format
from finance.imports.rows import FileAccount, StatedBalance
from finance.imports.untrusted_files import FileRefused
from finance.models.ledger_import import Choices
from tests.finance.imports import samples
from tests.finance.imports.reading import account_named, parsed, said

END = dt.date(2026, 1, 31)


def only(data: bytes, *, choices: Choices | None = None) -> FileAccount:
    (account,) = parsed(data, choices=choices).accounts
    return account


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (samples.OFX_1, "ofx"),
        (samples.OFX_2, "ofx"),
        (samples.QIF_US, "qif"),
        (samples.QIF_EUROPE, "qif"),
        (samples.CAMT_2, "camt"),
        (samples.CAMT_8, "camt"),
        (samples.MT940_GERMAN, "mt940"),
        (samples.MT940_DUTCH, "mt940"),
        (samples.BEANCOUNT, "beancount"),
        (samples.HLEDGER, "hledger"),
        (b"Date,Amount\n2026-01-03,1.00\n", "csv"),
        (b"2026-01-03 10:00;1,00;x\n2026-01-04 10:00;1,00;x\n", "csv"),
    ],
)
def test_the_format_is_recognized_from_the_content_of_the_file(data: bytes, name: str) -> None:
    assert recognized_format(data) == name


# QIF ----------------------------------------------------------------------------------------------


def test_qif_of_the_united_states() -> None:
    account = only(samples.QIF_US)

    assert account.name == "Checking"
    assert "opening balance" in account.rows[0].problem
    assert [said(row) for row in account.rows[1:]] == [
        ("2026-01-31", "-1234.56", "Landlord Rent", ""),
        ("2026-02-03", "12.50", "Refund", ""),
    ]
    assert [row.number for row in account.rows] == ["", "1001", ""]
    assert [row.place for row in account.rows] == [6, 12, 19]


def test_qif_of_europe() -> None:
    account = only(samples.QIF_EUROPE)

    assert [said(row)[:2] for row in account.rows] == [("2026-01-31", "-1234.56"), ("2026-02-03", "12.50")]
    assert account.kind == "credit_card"


def test_qif_whose_days_may_be_months_is_asked() -> None:
    data = samples.QIF_EUROPE.replace(b"31.01.2026", b"1/2/2026")

    assert parsed(data).questions == ("date_order",)
    assert only(data, choices=Choices(date_order="mdy")).rows[0].booked_on == dt.date(2026, 1, 2)
    assert only(data, choices=Choices(date_order="dmy")).rows[0].booked_on == dt.date(2026, 2, 1)


def test_qif_of_investments_alone_is_refused() -> None:
    with pytest.raises(FileRefused, match="no entries of a bank account"):
        parsed(b"!Type:Invst\nD1/31'26\nNBuy\nYACME\nI10\nQ3\n^\n")


# CAMT ---------------------------------------------------------------------------------------------


def test_camt_in_version_2() -> None:
    account = only(samples.CAMT_2)

    assert [said(row) for row in account.rows] == [
        ("2026-01-05", "-30.50", "Café Zürich Invoice 7 second line", "B1"),
        ("2026-01-06", "-300.00", "Batch of three", "B2"),
        ("2026-01-07", "1.0", "Returned debit", ""),
        ("2026-01-30", "5.00", "", ""),
    ]
    assert [row.status for row in account.rows] == ["posted", "posted", "posted", "pending"]
    assert account.rows[0].reference == "E-77"
    assert (account.number, account.currency) == ("DE02120300000012345678", "EUR")
    assert account.opening == StatedBalance(amount=Decimal("100.00"), as_of=dt.date(2025, 12, 31))
    assert account.closing == StatedBalance(amount=Decimal("-229.50"), as_of=END)


def test_camt_in_version_8() -> None:
    account = only(samples.CAMT_8)

    assert [said(row) for row in account.rows] == [("2026-01-05", "-40.50", "Power Ltd", "T9")]
    assert account.rows[0].reference == "RF18539007547034"
    assert account.closing == StatedBalance(amount=Decimal("59.50"), as_of=END)


@pytest.mark.parametrize(("statement", "envelope"), [(b"Rpt", b"BkToCstmrAcctRpt"), (b"Ntfctn", b"BkToCstmrDbtCdtNtfctn")])
def test_reports_and_notices_are_read_as_statements_are(statement: bytes, envelope: bytes) -> None:
    data = samples.CAMT_2.replace(b"BkToCstmrStmt", envelope).replace(b"<Stmt>", b"<" + statement + b">")

    assert only(data.replace(b"</Stmt>", b"</" + statement + b">")).rows == only(samples.CAMT_2).rows


def test_several_statements_of_one_account_are_one_account() -> None:
    begin, end = samples.CAMT_2.index(b"<Stmt>"), samples.CAMT_2.index(b"</Stmt>") + 7
    later = samples.CAMT_2[begin:end].replace(b"2026-01-31", b"2026-02-28").replace(b"229.50", b"459.00")
    account = only(samples.CAMT_2[:end] + later + samples.CAMT_2[end:])

    assert [row.place for row in account.rows] == list(range(1, 9))
    assert account.opening == StatedBalance(amount=Decimal("100.00"), as_of=dt.date(2025, 12, 31))
    assert account.closing == StatedBalance(amount=Decimal("-459.00"), as_of=dt.date(2026, 2, 28))


def test_an_entry_for_information_only_is_refused_as_not_booked() -> None:
    assert "not booked" in only(samples.CAMT_2.replace(b"<Sts>BOOK</Sts>", b"<Sts>INFO</Sts>")).rows[0].problem


@pytest.mark.parametrize(
    "head",
    [
        '<!DOCTYPE a [<!ENTITY x "1">]>',
        '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd">',
        '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>',
    ],
)
def test_xml_with_a_document_type_is_refused(head: str) -> None:
    with pytest.raises(FileRefused, match="contains parts that are not allowed"):
        parsed(samples.CAMT_2.replace(b"<Document", head.encode() + b"<Document"))


def test_damaged_xml_is_refused() -> None:
    with pytest.raises(FileRefused, match="damaged"):
        parsed(samples.CAMT_2[:-30])


# MT940 --------------------------------------------------------------------------------------------


def test_mt940_of_a_german_bank() -> None:
    account = only(samples.MT940_GERMAN)

    assert [said(row)[:3] for row in account.rows] == [
        ("2026-01-03", "-19.50", "VERMIETER GMBH Miete Januar"),
        ("2026-01-05", "100.00", "Gutschrift ohne Struktur"),
        ("2026-01-06", "-5", "Storno"),
    ]
    assert [row.reference for row in account.rows] == ["X123", "", ""]
    assert (account.number, account.currency) == ("12345678", "EUR")
    assert account.opening == StatedBalance(amount=Decimal("100.00"), as_of=dt.date(2026, 1, 1))
    assert account.closing == StatedBalance(amount=Decimal("175.50"), as_of=END)


def test_mt940_of_a_dutch_bank() -> None:
    account = only(samples.MT940_DUTCH)

    assert [said(row)[:2] for row in account.rows] == [("2026-01-05", "-30.50"), ("2026-01-06", "5.25")]
    assert "Bakker Jansen" in account.rows[0].description
    assert account.number == "NL02RABO0123456789"
    assert account.closing == StatedBalance(amount=Decimal("74.75"), as_of=END)


def test_the_closing_remark_of_an_mt940_statement_is_not_added_to_its_last_entry() -> None:
    data = samples.MT940_DUTCH + b":86:D000001C000001D30,50C5,25\n-XXX\n"

    assert only(data).rows == only(samples.MT940_DUTCH).rows


def test_interim_pages_of_mt940_are_one_account() -> None:
    first, last = (
        samples.MT940_DUTCH.replace(b":62F:", b":62M:"),
        samples.MT940_DUTCH.replace(b":60F:", b":60M:").replace(b"74,75", b"49,50"),
    )
    account = only(first + b"-\n" + last)

    assert len(account.rows) == 4
    assert account.opening == StatedBalance(amount=Decimal("100.00"), as_of=dt.date(2026, 1, 1))
    assert account.closing == StatedBalance(amount=Decimal("49.50"), as_of=END)


def test_a_text_that_names_a_file_of_this_machine_reads_no_file() -> None:
    with pytest.raises(FileRefused):
        parsed(b"/etc/hostname")


# Journals -----------------------------------------------------------------------------------------


def test_beancount() -> None:
    account = account_named(samples.BEANCOUNT, "Assets:Bank:Checking")

    assert [said(row)[:3] for row in account.rows] == [
        ("2026-01-03", "-1200.00", 'Landlord Rent "January"'),
        ("2026-01-04", "-3.50", "Coffee; black"),
        ("2026-01-05", "-30.00", "Broker Shares"),
    ]
    assert account.closing == StatedBalance(amount=Decimal("-1233.50"), as_of=END)
    assert [said(row)[:2] for row in account_named(samples.BEANCOUNT, "Liabilities:Card").rows] == [("2026-01-06", "-18.0000")]
    assert [account.name for account in parsed(samples.BEANCOUNT).accounts] == ["Assets:Bank:Checking", "Assets:Broker", "Liabilities:Card"]


def test_hledger() -> None:
    account = only(samples.HLEDGER)

    assert [said(row)[:3] for row in account.rows] == [("2026-01-03", "-1200.00", "Landlord Rent"), ("2026-01-04", "-3.50", "Coffee")]
    assert account.rows[0].number == "1001"
    assert account.closing == StatedBalance(amount=Decimal("-1203.50"), as_of=dt.date(2026, 1, 4))


@pytest.mark.parametrize(
    ("amount", "taken"),
    [
        ("$-12.00", "-12.00"),
        ("-$12.00", "-12.00"),
        ("$ 1,234.50", "1234.50"),
        ("12.00 EUR", "12.00"),
        ("+12.00 EUR", "12.00"),
        ("(1 + 2) EUR", None),
        ("12..0 EUR", None),
        ("x", None),
    ],
)
def test_an_amount_of_a_journal_is_plain_or_not_taken(amount: str, taken: str | None) -> None:
    data = f"2026-01-03 x\n    assets:a   {amount}\n    assets:b   1.25 EUR\n    equity\n".encode()
    row = account_named(data, "assets:a").rows[0]

    assert (row.amount, bool(row.problem)) == (None if taken is None else Decimal(taken), taken is None)


def test_an_omitted_amount_is_calculated_only_in_an_entry_of_one_commodity() -> None:
    data = b"2026-01-03 x\n    expenses:a   1.25 EUR\n    expenses:b   1.00 USD\n    assets:c\n"

    assert "an amount that only the program itself can calculate" in only(data).rows[0].problem


def test_pads_are_named_and_not_made_up() -> None:
    data = samples.BEANCOUNT + b"2026-02-01 pad Assets:Bank:Checking Equity:Opening\n"

    assert "filled in by beancount" in account_named(data, "Assets:Bank:Checking").rows[-1].problem


@pytest.mark.parametrize("line", ["include other.journal", "~ monthly", "= expenses:food", "01-03 no year", "alias a=b"])
def test_a_directive_that_only_its_program_can_evaluate_is_refused(line: str) -> None:
    with pytest.raises(FileRefused, match="needs the program that wrote it"):
        parsed(samples.HLEDGER + f"\n{line}\n    a  1\n".encode())
