"""What the books of another program say that entries are booked as: this is learned from."""

from collections.abc import Iterable

from finance.coding.services import write_codes_of_books
from finance.imports.judging import Judged
from finance.models import Account

OF_ITSELF = {"known", "changed"}


def code_rows(account: Account, judged: Iterable[Judged], added: Iterable[Judged]) -> None:
    """Those that were added, and those that the ledger has already."""
    known = {each.twin: each.row.codes for each in judged if each.outcome in OF_ITSELF and each.twin}
    new = {each.entry: each.row.codes for each in added if each.entry}
    write_codes_of_books(account.organization, {entry: codes for entry, codes in (known | new).items() if codes})
