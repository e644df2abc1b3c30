"""What the books of another program say that entries are booked as: this is learned from."""

from collections.abc import Iterable

from finance.categories.services import told_by_books, write_codes_of_books
from finance.imports.judging import Judged
from finance.models import Account, Transaction
from finance.models.codes import Codes

OF_ITSELF = {"known", "changed"}


def code_rows(account: Account, judged: Iterable[Judged], added: Iterable[Judged]) -> None:
    """Those that were added, and those that the ledger has already."""
    new = {each.entry: each.row.codes for each in added if each.entry}
    write_codes_of_books(account.organization, {entry: codes for entry, codes in (_of_known(judged) | new).items() if codes})


def brings_codes(account: Account, judged: Iterable[Judged]) -> bool:
    """Would entries that the ledger has already be booked otherwise?"""
    return bool(told_by_books(account.organization, _of_known(judged)))


def _of_known(judged: Iterable[Judged]) -> dict[Transaction, Codes]:
    """A payee alone takes nothing away that was known before."""
    known = (each for each in judged if each.outcome in OF_ITSELF)
    return {each.twin: each.row.codes for each in known if each.twin and each.row.codes.say_more_than_payee}
