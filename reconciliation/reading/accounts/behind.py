"""Accounts that print both balances below their rows, one account after the other."""

from collections.abc import Sequence
from itertools import groupby

from reconciliation.reading.accounts.drafts import Draft
from reconciliation.reading.scanning.entries import Seen

ACCOUNT = ("entry", "opening", "closing")
TELLING = {*ACCOUNT, "brought", "carried", "dated"}


def balances_behind_rows(seen: Sequence[Seen]) -> bool:
    """Are there rows, an opening and a closing, and so again and again, with no balance before the first row and no row at the end?"""
    kinds = [kind for kind, _ in groupby(one.kind for one in seen if one.kind in TELLING)]
    accounts, rest = divmod(len(kinds), len(ACCOUNT))
    return accounts > 1 and not rest and kinds == [*ACCOUNT] * accounts


def begins_behind(one: Seen, draft: Draft) -> bool:
    """Is it a row below the balances of such an account?"""
    return one.kind == "entry" and draft.has("closing")
