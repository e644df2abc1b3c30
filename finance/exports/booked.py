"""Entries for plain-text journals, each with its codes."""

from collections.abc import Iterable, Iterator

from finance.categories.services import codes_of
from finance.exports.journals import ProposedEntry, beancount_entry, hledger_entry
from finance.models import Transaction


def beancount_journal(rows: Iterable[Transaction]) -> Iterator[str]:
    """Yield the entries of a file to include."""
    return (beancount_entry(row.account, _proposed(row)) for row in rows)


def hledger_journal(rows: Iterable[Transaction]) -> Iterator[str]:
    return (hledger_entry(row.account, _proposed(row)) for row in rows)


def _proposed(row: Transaction) -> ProposedEntry:
    codes = codes_of(row)
    told = {"tieout-id": str(row.pk), "tax-code": codes.tax_code, "party": codes.party}
    return ProposedEntry(
        day=row.booked_on,
        text=row.description,
        amount=row.amount,
        payee=codes.payee,
        nominal=codes.nominal,
        told={name: value for name, value in told.items() if value},
    )
