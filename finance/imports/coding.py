"""Codes from the books of another program, which suggestions are learned from."""

from collections.abc import Iterable

from finance.categories.services import told_by_books, write_codes_of_books
from finance.imports.judging import Judged
from finance.models import Account, Transaction
from finance.models.codes import Codes

OF_ITSELF = {"known", "changed"}


def code_rows(account: Account, judged: Iterable[Judged], added: Iterable[Judged]) -> None:
    """Store the codes of the added rows and of those that the ledger had already."""
    new = {each.entry: each.row.codes for each in added if each.entry}
    write_codes_of_books(account.organization, {entry: codes for entry, codes in (_of_known(judged) | new).items() if codes})


def brings_codes(account: Account, judged: Iterable[Judged]) -> bool:
    """True if the codes of known entries would change."""
    return bool(told_by_books(account.organization, _of_known(judged)))


def _of_known(judged: Iterable[Judged]) -> dict[Transaction, Codes]:
    """Return the codes of known entries, except those with only a payee, which would replace better ones."""
    known = (each for each in judged if each.outcome in OF_ITSELF)
    return {each.twin: each.row.codes for each in known if each.twin and each.row.codes.say_more_than_payee}
