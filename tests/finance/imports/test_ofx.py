"""OFX in both versions, as the specification's examples have it and as banks bend it."""

import datetime as dt
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from finance.imports.ofx import parse_ofx
from finance.imports.rows import StatedBalance
from finance.imports.untrusted_files import FileRefused
from tests.finance.imports.reading import parsed, said
from tests.finance.imports.samples import OFX_1, OFX_2


def test_version_1_without_end_tags() -> None:
    (account,) = parsed(OFX_1).accounts

    assert [said(row) for row in account.rows] == [
        ("2026-01-04", "-200.00", "", "00002"),
        ("2026-01-05", "-30.50", "CAFÉ & BAR", "00003"),
        ("2026-01-06", "1000.00", "Employer Salary", "00004"),
    ]
    assert [row.number for row in account.rows] == ["1000", "", ""]
    assert account.rows[1].reference == "R7"
    assert (account.number, account.currency, account.kind) == ("0012345678", "EUR", "checking")
    assert account.closing == StatedBalance(amount=Decimal("869.50"), as_of=dt.date(2026, 1, 31))


def test_version_2_and_a_card_with_the_holders_signs() -> None:
    (account,) = parsed(OFX_2, kind="credit_card").accounts

    assert [said(row) for row in account.rows] == [
        ("2026-01-10", "-12.34", "Zürich ❤ shop", "c1"),
        ("2026-01-11", "50.00", "Payment", "c2"),
    ]
    assert account.kind == "credit_card"
    assert account.closing == StatedBalance(amount=Decimal("-62.34"), as_of=dt.date(2026, 1, 31))


def test_all_on_one_line_is_the_same() -> None:
    assert parsed(OFX_2.replace(b"\n", b"")).accounts[0].rows == parsed(OFX_2).accounts[0].rows


def test_a_row_in_another_currency_says_so() -> None:
    abroad = OFX_1.replace(b"<CHECKNUM>1000", b"<CURRENCY><CURRATE>1.1<CURSYM>USD</CURRENCY>")

    assert [row.currency for row in parsed(abroad).accounts[0].rows] == ["USD", "EUR", "EUR"]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (b"<TRNAMT>-200.00", b"<TRNAMT>x", '"x" is not an amount in EUR'),
        (b"<TRNAMT>-200.00", b"<TRNAMT>-200.001", '"-200.001" is not an amount in EUR'),
        (b"<DTPOSTED>20260104", b"<DTPOSTED>20261304", '"20261304" is not a date'),
        (b"<CHECKNUM>1000", b"<CORRECTFITID>00001<CORRECTACTION>DELETE", "corrects the row with the ID 00001"),
    ],
)
def test_a_row_that_cannot_be_taken_says_why(old: bytes, new: bytes, problem: str) -> None:
    rows = parsed(OFX_1.replace(old, new)).accounts[0].rows

    assert problem in rows[0].problem
    assert [row.problem for row in rows[1:]] == ["", ""]


def test_an_answer_without_a_statement_is_refused() -> None:
    with pytest.raises(FileRefused, match="no account statement"):
        parsed(b"OFXHEADER:100\n\n<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>15500</STATUS></SONRS></SIGNONMSGSRSV1></OFX>")


def test_no_entity_is_expanded_and_no_file_is_read() -> None:
    bomb = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]>' + OFX_2[OFX_2.index(b"<OFX>") :]

    rows = parsed(bomb.replace(b"<NAME>Payment", b"<NAME>&a;&b;")).accounts[0].rows

    assert rows[1].description == "&a;&b;"


def test_deeper_than_any_statement_is_refused() -> None:
    with pytest.raises(FileRefused, match="nested too deeply"):
        parse_ofx("<OFX>" + "<A>" * 1000 + "</A>" * 1000)


@given(st.text(alphabet="<>/AOFX&;1 \n", max_size=300))
def test_any_text_is_a_tree(text: str) -> None:
    parse_ofx(text)
