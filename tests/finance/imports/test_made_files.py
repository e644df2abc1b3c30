"""Files of every format, made at random, are read to the rows, accounts and balances from which they were made."""

import re
from collections import Counter
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from finance.imports.rows import FileAccount
from finance.imports.untrusted_files import FileRefused
from tests.finance.imports import made_files
from tests.finance.imports.made_files import BOOKS, LINES_LIKE_FIELDS, STATEMENTS, TABLES, Entry, MadeAccount, accounts
from tests.finance.imports.reading import parsed

few = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def rows_of(part: FileAccount) -> Counter[tuple[str, Decimal | None, str]]:
    assert [row.problem for row in part.rows if row.problem] == []
    return Counter((str(row.booked_on), row.amount, row.description) for row in part.rows)


def made_rows(entries: list[Entry], *, text_ends: str = "", slash: str = "/") -> Counter[tuple[str, Decimal, str]]:
    return Counter((str(entry.day), entry.amount, entry.text.replace("/", slash) + text_ends) for entry in entries)


def by_number(data: bytes) -> dict[str, FileAccount]:
    read = parsed(data)
    assert (read.questions, read.notes) == ((), ())
    parts = read.accounts
    return {re.sub(r".*\D", "", part.name): part for part in parts}


@pytest.mark.parametrize("name", sorted(STATEMENTS))
@given(made=accounts())
@few
def test_statements_are_read_to_their_rows_and_balances(name: str, made: list[MadeAccount]) -> None:
    read = by_number(STATEMENTS[name](made))

    assert read.keys() == {account.number for account in made}
    for account in made:
        part = read[account.number]
        assert rows_of(part) == made_rows(account.entries, slash="-" if name == "bai2" else "/")
        assert part.closing
        assert part.closing.amount == account.statements[-1].closing
        assert part.notes == ()
        if not name.startswith("ofx"):
            assert part.opening
            assert part.opening.amount == account.statements[0].opening
            assert_statements_hold(part)


def assert_statements_hold(part: FileAccount) -> None:
    """Every statement of the part leads from its opening to its closing balance, which its last row has too if there are several."""
    for statement in part.statements:
        rows = [row for row in part.rows if statement.first <= row.place <= statement.last]
        assert statement.opening
        assert statement.closing
        assert statement.opening.amount + sum(row.amount or 0 for row in rows) == statement.closing.amount
        assert rows[-1].balance in {None, statement.closing.amount}
    assert sum(statement.last - statement.first + 1 for statement in part.statements) == len(part.rows)


@pytest.mark.parametrize("line", sorted(LINES_LIKE_FIELDS))
@given(made=accounts())
@few
def test_a_line_that_looks_like_a_field_stays_in_the_text(line: str, made: list[MadeAccount]) -> None:
    read = by_number(made_files.mt940(made, further=line).encode("cp1252"))

    for account in made:
        assert rows_of(read[account.number]) == made_rows(account.entries, text_ends=f" {line}")


@pytest.mark.parametrize("name", sorted(BOOKS))
@given(made=accounts())
@few
def test_books_are_read_to_their_rows(name: str, made: list[MadeAccount]) -> None:
    read = by_number(BOOKS[name](made))

    for account in made:
        assert rows_of(read[account.number]) == made_rows(account.entries)
        if name == "qif":
            assert (balance := read[account.number].closing)
            assert balance.amount == account.statements[-1].closing


@pytest.mark.parametrize("name", sorted(TABLES))
@given(made=accounts())
@few
def test_spreadsheets_are_read_to_their_rows(name: str, made: list[MadeAccount]) -> None:
    (part,) = parsed(TABLES[name](made)).accounts

    assert rows_of(part) == made_rows(made[0].entries)


OF_LINES = ["bai2", "beancount", "hledger", "mt940", "ofx", "ofx without end tags", "qif"]


@pytest.mark.parametrize("name", OF_LINES)
@given(made=accounts(), data=st.data())
@few
def test_without_any_one_line_no_row_is_lost_in_silence(name: str, made: list[MadeAccount], data: st.DataObject) -> None:
    """The rows are the same, or a row, a note, a name, a balance or the refusal of the file shows that they are not."""
    writer = {**STATEMENTS, **BOOKS}[name]
    lines = writer(made).split(b"\n")
    place = data.draw(st.integers(min_value=0, max_value=len(lines) - 1))
    try:
        read = parsed(b"\n".join([*lines[:place], *lines[place + 1 :]]))
    except FileRefused:
        return
    whole = {(account.number, entry.day, entry.amount) for account in made for entry in account.entries}
    numbers = {account.number for account in made}
    rows = [(re.sub(r".*\D", "", part.name), row.booked_on, row.amount) for part in read.accounts for row in part.rows]
    is_same = whole == set(rows) and len(rows) == sum(len(account.entries) for account in made)
    is_asked = any(number not in numbers for number, _day, _amount in rows) or bool(read.questions)
    is_told = bool(read.notes) or any(part.notes or not holds(part) for part in read.accounts)
    assert is_same or is_asked or is_told or any(row.problem for part in read.accounts for row in part.rows)


def holds(part: FileAccount) -> bool:
    """Balances are there, and the rows lead from one to the next."""
    if not part.opening or not part.closing:
        return False
    chain = [part.opening.amount]
    for row in part.rows:
        chain.append(chain[-1] + (row.amount or 0))
        if row.balance not in {None, chain[-1]}:
            return False
    return chain[-1] == part.closing.amount
