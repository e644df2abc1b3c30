"""What the books of another program say that entries are booked as: this is learned from."""

from collections.abc import Iterable

from finance.coding.models import Coding
from finance.coding.services import uncoded, write_codes
from finance.imports.judging import Judged
from finance.models import Account

OF_ITSELF = {"known", "changed"}


def code_rows(account: Account, judged: Iterable[Judged], added: Iterable[Judged]) -> None:
    """Those that were added, and those that the ledger has already, unless a person has said here what they are booked as."""
    new = {each.entry: each.row.codes for each in added if each.entry and each.row.codes}
    known = {each.twin: each.row.codes for each in judged if each.outcome in OF_ITSELF and each.twin and each.row.codes}
    free = uncoded(account.organization, known)
    codes = new | {twin: said for twin, said in known.items() if twin in free}
    if codes:
        write_codes(account.organization, codes, given_by=Coding.GivenBy.FILE)
