"""Codes from the books of another program, which suggestions are learned from."""

from collections.abc import Iterable

from finance.categories.services import codes_from_books, write_codes_of_books
from finance.imports.judging import Judged
from finance.models import Account, Transaction
from finance.models.codes import Codes

OF_ITSELF = {"known", "changed"}


def code_rows(account: Account, judged: Iterable[Judged], added: Iterable[Judged]) -> None:
    """Store the codes of the added rows and of those that the ledger had already."""
    new = {result.entry: result.row.codes for result in added if result.entry}
    write_codes_of_books(account.organization, {entry: codes for entry, codes in (_of_known(judged) | new).items() if codes})


def brings_codes(account: Account, judged: Iterable[Judged]) -> bool:
    """True if the codes of known entries would change."""
    return bool(codes_from_books(account.organization, _of_known(judged)))


def _of_known(judged: Iterable[Judged]) -> dict[Transaction, Codes]:
    """Return the codes of known entries, except those with only a payee, which would replace better ones."""
    known = (result for result in judged if result.outcome in OF_ITSELF)
    return {result.twin: result.row.codes for result in known if result.twin and result.row.codes.say_more_than_payee}
