"""A hostile file ends soon in a clear refusal or in few rows, with nothing in the log."""

import os
import random

import pytest

from finance.imports.reading import READERS
from finance.imports.untrusted_files import LONGEST_FILE, FileRefused
from tests.finance.imports import programs, samples
from tests.finance.imports.actual_budget.making import BUDGET
from tests.finance.imports.gnucash.books import TABLES, TREE
from tests.finance.imports.reading import parsed

OFX = b"OFXHEADER:100\n<OFX><STMTRS><BANKTRANLIST>"
CAMT = b'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt>'
BAI2 = b"01,A,B,260101,0000,1,,,2/\n02,B,A,1,260101,,EUR,/\n03,1,EUR,/\n"
MT940 = b":20:A\n:25:1\n:60F:C260101EUR1,00\n"
OF_PROGRAMS = [programs.ACTUAL, programs.FIREFLY, programs.XERO_TRANSACTIONS, programs.QUICKBOOKS_DETAIL]
ENDLESS = {
    "a line and no end": b"Date,Amount\n" + b"x" * 9_000_000,
    "empty lines": b"Date,Amount\n" + b"\n" * 9_000_000,
    "a million rows": b"Date,Amount\n" + b"2026-01-03,1\n" * 700_000,
    "commas": b"," * 9_000_000,
    "open CDATA": OFX + b"<![CDATA[" * 500_000,
    "open tags": OFX + b"<STMTTRN>" * 500_000,
    "deep XML": CAMT + b"<a>" * 3_000_000,
    "many entries": b"!Type:Bank\n" + b"D1/31'26\nT1\n^\n" * 60_000,
    "digits in a field": MT940 + b":61:" + b"1" * 500_000,
    "continuations": BAI2 + b"88,\n" * 900_000,
    "groups of funds": BAI2 + b"16,165,1,D," + b"9," * 1_000_000,
    "an open text": b'2026-01-03 * "' + b"x\n" * 900_000,
    "ampersands": CAMT + b"&" * 3_000_000,
    "documents": CAMT + b"</Document>" * 300_000,
    "references": b":20:A\n" * 900_000,
    "blanks in a posting": b"2026-01-03 x\n  a" + b" " * 500_000 + b"b\n",
    "blanks in an amount": b"2026-01-03 x\n  assets:a  " + b"1 " * 200_000 + b"\n  b\n",
}
VALID = [
    samples.OFX_1, samples.OFX_2, samples.QIF_US, samples.CAMT_2, samples.MT940_GERMAN, samples.BEANCOUNT, samples.HLEDGER, samples.BAI2,
    TREE, TABLES,
    *OF_PROGRAMS,
    BUDGET,
]  # fmt: skip


def rows_or_refusal(data: bytes) -> int:
    try:
        return sum(len(account.rows) for account in parsed(data).accounts)
    except FileRefused:
        return 0


@pytest.mark.parametrize("name", ENDLESS)
def test_the_reading_of_a_bottomless_file_ends(name: str) -> None:
    assert rows_or_refusal(ENDLESS[name]) <= 1


@pytest.mark.parametrize(
    "data", [b"\0" * 100, b"PK\x03\x04" + os.urandom(1000), b"%PDF-1.7\n\x81\0", b"\xff\xfe\0", b"x" * (LONGEST_FILE + 1)]
)
def test_a_file_that_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(FileRefused):
        parsed(data)


@pytest.mark.parametrize("sample", VALID, ids=range(len(VALID)))
def test_a_file_with_damage_anywhere_is_read_or_refused(sample: bytes) -> None:
    chance = random.Random(7)  # noqa: S311  nothing secret
    for _ in range(150):
        damaged = bytearray(sample)
        for _ in range(chance.randint(1, 6)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        cut = chance.randrange(len(damaged)) if chance.random() < 0.3 else len(damaged)
        rows_or_refusal(bytes(damaged[:cut]))


def test_no_parser_writes_content_of_a_file_into_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG", logger="tests")
    for data in (*VALID, samples.MT940_GERMAN.replace(b":61:26", b":61:xx")):
        rows_or_refusal(data)

    assert caplog.text == ""


def test_every_format_has_its_reader_and_is_tried_here() -> None:
    assert {parsed(data).format for data in VALID} | {"csv"} == set(READERS)
