"""What the books lack of a statement, as a file that a journal of beancount or hledger includes, with the bank's balance asserted."""

import datetime as dt
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from finance.exports.journals import Asserted, Proposed, beancount_lines, hledger_lines
from reconciliation.working_paper import Sheet

WRITERS = {"beancount": beancount_lines, "hledger": hledger_lines}
Json = Mapping[str, Any]


def journal_of(sheet: Sheet, form: str) -> str:
    """`form` is one of `WRITERS`. Raises ValueError where nobody knows whose the statement is.

    The balance is asserted only if the books come to it with these entries: with a payment that is still under way they do not."""
    if sheet.account is None:
        raise ValueError("the statement has no account")
    proposed = list(_proposed(sheet))
    head = f"; {sheet.statement.statement_import.sha256}\n\n"
    return head + "".join(WRITERS[form](sheet.account, proposed, _asserted(sheet, proposed)))


def _proposed(sheet: Sheet) -> Iterator[Proposed]:
    """New rows, but for those that were printed before or that the bank undid itself."""
    for item in (sheet.verdict or {}).get("new", []):
        if item["date"] and not item["repeats"] and not item["undone_by"]:
            told = {"tieout-statement": sheet.statement.statement_import.sha256, "tieout-line": str(item["line"])}
            yield Proposed(day=dt.date.fromisoformat(item["date"]), text=item["description"], amount=Decimal(item["amount"]), told=told)


def _asserted(sheet: Sheet, proposed: list[Proposed]) -> Asserted | None:
    closing: Json = (sheet.verdict or {}).get("closing_balance") or {}
    bank, books = closing.get("statement"), closing.get("books")
    if bank is None or books is None or sheet.statement.period_end is None:
        return None
    comes_to = Decimal(books) + sum((each.amount for each in proposed), Decimal(0))
    return Asserted(day=sheet.statement.period_end, balance=Decimal(bank)) if comes_to == Decimal(bank) else None
