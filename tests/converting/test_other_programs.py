"""Every format is read by another program's parser, to the same rows."""

import datetime as dt
import io
import shutil
import subprocess
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from beancount import loader
from beancount.core.data import Open, Transaction
from hypothesis import given
from lxml import etree
from mt940 import parse_statements
from ofxtools.Parser import OFXTree
from openpyxl import load_workbook

from reconciliation.converting.source import ConvertedStatement
from tests.converting.statements import HOSTILE, STATEMENTS, line, printed_rows, statement_of, written

pytestmark = pytest.mark.filterwarnings("ignore:Encountered private extension tag <INTU.BID>")
CARD = statement_of(line("-3.50"), account_kind="credit_card", account_hint="•••• 7702", closing_balance=Decimal("-96.50"))
EVERY_TEXT = statement_of(*(line("-1.00", text, number) for number, text in enumerate(HOSTILE, 1)), line("1234567.89", "Salary", 30))
NOT_PROVED = statement_of(line("-3.50"), reasons=["The balance beside row 1 does not follow from the row."])


def ofx_statements(data: bytes) -> Any:
    tree = OFXTree()
    tree.parse(io.BytesIO(data))
    return tree.convert().statements


@pytest.mark.parametrize("form", ["ofx", "qbo"])
def test_ofxtools_reads_the_rows_and_the_balance(form: str) -> None:
    [read] = ofx_statements(written(form, EVERY_TEXT))

    assert [(row.dtposted.date(), row.trnamt) for row in read.transactions] == [row[:2] for row in printed_rows(EVERY_TEXT)]
    assert [" ".join((row.memo or row.name).split()) for row in read.transactions] == [row[2] for row in printed_rows(EVERY_TEXT)]
    assert (read.curdef, read.account.acctid, read.ledgerbal.balamt) == ("EUR", "40827316", EVERY_TEXT.printed.closing_balance)
    assert read.ledgerbal.dtasof.date() == dt.date(2026, 6, 30)


@pytest.mark.parametrize("form", ["ofx", "qbo"])
def test_ofxtools_tells_a_card_from_an_account(form: str) -> None:
    account, card = ofx_statements(written(form, CARD, EVERY_TEXT))

    assert (type(account).__name__, type(card).__name__) == ("STMTRS", "CCSTMTRS")
    assert card.ledgerbal.balamt == Decimal("-96.50")


def test_the_mark_in_ofx_is_a_warning_of_the_statement() -> None:
    tree = OFXTree()
    tree.parse(io.BytesIO(written("ofx", NOT_PROVED)))
    [answer] = tree.convert().bankmsgsrsv1

    assert (answer.status.severity, answer.status.message) == ("WARN", NOT_PROVED.warning)


def test_mt940_reads_the_rows_and_both_balances() -> None:
    [read] = parse_statements(io.StringIO(written("mt940", EVERY_TEXT).decode().replace("\r\n", "\n")))

    entries = [entry.data for entry in read.transactions]
    rows = [(dt.date(one["entry_date"].year, one["entry_date"].month, one["entry_date"].day), one["amount"].amount) for one in entries]
    assert rows == [row[:2] for row in printed_rows(EVERY_TEXT)]
    balances = [read.data[name].amount for name in ("final_opening_balance", "final_closing_balance")]
    assert [(one.amount, one.currency) for one in balances] == [(Decimal("100.00"), "EUR"), (EVERY_TEXT.printed.closing_balance, "EUR")]


def test_openpyxl_reads_numbers_days_and_texts() -> None:
    book = load_workbook(io.BytesIO(written("xlsx", EVERY_TEXT)))
    head, *rows = book["Rows"].iter_rows()

    assert [cell.value for cell in head] == ["date", "description", "amount", "balance", "currency", "account", "page"]
    read = [(row[0].value.date(), Decimal(str(row[2].value))) for row in rows]
    assert read == [row[:2] for row in printed_rows(EVERY_TEXT)]
    assert {row[1].data_type for row in rows} == {"s"}
    assert {cell.data_type for row in rows for cell in (row[2],)} == {"n"}
    assert [cell.value for cell in book["Statements"][2]][-2:] == ["proved", None]


def test_beancount_finds_no_fault_and_the_same_rows() -> None:
    entries, errors, _options = loader.load_string(written("beancount", EVERY_TEXT, CARD).decode())

    assert errors == []
    assert {one.account for one in entries if isinstance(one, Open)} >= {"Assets:Harbour-Vale-40827316", "Liabilities:Harbour-Vale-7702"}
    ours = [one for one in entries if isinstance(one, Transaction) and one.postings[0].account.startswith("Assets")]
    rows = [(one.date, units.number, one.narration) for one in ours if (units := one.postings[0].units)]
    assert sorted(rows) == sorted(printed_rows(EVERY_TEXT))


@pytest.mark.hledger
def test_hledger_finds_no_fault_and_the_same_rows(tmp_path: Path) -> None:
    journal = tmp_path / "made.journal"
    journal.write_bytes(written("hledger", EVERY_TEXT))
    hledger = str(shutil.which("hledger"))
    command = [hledger, "-f", str(journal), "register", "assets", "-O", "csv"]
    read = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()

    assert len(read) == len(EVERY_TEXT.lines) + 1
    total = subprocess.run([hledger, "-f", str(journal), "balance", "assets", "-N", "--flat"], check=True, capture_output=True, text=True)
    assert f"{sum(line.amount for line in EVERY_TEXT.lines):.2f}" in total.stdout.replace(",", "")


@given(statement=STATEMENTS)
@pytest.mark.slow
def test_any_statement_is_read_by_ofxtools_and_openpyxl(statement: ConvertedStatement) -> None:
    [read] = ofx_statements(written("ofx", statement))
    _head, *rows = load_workbook(io.BytesIO(written("xlsx", statement)))["Rows"].iter_rows(values_only=True)

    assert [(row.dtposted.date(), row.trnamt) for row in read.transactions] == [row[:2] for row in printed_rows(statement)]
    assert [(row[0].date(), Decimal(str(row[2])).quantize(Decimal("0.01"))) for row in rows] == [row[:2] for row in printed_rows(statement)]


SCHEMA = etree.XMLSchema(etree.parse(Path(__file__).with_name("camt.053.001.02.xsd")))
"""The schema that ISO 20022 publishes."""


@pytest.mark.parametrize("statement", [EVERY_TEXT, CARD, NOT_PROVED], ids=["every text", "card", "not proved"])
def test_camt_is_valid_by_the_schema_of_the_standard(statement: ConvertedStatement) -> None:
    SCHEMA.assertValid(etree.fromstring(written("camt053", statement)))


@given(statement=STATEMENTS)
@pytest.mark.slow
def test_any_statement_is_valid_by_the_schema(statement: ConvertedStatement) -> None:
    SCHEMA.assertValid(etree.fromstring(written("camt053", statement)))


def test_the_mark_in_camt_is_the_information_of_the_statement() -> None:
    [mark] = etree.fromstring(written("camt053", NOT_PROVED)).iter("{*}AddtlStmtInf")

    assert mark.text == NOT_PROVED.warning
