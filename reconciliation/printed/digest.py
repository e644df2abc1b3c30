"""The digest of a statement's rows and balances: a decision, a confirmation and a conclusion each name the digest that was shown."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from reconciliation.printed.statement import PrintedStatement

Row = Mapping[str, Any]


def digest_of_rows(
    *, period: tuple[str | None, str | None], currency: str | None, balances: tuple[str | None, str | None], rows: Sequence[Row]
) -> str:
    """Return the SHA-256, in hexadecimal, of days (ISO 8601), currency, balances and rows. Each row has `date`, `amount`, `balance` and
    `description`; amounts are decimal text with the currency's places, unknown is None."""
    facts = [*period, currency, *balances, [[row["date"], row["amount"], row["balance"], row["description"]] for row in rows]]
    return hashlib.sha256(json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()


def digest_of_statement(statement: PrintedStatement) -> str:
    """Return the digest of a statement as it is printed, or as a person corrected it."""

    def text(value: object) -> str | None:
        return None if value is None else str(value)

    return digest_of_rows(
        period=(text(statement.period_start), text(statement.period_end)),
        currency=statement.currency,
        balances=(text(statement.opening_balance), text(statement.closing_balance)),
        rows=[
            {"date": text(line.date), "amount": str(line.amount), "balance": text(line.balance), "description": line.description}
            for line in statement.lines
        ],
    )
