"""Rows that the books lack as a file to include in a beancount or hledger journal, with the bank's balance asserted."""

import datetime as dt
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from finance.exports.journals import Asserted, ProposedEntry, beancount_lines, hledger_lines
from finance.models.coding import NONE
from reconciliation.posting.coding import suggested
from reconciliation.presentation.statement_page import Sheet

WRITERS = {"beancount": beancount_lines, "hledger": hledger_lines}
Json = Mapping[str, Any]


def journal_of(sheet: Sheet, form: str) -> str:
    """Return the journal; `form` is one of `WRITERS`. Raises ValueError if the account of the statement is unknown.

    The balance is asserted only if the books reach it with these entries: with an outstanding payment they do not."""
    if sheet.account is None:
        raise ValueError("the statement has no account")
    proposed = list(_proposed(sheet))
    head = f"; {sheet.statement.statement_import.sha256}\n\n"
    return head + "".join(WRITERS[form](sheet.account, proposed, _asserted(sheet, proposed)))


def _proposed(sheet: Sheet) -> Iterator[ProposedEntry]:
    """Yield new rows with the accounts of their payee's last entries, without rows that were printed before or that the bank reversed."""
    items = [item for item in (sheet.verdict or {}).get("new", []) if item["date"] and not item["repeats"] and not item["undone_by"]]
    for item, learned in zip(items, suggested(sheet.statement.statement_import.organization, items), strict=True):
        codes = learned.codes if learned else NONE
        metadata = {"tieout-statement": sheet.statement.statement_import.sha256, "tieout-line": str(item["line"])}
        coded = {"tax-code": codes.tax_code, "party": codes.party}
        yield ProposedEntry(
            day=dt.date.fromisoformat(item["date"]),
            text=item["description"],
            amount=Decimal(item["amount"]),
            payee=codes.payee,
            nominal=codes.nominal,
            told=metadata | {name: value for name, value in coded.items() if value},
        )


def _asserted(sheet: Sheet, proposed: list[ProposedEntry]) -> Asserted | None:
    closing: Json = (sheet.verdict or {}).get("closing_balance") or {}
    bank, books = closing.get("statement"), closing.get("books")
    if bank is None or books is None or sheet.statement.period_end is None:
        return None
    comes_to = Decimal(books) + sum((entry.amount for entry in proposed), Decimal(0))
    return Asserted(day=sheet.statement.period_end, balance=Decimal(bank)) if comes_to == Decimal(bank) else None
