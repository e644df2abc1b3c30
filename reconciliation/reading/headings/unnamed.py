"""Amounts under no heading: where the headings name the day and no money, and the rows print one figure behind them all."""

from collections.abc import Sequence
from dataclasses import replace

from reconciliation.reading.headings.roles import Column
from reconciliation.reading.tokens.dates import fold
from reconciliation.reading.tokens.printed import Printed
from reconciliation.reading.vocabulary.column_names import DATE_ROLES, MONEY_ROLES, UNIT


def with_unnamed_amount(columns: Sequence[Column], below: Printed | None) -> tuple[Column, ...] | None:
    """The columns and one of amounts behind them, told from the first row; a direction named before the day is the section's name."""
    dates = [column for column in columns if column.role in DATE_ROLES]
    if below is None or not below.begins_with_day or not dates or len(columns) < 2:
        return None
    money = [column for column in columns if column.role in MONEY_ROLES]
    if any(column.x1 > dates[0].x0 or column.role not in {"debit", "credit"} for column in money):
        return None
    behind = [figure for figure in below.figures if figure.x0 > columns[-1].x1]
    if len(behind) != 1:
        return None
    named = [replace(column, role="section") if column in money else column for column in columns]
    return (*named, Column("amount", behind[0].x0, behind[0].x1))


def under_currency(block: Sequence[Printed], amounts: Column) -> bool:
    """Does the heading of the amounts say nothing but their currency?"""
    over = [word for printed in block for word in printed.row.words if min(word.x1, amounts.x1) > max(word.x0, amounts.x0)]
    return len(over) == 1 and UNIT.fullmatch(fold(over[0].text)) is not None
