"""The columns of a table of rows: which there are, in which order, and their widest cells."""

import datetime as dt
from collections.abc import Sequence
from decimal import Decimal

from tests.reading.making.bank import Bank, Entry
from tests.reading.making.columns import Column
from tests.reading.making.texts import lines_of
from tests.reading.making.truth import Account, sums


def row_columns(bank: Bank, account: Account, entries: Sequence[Entry], opening: Decimal | None) -> list[Column]:
    habits = bank.habits
    lines = [line for entry in entries for line in lines_of(bank, entry.movement, None)]
    texts = [*_side(bank), Column("text", bank.word("text"), lines)]
    figures = _figures(bank, account, entries, opening)
    return _dates(bank, account, entries) + (figures + texts if habits["column_order"] == "amount_first" else texts + figures)


def day_text(bank: Bank, day: dt.date, time: str) -> str:
    """A row's day, with the time where this bank prints it."""
    text = bank.days.row(day)
    return f"{text} {time}" if bank.habits["date_extra"] == "time" else text


def _figures(bank: Bank, account: Account, entries: Sequence[Entry], opening: Decimal | None) -> list[Column]:
    habits = bank.habits
    into, out = sums(tuple(entry.movement for entry in entries))
    amounts = [*(entry.movement.amount for entry in entries), into, -out, into - out]
    rows = [bank.amount_cells(account, amount) for amount in amounts]
    roles = ("debit", "credit") if habits["way"] == "columns" else ("amount",)
    columns = [Column(role, bank.heading(role), [row[role] for row in rows if role in row], habits["align"]) for role in roles]
    if habits["column_order"] == "credit_first":
        columns.reverse()
    if habits["way"] == "typed":
        columns.insert(0 if bank.type_first else 1, Column("type", bank.word("type"), bank.types))
    if habits.running:
        balances = [*(entry.balance for entry in entries), opening or Decimal(0)]
        columns.append(Column("balance", bank.heading("balance"), [bank.balance(account, one) for one in balances], habits["align"]))
    return columns


def _dates(bank: Bank, account: Account, entries: Sequence[Entry]) -> list[Column]:
    habits = bank.habits
    if habits["date_on"] == "heading":
        return []
    days = [day_text(bank, entry.movement.day, entry.movement.time) for entry in entries] + [day_text(bank, account.first, "00:00")]
    columns = [Column("date", bank.word("date"), days)]
    if habits["second_date"] == "value":
        columns.append(Column("other", bank.word("value"), days))
    if habits["second_date"] == "transaction":
        columns.insert(0, Column("other", bank.word("transaction"), days))
    return columns


def _side(bank: Bank) -> list[Column]:
    if bank.habits["side_column"] == "reference":
        return [Column("side", bank.word("reference"), ["00000000"])]
    return [Column("side", "#", ["000"])] if bank.habits["side_column"] == "serial" else []
